import Synchronization

/// Numbers from 1 on, each given out once.
final class Counter: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> UInt64 {
        last.add(1, ordering: .relaxed).newValue
    }
}
