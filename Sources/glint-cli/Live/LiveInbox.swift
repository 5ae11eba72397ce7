import Dispatch
import Live
import Synchronization

/// What a camera and a microphone have sent, for the thread that filters: the newest frame, and what is wrong.
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

    func hear(_ sound: SoundStretch) { recorder.withLock { $0 }?.hear(sound) }

    /// From now on sound goes there.
    func record(to recorder: Recorder) { self.recorder.withLock { $0 = recorder } }

    /// The newest frame; nil if none came within a time.
    func frame(atMost pause: DispatchTimeInterval) -> CameraFrame? { slot.take(atMost: pause) }

    /// How many frames came while the one before was filtered.
    var leftOutCount: Int { slot.replacedCount }

    /// What has gone wrong since the last call.
    func takeProblem() -> LiveError? {
        problem.withLock { problem in
            defer { problem = nil }
            return problem
        }
    }
}
