import Dispatch
import Filters
import Synchronization
import Video

/// Reads a sequence on a thread of its own, a few frames ahead of who takes them.
final class FrameFeed: @unchecked Sendable {
    // `sequence` is used on the queue alone.

    /// What there is to take.
    enum Supply {
        case frame(VideoFrame)
        /// No frame yet.
        case later
        case end(FrameDamage)
    }

    private let sequence: any FrameSequence
    private let queue = DispatchQueue(label: "frames from a file", qos: .userInitiated)
    private let ready = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: FrameFeed.most)
    private let supplies = Mutex<[Result<VideoFrame?, any Error>]>([])
    private let isStopped = Atomic(false)
    private let damage = Mutex(FrameDamage())

    /// How many frames may wait.
    private static let most = 3
    /// How long a call waits: the rendering thread has previews to make, too.
    private static let moment = DispatchTimeInterval.milliseconds(10)

    init(_ sequence: any FrameSequence) {
        self.sequence = sequence
        queue.async { [self] in
            while !isStopped.load(ordering: .relaxed), readNext() {}
        }
    }

    /// The next frame, or the end; waits a moment for it. Throws what reading threw.
    func take() throws -> Supply {
        guard ready.wait(timeout: .now() + Self.moment) == .success else { return .later }
        let supply = supplies.withLock { $0.removeFirst() }
        room.signal()
        guard let frame = try supply.get() else { return .end(damage.withLock { $0 }) }
        return .frame(frame)
    }

    /// Ends the reading.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        room.signal()
    }

    /// Reads a frame; false at the end.
    private func readNext() -> Bool {
        room.wait()
        let supply = Result { try sequence.next() }
        damage.withLock { $0 = sequence.damage }
        supplies.withLock { $0.append(supply) }
        ready.signal()
        guard case .success(.some) = supply else { return false }
        return true
    }
}
