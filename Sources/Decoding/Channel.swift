import CProcess
@preconcurrency import Glibc

/// One end of the socket between the program and a decoder.
final class Channel {
    /// The reason why nothing more can be received.
    enum Broken: Error {
        /// The other end is closed.
        case ended
        /// The received bytes are no message.
        case malformed
        /// Nothing came for too long.
        case silent
    }

    private let socket: Int32
    /// The number of seconds that the other end may be silent.
    var patience = Int.max

    /// Takes over a socket.
    init(_ socket: Int32) {
        self.socket = socket
    }

    deinit { close(socket) }

    /// From now on the other end may neither be silent nor refuse to receive for longer than `patience`. Only time
    /// while the program runs counts: a program that was stopped and continued has lost none.
    func beImpatient() {
        var slice = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &slice, socklen_t(MemoryLayout<timeval>.size))
        var most = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Whether the other end is closed, or something has come unrequested.
    var isStale: Bool {
        var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) != 0
    }

    func send(_ message: Message, descriptors: [Int32] = []) throws(Broken) {
        guard
            cprocess_send(
                socket, message.bytes, message.content.count + Message.headLength, descriptors,
                Int32(descriptors.count))
        else { throw errno == EAGAIN ? .silent : .ended }
    }

    /// Sends bytes that are no message; the other end knows their number.
    func send(_ bytes: UnsafeRawBufferPointer) throws(Broken) {
        guard cprocess_send(socket, bytes.baseAddress, bytes.count, nil, 0) else { throw .ended }
    }

    /// Receives a message, and a descriptor if one came with it, which the caller must close.
    func receive() throws(Broken) -> (message: Message, descriptor: Int32?) {
        var descriptor: Int32?
        do {
            let head = try receive(count: Message.headLength, descriptor: &descriptor)
            let (kind, length) = try Message.head(head)
            // A later descriptor replaces the first, which is closed.
            let content = try receive(count: length, descriptor: &descriptor)
            return (Message(kind, content), descriptor)
        } catch {
            if let descriptor { close(descriptor) }
            throw error as? Broken ?? .malformed
        }
    }

    /// Receives as many bytes as `target` has.
    func receive(into target: UnsafeMutableRawBufferPointer) throws(Broken) {
        var descriptor: Int32?
        defer { if let descriptor { close(descriptor) } }
        try receive(into: target, descriptor: &descriptor)
    }

    private func receive(count: Int, descriptor: inout Int32?) throws(Broken) -> [UInt8] {
        // In pieces, so that a length that is only claimed takes no memory.
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
                if silence >= patience { throw .silent }
            } else {
                throw .ended
            }
        }
    }
}
