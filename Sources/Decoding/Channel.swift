import CProcess
@preconcurrency import Glibc

/// One end of the socket between the program and a decoder.
final class Channel {
    /// Why nothing more comes.
    enum Broken: Error {
        /// The other end is closed.
        case ended
        /// What came is no message.
        case malformed
        /// Nothing came for too long.
        case silent
    }

    private let socket: Int32
    /// How many seconds the other end may be silent.
    var patience = Int.max

    /// Takes over a socket.
    init(_ socket: Int32) {
        self.socket = socket
    }

    deinit { close(socket) }

    /// From now on the other end may not be silent, nor refuse to listen, for longer than `patience`. Time is
    /// counted while the program runs: one that was stopped and goes on has lost none.
    func beImpatient() {
        var slice = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &slice, socklen_t(MemoryLayout<timeval>.size))
        var most = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Whether nobody is at the other end, or something has come that nobody asked for.
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

    /// Sends bytes that are no message; the other end knows how many.
    func send(_ bytes: UnsafeRawBufferPointer) throws(Broken) {
        guard cprocess_send(socket, bytes.baseAddress, bytes.count, nil, 0) else { throw .ended }
    }

    /// Receives a message, and a descriptor if one came with it, which is the caller's to close.
    func receive() throws(Broken) -> (message: Message, descriptor: Int32?) {
        var descriptor: Int32?
        do {
            let head = try receive(count: Message.headLength, descriptor: &descriptor)
            let (kind, length) = try Message.head(head)
            // A descriptor that comes later takes the place of the first, which is closed.
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
        // In pieces: a length that is only claimed takes no memory.
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
