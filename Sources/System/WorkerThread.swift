import Dispatch

/// A thread for one function, which runs until it returns.
package struct WorkerThread: Sendable {
    private let group = DispatchGroup()

    /// Starts the thread.
    @discardableResult
    package init(_ name: String, qos: DispatchQoS = .userInitiated, _ body: @escaping @Sendable () -> Void) {
        // A single block stays on one thread, as an OpenGL context, a decoder and GStreamer require.
        DispatchQueue(label: name, qos: qos).async(group: group) { body() }
    }

    /// Waits for its end; may be called several times.
    package func wait() { group.wait() }
}
