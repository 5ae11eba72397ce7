@preconcurrency import Glibc
import System
import Gtk
import Imaging
import Localization

/// A picture from standard input: `-` on the command line.
enum StandardInput {
    static let word = "-"

    /// Larger than any picture file likely to be piped.
    private static let maxBytes = 4 << 30

    /// Copies standard input to an unnamed file and replaces it with that file, which can be passed to a
    /// running instance and survives a restart of this process. Standard input that is already a file is left
    /// alone.
    ///
    /// - Throws: ``StandardInputError``.
    static func gather() throws(StandardInputError) {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { throw .unreadable(errno) }
        if status.st_mode & S_IFMT == S_IFREG { return }
        guard isatty(STDIN_FILENO) == 0 else { throw .isTerminal }
        guard let file = tmpfile() else { throw .notKept(errno) }
        defer { fclose(file) }
        try copy(to: file)
        guard fflush(file) == 0, lseek(fileno(file), 0, SEEK_SET) == 0,
            dup2(fileno(file), STDIN_FILENO) == STDIN_FILENO
        else { throw .notKept(errno) }
    }

    private static func copy(to file: UnsafeMutablePointer<FILE>) throws(StandardInputError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var total = 0
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(errno) }
            if count == 0 { break }
            total += count
            guard total <= maxBytes else { throw .tooLarge }
            guard fwrite(chunk, 1, count, file) == count else { throw .notKept(errno) }
        }
        guard total > 0 else { throw .isEmpty }
    }
}

/// The reason why no picture can be read from standard input.
enum StandardInputError: Error, CustomStringConvertible {
    case unreadable(Int32)
    case isTerminal
    case isEmpty
    case tooLarge
    case notKept(Int32)
    case isAskedForTwice

    var description: String {
        switch self {
        case .unreadable(let number): tr("standard input could not be read: \(Self.reason(number))")
        case .isTerminal:
            tr("standard input is a terminal; redirect a picture to it, as in: glint - < photo.jpg")
        case .isEmpty: tr("standard input is empty")
        case .tooLarge: tr("standard input is too large for a picture")
        case .notKept(let number): tr("standard input could not be stored in a file: \(Self.reason(number))")
        case .isAskedForTwice: tr("standard input can be read only once")
        }
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// The file that a launch has passed to this program as its standard input.
final class ForwardedPicture: Sendable {
    /// The display name, since the file has none.
    static let title = tr("Standard Input")

    private let descriptor: Int32
    /// The offset at which to start: the calling program may already have read part of the file.
    private let start: off_t

    /// - Parameter descriptor: closed with this object.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        start = lseek(descriptor, 0, SEEK_CUR)
    }

    deinit { close(descriptor) }

    /// The whole contents; can be read any number of times.
    func bytes() throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = pread(descriptor, &chunk, chunk.count, start + off_t(bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw .readFailed(path: Self.title, reason: String(cString: strerror(errno)))
            }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
