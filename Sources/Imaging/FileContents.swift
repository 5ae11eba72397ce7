import Glibc

/// The bytes of a whole file, read at once: a mapping would break when another program shortens the file.
final class FileContents {
    let bytes: UnsafeRawBufferPointer

    init(path: String) throws(ImagingError) {
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
        guard let base = malloc(count) else { throw .readFailed(path: path, reason: "no memory left") }
        var position = 0
        while position < count {
            let read = Glibc.read(descriptor, base + position, count - position)
            if read == 0 { break }
            if read < 0 {
                if errno == EINTR { continue }
                let code = errno
                free(base)
                throw .reading(path, errno: code)
            }
            position += read
        }
        bytes = UnsafeRawBufferPointer(start: base, count: position)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
