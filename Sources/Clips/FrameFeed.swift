import Dispatch
import Filters
import Rendering
import Synchronization
import Video

/// Opens a sequence and reads it on a thread of its own, a few frames ahead of who takes them.
final class FrameFeed: Sendable {

    /// What there is to take.
    enum Supply: Sendable {
        /// What the frames to come have in common, their numbers, and the file whose other streams go along.
        case opened(VideoForm, Range<Int>?, VideoSource?)
        case frame(VideoFrame)
        /// No frame yet.
        case later
        case end(FrameDamage)
    }

    private let queue = DispatchQueue(label: "frames from a file", qos: .userInitiated)
    private let ready = DispatchSemaphore(value: 0)
    // Made with 0: libdispatch ends the program where a semaphore is freed with a value below its first.
    private let room = DispatchSemaphore(value: 0)
    private let supplies = Mutex<[Result<Supply, any Error>]>([])
    private let isStopped = Atomic(false)

    /// How long a call waits.
    private let patience: DispatchTimeInterval

    /// - Parameters:
    ///   - most: how many frames may wait.
    ///   - patience: how long ``take()`` waits for a frame.
    ///   - open: called on the feed's thread, with what tells whether the sequence is still wanted.
    init(
        atMost most: Int, patience: DispatchTimeInterval,
        _ open: @escaping @Sendable (_ shouldStop: () -> Bool) throws -> (any FrameSequence, VideoSource?)
    ) {
        self.patience = patience
        for _ in 0..<most { room.signal() }
        queue.async { [self] in
            do {
                let (sequence, source) = try open { self.isStopped.load(ordering: .relaxed) }
                hand(.success(.opened(sequence.form, sequence.range, source)))
                while let frame = try sequence.next() {
                    hand(.success(.frame(frame)))
                    if isStopped.load(ordering: .relaxed) { return }
                }
                hand(.success(.end(sequence.damage)))
            } catch {
                hand(.failure(error))
            }
        }
    }

    /// The next frame, or the end; waits a moment for it. Throws what reading threw.
    func take() throws -> Supply {
        guard ready.wait(timeout: .now() + patience) == .success else { return .later }
        let supply = supplies.withLock { $0.removeFirst() }
        room.signal()
        return try supply.get()
    }

    /// Waits a moment for something to take.
    func wait() {
        if ready.wait(timeout: .now() + Engine.stepPatience) == .success { ready.signal() }
    }

    /// Ends the reading.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        // What waits for room goes on, to its end.
        for _ in 0...1 { room.signal() }
    }

    /// Waits for room.
    private func hand(_ supply: Result<Supply, any Error>) {
        room.wait()
        supplies.withLock { $0.append(supply) }
        ready.signal()
    }
}
