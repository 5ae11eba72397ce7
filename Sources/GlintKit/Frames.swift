import Exporting
import Filters
import Imaging
import Rendering
import Video

extension Renderer {
    /// Applies `recipe` to a frame of a video at full size. Filters that read the time get the frame's time.
    ///
    /// - Parameters:
    ///   - frame: the frame to filter.
    ///   - info: the properties of the frame's file.
    ///   - recipe: the filters.
    ///   - depth: bits per channel of the result; if nil, the same as the frame's.
    /// - Returns: the filtered frame.
    /// - Throws: the same errors as ``Renderer/render(_:_:depth:progress:)``.
    public func render(
        _ frame: VideoFrame, of info: VideoInfo, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil
    ) throws -> Picture {
        try render(
            Picture(pixels: frame.pixels, channels: info.channels),
            at: FrameTime(frame, of: VideoOutputFormat(info)),
            recipe, depth: depth)
    }
}
