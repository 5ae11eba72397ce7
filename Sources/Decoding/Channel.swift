import CSystem
@preconcurrency import Glibc

/// One end of the socket between the program and a decoder.
final class Channel {
    /// The reason why no more messages can be received.
    enum Broken: Error {
        /// The other end is closed.
        case ended
        /// The received bytes are not a message.
        case malformed
        /// Nothing was received within the timeout.
        case silent
    }

    private let socket: Int32
    /// The receive timeout in seconds.
    var timeout = Int.max

    /// Takes ownership of a socket.
    init(_ socket: Int32) {
        self.socket = socket
    }

    deinit { close(socket) }

    /// Enables the timeouts: from now on, the other end must not stay silent for longer than `timeout`, nor
    /// block sending for longer than 20 seconds. Only time during which the program runs counts, so
    /// suspending it does not cause a timeout.
    func limitWaiting() {
        var slice = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &slice, socklen_t(MemoryLayout<timeval>.size))
        var maximum = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &maximum, socklen_t(MemoryLayout<timeval>.size))
    }

    /// True if the other end is closed or has sent something that was not requested.
    var isStale: Bool {
        var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) != 0
    }

    func send(_ message: Message, descriptors: [Int32] = []) throws(Broken) {
        guard
            cprocess_send(
                socket, message.bytes, message.content.count + Message.Head.byteCount, descriptors,
                Int32(descriptors.count))
        else { throw errno == EAGAIN ? .silent : .ended }
    }

    /// Sends raw bytes without a header; the receiver knows their number.
    func send(_ bytes: UnsafeRawBufferPointer) throws(Broken) {
        guard cprocess_send(socket, bytes.baseAddress, bytes.count, nil, 0) else { throw .ended }
    }

    /// Sends an answer to the program. If the program has exited, errors do not matter.
    func answer(_ message: Message) {
        do { try send(message) } catch { _exit(0) }
    }

    /// Receives a message and the descriptor sent with it, if any, which the caller must close.
    func receive() throws(Broken) -> (message: Message, descriptor: Int32?) {
        var descriptor: Int32?
        do {
            let bytes = try receive(count: Message.Head.byteCount, descriptor: &descriptor)
            let head = try Message.Head(encoded: bytes)
            // If several descriptors arrive, only the last is kept; the others are closed.
            let content = try receive(count: Int(head.length), descriptor: &descriptor)
            return (Message(head.kind, content), descriptor)
        } catch {
            if let descriptor { close(descriptor) }
            throw error as? Broken ?? .malformed
        }
    }

    /// Receives exactly as many bytes as fit in `target`.
    func receive(into target: UnsafeMutableRawBufferPointer) throws(Broken) {
        var descriptor: Int32?
        defer { if let descriptor { close(descriptor) } }
        try receive(into: target, descriptor: &descriptor)
    }

    private func receive(count: Int, descriptor: inout Int32?) throws(Broken) -> [UInt8] {
        // Received in chunks, so that a bogus length does not allocate memory.
        var bytes: [UInt8] = []
        while bytes.count < count {
            var piece = [UInt8](repeating: 0, count: min(count - bytes.count, 1 << 20))
            try piece.withUnsafeMutableBytes { target in
                Result { () throws(Broken) in try receive(into: target, descriptor: &descriptor) }
            }.get()
            bytes += piece
        }
        return bytes
    }

    private func receive(into target: UnsafeMutableRawBufferPointer, descriptor: inout Int32?) throws(Broken)
    {
        var position = 0
        var silence = 0
        while position < target.count {
            var received: Int32 = -1
            var count: Int32 = 0
            let length = cprocess_receive(
                socket, target.baseAddress.map { $0 + position }, target.count - position, &received, 1,
                &count)
            if count > 0 {
                if let descriptor { close(descriptor) }
                descriptor = received
            }
            if length > 0 {
                position += length
                silence = 0
            } else if length < 0, errno == EAGAIN {
                silence += 1
                if silence >= timeout { throw .silent }
            } else {
                throw .ended
            }
        }
    }
}
