import Dispatch
import Filters
import Rendering
import Synchronization
import System
import Video

/// Opens a sequence and reads it on a separate thread, a few frames ahead of the consumer.
final class FrameFeed: Sendable {

    /// An item of the feed.
    enum Supply: Sendable {
        /// The common format of the frames, their numbers, and the file whose other streams are copied.
        case opened(VideoOutputFormat, Range<Int>?, VideoSource?)
        case frame(VideoFrame)
        /// No frame is available yet.
        case later
        case end(FrameDamage)
    }

    // Created with 0: libdispatch aborts the program if a semaphore is freed with a value below its initial
    // one.
    private let room = DispatchSemaphore(value: 0)
    private let supplies = Mailbox<[Result<Supply, any Error>]>([])
    private let isStopped = Atomic(false)

    /// The timeout of ``take()``.
    private let timeout: DispatchTimeInterval

    /// - Parameters:
    ///   - maximum: the maximum number of queued frames.
    ///   - timeout: the timeout of ``take()``.
    ///   - open: called on the feed's thread, with a function that reports whether the sequence is still
    ///     needed.
    init(
        atMost maximum: Int, timeout: DispatchTimeInterval,
        _ open: @escaping @Sendable (_ shouldStop: () -> Bool) throws -> (any FrameSequence, VideoSource?)
    ) {
        self.timeout = timeout
        for _ in 0..<maximum { room.signal() }
        WorkerThread("frames from a file") { [self] in
            do {
                let (sequence, source) = try open { self.isStopped.load(ordering: .relaxed) }
                hand(.success(.opened(sequence.frameFormat, sequence.range, source)))
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

    /// The next frame, or the end; waits briefly for it. Rethrows read errors.
    func take() throws -> Supply {
        let supply = supplies.next(atMost: timeout) { $0.isEmpty ? nil : $0.removeFirst() }
        guard let supply else { return .later }
        room.signal()
        return try supply.get()
    }

    /// Waits briefly for an item.
    func wait() { _ = supplies.next(atMost: Engine.stepTimeout) { $0.isEmpty ? nil : () } }

    /// Stops reading.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        // Wakes a reader that waits for space in the queue, so that it can end.
        for _ in 0...1 { room.signal() }
    }

    /// Waits for space in the queue.
    private func hand(_ supply: Result<Supply, any Error>) {
        room.wait()
        supplies.update { $0.append(supply) }
    }
}
