import Synchronization

/// A pool of spare buffers for reuse. If there are more than a maximum number, the oldest is freed.
package final class BufferPool<Buffer: Sendable>: Sendable {
    private let maximum: Int
    private let spares = Mutex<[Buffer]>([])

    package init(atMost maximum: Int) { self.maximum = maximum }

    /// Takes the most recently added buffer that matches.
    package func take(where matches: (Buffer) -> Bool = { _ in true }) -> Buffer? {
        spares.withLock { spares in spares.lastIndex(where: matches).map { spares.remove(at: $0) } }
    }

    /// Adds a buffer; returns the buffer that this displaces, if any.
    @discardableResult
    package func put(_ buffer: Buffer) -> Buffer? {
        spares.withLock { spares in
            spares.append(buffer)
            return spares.count > maximum ? spares.removeFirst() : nil
        }
    }

    /// Frees all buffers that match.
    package func remove(where matches: (Buffer) -> Bool) {
        spares.withLock { $0.removeAll(where: matches) }
    }
}
