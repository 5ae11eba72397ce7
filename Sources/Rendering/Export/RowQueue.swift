import Dispatch
import Imaging
import Synchronization

/// Hands rows to an encoder that works on a thread of its own, so that rendering goes on meanwhile.
///
/// It holds few rows: callers check for room first. An error of the encoder is thrown by the next call.
package final class RowQueue: @unchecked Sendable {
    // `encode` runs on the queue alone.

    private let encode: RowSink
    private let queue = DispatchQueue(label: "rows to the encoder", qos: .userInitiated)
    private let room = DispatchSemaphore(value: RowQueue.most)
    private let end = DispatchSemaphore(value: 0)
    private let rested = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)
    private let isFinished = Atomic(false)
    /// Memory to reuse, each block owned by its taker: first touching new memory takes as long as copying to it.
    private let idle = Mutex<[MemoryBlock]>([])

    /// How many strips may wait or be encoded; one, if it is large.
    private static let most = 2
    private static let largeStrip = 8 << 20

    /// How long a call waits.
    private let patience: DispatchTimeInterval

    /// - Parameter patience: how long ``hasRoom()``, ``isDone()`` and ``hasRested()`` wait: none where the thread has other
    ///   work than previews.
    package init(patience: DispatchTimeInterval = Engine.stepPatience, encode: @escaping RowSink) {
        self.patience = patience
        self.encode = encode
    }

    /// What a save waits for.
    package enum Event {
        case room, end, rest
    }

    /// Waits a moment for an event, which is still to be taken afterwards.
    package func wait(for event: Event) {
        let semaphore =
            switch event {
            case .room: room
            case .end: end
            case .rest: rested
            }
        if semaphore.wait(timeout: .now() + Engine.stepPatience) == .success { semaphore.signal() }
    }

    /// Whether rows can be added without waiting for the encoder; waits a moment for it.
    package func hasRoom() throws -> Bool {
        try check()
        guard room.wait(timeout: .now() + patience) == .success else { return false }
        room.signal()
        return true
    }

    /// Adds a copy of some rows; waits for room.
    package func add(_ rows: UnsafeRawBufferPointer, count: Int) throws {
        try check()
        let places = rows.count > Self.largeStrip ? Self.most : 1
        for _ in 0..<places { room.wait() }
        let memory: MemoryBlock
        do {
            memory = try self.memory(of: rows.count)
        } catch {
            for _ in 0..<places { room.signal() }
            throw error
        }
        memory.bytes.copyMemory(from: rows)
        let byteCount = rows.count
        queue.async { [self] in
            attempt { try encode(UnsafeRawBufferPointer(rebasing: memory.bytes[..<byteCount]), count) }
            idle.withLock { $0.append(memory) }
            for _ in 0..<places { room.signal() }
        }
    }

    /// Runs `complete` on the encoder's thread after the last rows, and then `place` unless cancelled meanwhile;
    /// ``isDone()`` tells when both are done.
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

    /// Whether the work of ``finish(_:then:)`` is done; waits a moment for it.
    package func isDone() throws -> Bool {
        guard end.wait(timeout: .now() + patience) == .success else { return false }
        try check()
        return true
    }

    /// Drops waiting rows; ``hasRested()`` tells when the encoder has finished its current rows.
    package func abandon() {
        failure.withLock { $0 = $0 ?? Cancelled() }
        queue.async { [self] in rested.signal() }
    }

    /// Whether the encoder rests after ``abandon()``; waits a moment for it.
    package func hasRested() -> Bool { rested.wait(timeout: .now() + patience) == .success }

    /// Drops waiting rows, and runs `body` when the encoder rests; false if everything was already done.
    package func cancel(_ body: () -> Void) -> Bool {
        failure.withLock { $0 = $0 ?? Cancelled() }
        return queue.sync {
            guard !isFinished.load(ordering: .acquiring) else { return false }
            body()
            return true
        }
    }

    /// Memory for a strip; strips are of nearly one size.
    private func memory(of byteCount: Int) throws(OutOfMemory) -> MemoryBlock {
        let found = idle.withLock { idle in
            idle.firstIndex { $0.bytes.count >= byteCount }.map { idle.remove(at: $0) }
        }
        if let found { return found }
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
