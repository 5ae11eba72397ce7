import Dispatch
import Live
import Synchronization

/// Receives the output of a camera and a microphone for the filtering thread: the newest frame, and problems.
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

    /// The newest frame; nil if none arrives within the timeout.
    func frame(atMost pause: DispatchTimeInterval) -> CameraFrame? { slot.take(atMost: pause) }

    /// The number of frames that were skipped because the previous frame was still being filtered.
    var leftOutCount: Int { slot.replacedCount }

    /// The problem that has occurred since the last call.
    func takeProblem() -> LiveError? {
        problem.withLock { problem in
            defer { problem = nil }
            return problem
        }
    }
}
