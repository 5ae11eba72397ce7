import System
import Dispatch
import Imaging
import Synchronization

/// Passes rows to an encoder that runs on its own thread, in parallel with rendering.
///
/// The queue is short, so callers check for a free slot first. An error of the encoder is thrown by the next
/// call.
package final class RowQueue: @unchecked Sendable {
    // Only the queue's thread runs `encode`.

    private let encode: RowSink
    private let queue = DispatchQueue(label: "rows to the encoder", qos: .userInitiated)
    private let room = DispatchSemaphore(value: RowQueue.maximum)
    private let end = DispatchSemaphore(value: 0)
    private let rested = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)
    private let isFinished = Atomic(false)
    /// Memory blocks for reuse, because touching new memory for the first time takes as long as copying to
    /// it. Each block belongs to its current user.
    private let idle = BufferPool<MemoryBlock>(atMost: RowQueue.maximum)

    /// The maximum number of strips that are waiting or being encoded; a large strip takes all slots.
    private static let maximum = 2
    private static let largeStrip = 8 << 20

    /// The timeout of a call.
    private let timeout: DispatchTimeInterval

    /// - Parameter timeout: the timeout of ``hasRoom()``, ``isDone()`` and ``hasRested()``; zero if the
    ///   thread has other work than previews.
    package init(timeout: DispatchTimeInterval = Engine.stepTimeout, encode: @escaping RowSink) {
        self.timeout = timeout
        self.encode = encode
    }

    /// Events that a save waits for.
    package enum Event {
        case room, end, rest
    }

    /// Waits briefly for an event without consuming it.
    package func wait(for event: Event) {
        let semaphore =
            switch event {
            case .room: room
            case .end: end
            case .rest: rested
            }
        if semaphore.wait(timeout: .now() + Engine.stepTimeout) == .success { semaphore.signal() }
    }

    /// True if rows can be added without waiting for the encoder; waits briefly.
    package func hasRoom() throws -> Bool {
        try check()
        guard room.wait(timeout: .now() + timeout) == .success else { return false }
        room.signal()
        return true
    }

    /// Adds a copy of some rows; waits for a free slot if necessary.
    package func add(_ rows: UnsafeRawBufferPointer, count: Int) throws {
        try check()
        let slots = rows.count > Self.largeStrip ? Self.maximum : 1
        for _ in 0..<slots { room.wait() }
        let memory: MemoryBlock
        do {
            memory = try self.memory(of: rows.count)
        } catch {
            for _ in 0..<slots { room.signal() }
            throw error
        }
        memory.bytes.copyMemory(from: rows)
        let byteCount = rows.count
        queue.async { [self] in
            attempt { try encode(UnsafeRawBufferPointer(rebasing: memory.bytes[..<byteCount]), count) }
            idle.put(memory)
            for _ in 0..<slots { room.signal() }
        }
    }

    /// Runs `complete` on the encoder's thread after the last rows, and then `place`, unless cancelled by
    /// then. ``isDone()`` returns true after both.
    package func finish(_ complete: @escaping () throws -> Void, then place: @escaping () throws -> Void) {
        nonisolated(unsafe) let (complete, place) = (complete, place)
        queue.async { [self] in
            attempt(complete)
            attempt {
                try place()
                isFinished.store(true, ordering: .releasing)
            }
            end.signal()
        }
    }

    /// True if what ``finish(_:then:)`` started is done; waits briefly.
    package func isDone() throws -> Bool {
        guard end.wait(timeout: .now() + timeout) == .success else { return false }
        try check()
        return true
    }

    /// Drops waiting rows; ``hasRested()`` returns true once the encoder has finished its current rows.
    package func abandon() {
        failure.withLock { $0 = $0 ?? Cancelled() }
        queue.async { [self] in rested.signal() }
    }

    /// True if the encoder has become idle after ``abandon()``; waits briefly.
    package func hasRested() -> Bool { rested.wait(timeout: .now() + timeout) == .success }

    /// Drops waiting rows, and runs `body` once the encoder is idle; false if everything was already done.
    package func cancel(_ body: () -> Void) -> Bool {
        failure.withLock { $0 = $0 ?? Cancelled() }
        return queue.sync {
            guard !isFinished.load(ordering: .acquiring) else { return false }
            body()
            return true
        }
    }

    /// Memory for a strip; it can be reused because all strips have nearly the same size.
    private func memory(of byteCount: Int) throws(OutOfMemory) -> MemoryBlock {
        if let spare = idle.take(where: { $0.bytes.count >= byteCount }) { return spare }
        return try MemoryBlock(byteCount: byteCount)
    }

    private func attempt(_ body: () throws -> Void) {
        guard failure.withLock({ $0 == nil }) else { return }
        do {
            try body()
        } catch {
            failure.withLock { $0 = error }
        }
    }

    private func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
