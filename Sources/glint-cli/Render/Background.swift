import Dispatch

/// Something that a thread of its own makes, from the moment this is there.
final class Background<Value, Failure: Error>: @unchecked Sendable {
    // Written by that thread alone, before `end`, and read only after.
    private var made: Result<Value, Failure>?
    private let end = DispatchGroup()

    init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
        DispatchQueue.global(qos: .userInitiated).async(group: end) { [self] in
            made = Result(catching: make)
        }
    }

    /// Waits until it is made, or cannot be.
    func wait() { end.wait() }

    /// What was made, or the error; waits for it. Threads take turns with it.
    func result() throws(Failure) -> Value {
        wait()
        guard let made else { preconditionFailure("the group ends after the result is there") }
        return try made.get()
    }
}
