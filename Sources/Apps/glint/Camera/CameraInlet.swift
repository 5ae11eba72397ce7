import Gtk
import Live
import Synchronization

/// Passes the events of a camera to the main thread: the newest frame and errors.
final class CameraInlet: Sendable {
    private struct Waiting {
        var frame: CameraFrame?
        var problem: LiveError?
    }

    private let waiting = Mutex(Waiting())
    private let deliver: @MainActor @Sendable (CameraFeed.Event) -> Void

    /// - Parameter deliver: called on the main thread.
    init(deliver: @escaping @MainActor @Sendable (CameraFeed.Event) -> Void) { self.deliver = deliver }

    /// Receives an event on the camera's thread; a frame replaces one that is still waiting.
    func take(_ event: CameraFeed.Event) {
        let isFirst = waiting.withLock { waiting in
            let isFirst = waiting.frame == nil && waiting.problem == nil
            switch event {
            case .frame(let frame): waiting.frame = frame
            case .interrupted(let error): waiting.problem = error
            }
            return isFirst
        }
        if isFirst { onMainThread { self.pass() } }
    }

    @MainActor
    private func pass() {
        let taken = waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting
        }
        if let frame = taken.frame { deliver(.frame(frame)) }
        if let problem = taken.problem { deliver(.interrupted(problem)) }
    }
}
