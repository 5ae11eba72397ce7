import Filters
import Live
import Rendering

/// The image of a camera or a shared screen: its newest frame.
struct LiveView: Sendable {
    /// The display name of the camera or the screen.
    let name: String
    /// True if the source is a camera, whose image may be mirrored, rather than a screen or a window.
    let isCamera: Bool
    /// Expected frames per second.
    let rate: Double
    /// The capture time of the first frame, in seconds of the monotonic clock.
    let start: Double
    private let shown: ShownFrame<CameraFrame>

    init(name: String, isCamera: Bool, rate: Double, first frame: CameraFrame) {
        self.name = name
        self.isCamera = isCamera
        self.rate = rate
        start = frame.time
        shown = ShownFrame(
            frame, as: Self.sourceFrame(frame, of: SourceID(), start: frame.time, rate: rate))
    }

    /// The current frame.
    var frame: CameraFrame { shown.frame }

    /// The current frame, as a source for the render queue.
    var sourceFrame: SourceFrame { shown.source }

    /// Makes another frame of the same size the current one; returns it as a source for the render queue.
    func show(_ frame: CameraFrame) -> SourceFrame {
        let source = Self.sourceFrame(frame, of: sourceFrame.sourceID, start: start, rate: rate)
        shown.replace(by: frame, as: source)
        return source
    }

    /// True if a frame has the size of the previous ones.
    func fits(_ frame: CameraFrame) -> Bool {
        frame.content.size == self.frame.content.size
    }

    /// Filters that read the time get the frame number as if no frame had been dropped.
    private static func sourceFrame(
        _ frame: CameraFrame, of source: SourceID, start: Double, rate: Double
    ) -> SourceFrame {
        let seconds = max(0, frame.time - start)
        let time = FrameTime(frame: Int((seconds * rate).rounded()), rate: rate, seconds: seconds)
        return SourceFrame(frame.content, isOpaque: true, of: source, at: time)
    }
}
