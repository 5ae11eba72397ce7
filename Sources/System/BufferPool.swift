import Synchronization

/// A pool of spare buffers for reuse, which frees the oldest beyond a maximum number.
package final class BufferPool<Buffer: Sendable>: Sendable {
    private let maximum: Int
    private let spares = Mutex<[Buffer]>([])

    package init(atMost maximum: Int) { self.maximum = maximum }

    /// Takes the newest spare that matches.
    package func take(where matches: (Buffer) -> Bool = { _ in true }) -> Buffer? {
        spares.withLock { spares in spares.lastIndex(where: matches).map { spares.remove(at: $0) } }
    }

    /// Adds a spare; returns the one that it displaces, if any.
    @discardableResult
    package func put(_ buffer: Buffer) -> Buffer? {
        spares.withLock { spares in
            spares.append(buffer)
            return spares.count > maximum ? spares.removeFirst() : nil
        }
    }

    /// Frees the spares that match.
    package func remove(where matches: (Buffer) -> Bool) {
        spares.withLock { $0.removeAll(where: matches) }
    }
}
