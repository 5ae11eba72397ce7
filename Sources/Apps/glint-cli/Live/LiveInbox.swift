import Dispatch
import Live
import Synchronization

/// Collects what a camera and a microphone send, for the filtering thread: the newest frame, and problems.
final class LiveInbox: Sendable {
    private let slot = NewestSlot<CameraFrame>()
    private let problem = Mutex<LiveError?>(nil)
    private let recorder = Mutex<Recorder?>(nil)

    func take(_ event: CameraFeed.Event) {
        switch event {
        case .frame(let frame): slot.put(frame)
        case .interrupted(let error): problem.withLock { $0 = error }
        }
    }

    func capture(_ sound: AudioBlock) { recorder.withLock { $0 }?.capture(sound) }

    /// Sends sound to this destination from now on.
    func record(to recorder: Recorder) { self.recorder.withLock { $0 = recorder } }

    /// The newest frame; nil if none arrived within a time.
    func frame(atMost pause: DispatchTimeInterval) -> CameraFrame? { slot.take(atMost: pause) }

    /// The number of frames that arrived while the one before was being filtered.
    var leftOutCount: Int { slot.replacedCount }

    /// The problem that occurred since the last call.
    func takeProblem() -> LiveError? {
        problem.withLock { problem in
            defer { problem = nil }
            return problem
        }
    }
}
