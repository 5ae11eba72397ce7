import Dispatch

/// A thread, and an event for its end that others wait for.
final class Ending: Sendable {
    private let group = DispatchGroup()

    /// Runs a thread until `body` returns.
    func begin(_ label: String, _ body: @escaping @Sendable () -> Void) {
        // A single block that runs until the end stays on one thread.
        DispatchQueue(label: label, qos: .userInitiated).async(group: group) { body() }
    }

    /// Waits for the end; may be called several times.
    func wait() { group.wait() }
}
