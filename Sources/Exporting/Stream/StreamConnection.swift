import CSystem
@preconcurrency import Glibc
import System

/// The socket of a client of `stream`: lines of text in both directions, and descriptors from the client.
package final class StreamConnection {
    private let socket: Int32
    private let waitForInput: (Int32) -> Bool
    private var lines = LineSplitter(atMost: StreamRequest.longestLine)
    private var isAtEnd = false
    /// The descriptors that have arrived and that no request has taken.
    private var descriptors: [Int32] = []

    /// The maximum number of descriptors that a client sends ahead.
    private static let maximumDescriptors = StreamRequest.maximumSlots
    /// The maximum number that the kernel passes with one piece of data.
    private static let maximumAtOnce = 4

    /// Takes ownership of a connected socket.
    ///
    /// - Parameter waitForInput: waits until the socket has input; false if the program should end.
    package init(_ socket: Int32, waitForInput: @escaping (Int32) -> Bool) {
        self.socket = socket
        self.waitForInput = waitForInput
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
        close(socket)
    }

    /// True if the client has closed its end.
    package var isClosed: Bool {
        var state = pollfd(fd: socket, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && Int32(state.revents) & (POLLHUP | POLLERR) != 0
    }

    /// Waits for the next line; nil at the end, or if the program should end.
    package func next() throws(StreamError) -> LineSplitter.Line? {
        while true {
            if let line = lines.next() { return line }
            guard !isAtEnd, waitForInput(socket) else { return nil }
            try receive()
        }
    }

    /// Removes the oldest descriptor, which the caller closes; nil if there is none.
    package func takeDescriptor() -> Int32? { descriptors.isEmpty ? nil : descriptors.removeFirst() }

    /// Sends a line; false if the client has gone away.
    package func send(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        return cprocess_send(socket, bytes, bytes.count, nil, 0)
    }

    private func receive() throws(StreamError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var received = [Int32](repeating: -1, count: Self.maximumAtOnce)
        var count: Int32 = 0
        let length = cprocess_receive(socket, &chunk, chunk.count, &received, Int32(received.count), &count)
        descriptors += received.prefix(Int(count))
        guard descriptors.count <= Self.maximumDescriptors else {
            throw StreamError(
                "more than \(Self.maximumDescriptors) descriptors have arrived that no request uses")
        }
        // A connection that was reset has ended, too.
        guard length > 0 else {
            if length < 0, errno == EAGAIN { return }
            isAtEnd = true
            return lines.end()
        }
        lines.add(chunk[..<length])
    }
}
