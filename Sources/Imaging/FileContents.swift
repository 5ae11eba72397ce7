import Glibc

/// The bytes of a whole file, read at once: a mapping would break when another program shortens the file.
final class FileContents {
    let bytes: UnsafeRawBufferPointer
    /// Every format is known by fewer bytes.
    private static let beginningLength = 1 << 16

    /// - Parameter isWanted: shown the first bytes of a longer file before the rest is read; where it says no,
    ///   the file is no picture.
    init(
        path: String, isWanted: (UnsafeRawBufferPointer) throws(ImagingError) -> Bool
    ) throws(ImagingError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .reading(path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isFolder(path: path)
        default: throw .isNotAFile(path: path)
        }
        let count = Int(status.st_size)
        guard count > 0 else { throw .empty(path: path) }
        if count > Self.beginningLength {
            let beginning = try Self.read(path, descriptor, Self.beginningLength)
            defer { free(beginning.baseAddress) }
            guard try isWanted(UnsafeRawBufferPointer(beginning)) else { throw .notAPicture(path: path) }
        }
        bytes = UnsafeRawBufferPointer(try Self.read(path, descriptor, count))
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }

    /// The file's first `count` bytes, or as many as it still has; the caller frees them.
    private static func read(
        _ path: String, _ descriptor: Int32, _ count: Int
    ) throws(ImagingError) -> UnsafeMutableRawBufferPointer {
        guard let base = malloc(count) else { throw .readFailed(path: path, reason: "no memory left") }
        var position = 0
        while position < count {
            let read = pread(descriptor, base + position, count - position, off_t(position))
            if read == 0 { break }
            if read < 0 {
                if errno == EINTR { continue }
                let code = errno
                free(base)
                throw .reading(path, errno: code)
            }
            position += read
        }
        return UnsafeMutableRawBufferPointer(start: base, count: position)
    }
}
