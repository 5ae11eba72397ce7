import Dispatch

/// A thread that runs one function and ends when it returns.
package struct WorkerThread: Sendable {
    private let group = DispatchGroup()

    /// Starts the thread.
    @discardableResult
    package init(_ name: String, qos: DispatchQoS = .userInitiated, _ body: @escaping @Sendable () -> Void) {
        // A single block always stays on one thread, as OpenGL contexts, decoders and GStreamer require.
        DispatchQueue(label: name, qos: qos).async(group: group) { body() }
    }

    /// Waits for the thread to end; may be called several times.
    package func wait() { group.wait() }
}
