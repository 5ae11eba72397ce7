import Exporting
import Filters
import Imaging
import Rendering
import Video

extension Renderer {
    /// Applies `recipe` to a frame of a video at full size; filters that read the time use the frame's.
    ///
    /// - Parameters:
    ///   - frame: the frame to filter.
    ///   - info: the properties of the frame's file.
    ///   - recipe: the filters.
    ///   - depth: bits per channel of the result; nil for the frame's own.
    /// - Returns: the filtered frame.
    /// - Throws: the errors of ``Renderer/render(_:_:depth:progress:)``.
    public func render(
        _ frame: VideoFrame, of info: VideoInfo, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil
    ) throws -> Picture {
        try render(
            Picture(pixels: frame.pixels, channels: info.channels),
            at: FrameTime(frame, of: VideoOutputFormat(info)),
            recipe, depth: depth)
    }
}
