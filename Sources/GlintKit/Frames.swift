import Clips
import Filters
import Imaging
import Rendering
import Video

extension Renderer {
    /// A frame of a video with `recipe` applied at full size: filters that read the time are given the frame's.
    ///
    /// - Parameters:
    ///   - frame: what the filters are applied to.
    ///   - info: what the frame's file has in it.
    ///   - recipe: the filters.
    ///   - depth: bits per channel of the result, the frame's own where nil.
    /// - Throws: what ``Renderer/render(_:_:depth:progress:)`` throws.
    public func render(
        _ frame: VideoFrame, of info: VideoInfo, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil
    ) throws -> Picture {
        try render(
            Picture(pixels: frame.pixels, channels: info.channels), at: FrameTime(frame, of: VideoForm(info)),
            recipe, depth: depth)
    }
}
