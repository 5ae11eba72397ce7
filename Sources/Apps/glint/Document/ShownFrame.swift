import Rendering
import Synchronization

/// The frame of a clip or a camera that is on screen. It belongs to the player or the camera, which replaces
/// it up to sixty times a second; the document that shows it is not changed by that.
final class ShownFrame<Frame: Sendable>: Sendable {
    private let current: Mutex<(frame: Frame, source: SourceFrame)>

    /// - Parameter source: the frame as a source for the render queue.
    init(_ frame: Frame, as source: SourceFrame) { current = Mutex((frame, source)) }

    var frame: Frame { current.withLock { $0.frame } }

    /// The frame as a source for the render queue.
    var source: SourceFrame { current.withLock { $0.source } }

    func replace(by frame: Frame, as source: SourceFrame) { current.withLock { $0 = (frame, source) } }
}
