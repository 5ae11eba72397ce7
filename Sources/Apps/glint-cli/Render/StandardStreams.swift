import System
@preconcurrency import Glibc
import Imaging
import Synchronization
import Localization

/// Uses standard input and output as the source and destination of a picture, and other pipes as inputs.
enum StandardStreams {
    /// The argument that stands for standard input or standard output.
    static let mark = "-"

    /// The name of an input in messages.
    static func inputName(_ path: String) -> String { path == mark ? "standard input" : path }
    /// The name of an output in messages.
    static func outputName(_ path: String) -> String { path == mark ? "standard output" : path }

    /// True if an input can be read only once, from beginning to end.
    static func isPipe(_ path: String) -> Bool {
        if path == mark { return true }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT)
    }

    /// The size limit: more than any picture file that is likely to be piped.
    fileprivate static let maxBytes = 4 << 30

    /// Reads the entire contents of a pipe.
    static func bytes(of path: String, atMost maximum: Int = maxBytes) throws(PipeError) -> [UInt8] {
        try InputStream(path).bytes(atMost: maximum)
    }
}

/// A file or a pipe that is read once, from beginning to end; ``StandardStreams/mark`` stands for standard
/// input.
final class InputStream: Sendable {
    private let path: String
    private let descriptor: Int32
    /// The first bytes, which have been read ahead but not consumed.
    private let beginning = Mutex<[UInt8]>([])

    /// The stream's name in messages.
    var name: String { StandardStreams.inputName(path) }

    init(_ path: String) throws(PipeError) {
        self.path = path
        descriptor = path == StandardStreams.mark ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: Console.systemMessage(errno)) }
    }

    deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

    /// Reads the entire contents.
    func bytes(atMost maximum: Int = StandardStreams.maxBytes) throws(PipeError) -> [UInt8] {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
        defer { chunk.deallocate() }
        while true {
            let count = try read(into: chunk)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= maximum else { throw .tooLong(path: path) }
        }
    }

    /// True if the stream begins with these bytes, which are not consumed.
    func begins(with mark: [UInt8]) throws(PipeError) -> Bool {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: mark.count, alignment: 1)
        defer { memory.deallocate() }
        let count = try fill(memory)
        let first = Array(memory[..<count])
        beginning.withLock { $0 = first }
        return first == mark
    }

    /// Reads the available bytes, waiting for some if necessary; returns 0 at the end.
    func read(into memory: UnsafeMutableRawBufferPointer) throws(PipeError) -> Int {
        let kept = beginning.withLock { bytes in
            let first = bytes.prefix(memory.count)
            memory.copyBytes(from: first)
            bytes.removeFirst(first.count)
            return first.count
        }
        if kept > 0 { return kept }
        while true {
            guard Interruption.waitForInput(on: descriptor) else { throw .cancelled }
            let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw .unreadable(path: path, reason: Console.systemMessage(errno)) }
            return count
        }
    }

    /// Fills the memory with as many bytes as are available up to the end, and returns their number.
    func fill(_ memory: UnsafeMutableRawBufferPointer) throws(PipeError) -> Int {
        var filled = 0
        while filled < memory.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: memory[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}

/// Why something cannot be read from or written to a pipe.
enum PipeError: ErrorNamingFile {
    case unreadable(path: String, reason: String)
    case tooLong(path: String)
    /// Reading videos requires seeking, which is impossible in a pipe.
    case notAPicture(path: String)
    case isTerminal
    /// A signal has asked the program to end.
    case cancelled
    case noPicture(output: String)

    var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(StandardStreams.inputName(path).shortened) could not be read: \(reason)"
        case .tooLong(let path): "\(StandardStreams.inputName(path).shortened) is too large"
        case .notAPicture(let path):
            "\(StandardStreams.inputName(path).shortened) is not a picture Glint can read; videos other than Y4M can only be read from files"
        case .cancelled: "it was cancelled"
        case .isTerminal: "standard output is a terminal; redirect it to a file or another program"
        case .noPicture(let output):
            "\(output.shortened): only Y4M and raw frames from a pipe can become a clip"
        }
    }
}
