import Filters
import Live
import Rendering

/// What a camera or a shared screen shows: its newest frame.
struct LiveView: Sendable {
    /// What people call the camera or the screen.
    let name: String
    /// Whether it is a camera, which a mirror suits; otherwise it is a screen or a window.
    let isCamera: Bool
    /// Frames a second that are expected.
    let rate: Double
    /// When its first frame was recorded, in seconds of the monotonic clock.
    let start: Double
    /// The frame that is shown.
    private(set) var frame: CameraFrame
    /// The frame that is shown, as a source for the render queue.
    private(set) var sourceFrame: SourceFrame

    init(name: String, isCamera: Bool, rate: Double, first frame: CameraFrame) {
        self.name = name
        self.isCamera = isCamera
        self.rate = rate
        self.frame = frame
        start = frame.time
        sourceFrame = Self.sourceFrame(frame, of: SourceID(), start: frame.time, rate: rate)
    }

    /// Shows another frame of the same size.
    mutating func show(_ frame: CameraFrame) {
        self.frame = frame
        sourceFrame = Self.sourceFrame(frame, of: sourceFrame.sourceID, start: start, rate: rate)
    }

    /// Whether a frame is of the size of those before it.
    func fits(_ frame: CameraFrame) -> Bool {
        frame.pixels.width == self.frame.pixels.width && frame.pixels.height == self.frame.pixels.height
    }

    /// Filters that read the time are given the number that the frame would have if none had been left out.
    private static func sourceFrame(
        _ frame: CameraFrame, of source: SourceID, start: Double, rate: Double
    ) -> SourceFrame {
        let seconds = max(0, frame.time - start)
        let time = FrameTime(
            frame: Int((seconds * rate).rounded()),
            rate: FrameRate(frames: Int((rate * 1000).rounded()), seconds: 1000), seconds: seconds)
        return SourceFrame(frame.pixels, isOpaque: true, of: source, at: time)
    }
}
