import Synchronization

/// Generates unique numbers, starting at 1.
final class Counter: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
