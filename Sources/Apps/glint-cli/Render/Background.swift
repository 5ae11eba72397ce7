import Dispatch

/// A value computed on its own thread, starting at initialization.
final class Background<Value, Failure: Error>: @unchecked Sendable {
    // Written only by that thread, before `end`, and read only afterwards.
    private var made: Result<Value, Failure>?
    private let end = DispatchGroup()

    init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
        DispatchQueue.global(qos: .userInitiated).async(group: end) { [self] in
            made = Result(catching: make)
        }
    }

    /// Waits for the value or the error. Threads must use the value only in turns.
    func result() throws(Failure) -> Value {
        end.wait()
        guard let made else { preconditionFailure("the group ends after the result is there") }
        return try made.get()
    }
}
