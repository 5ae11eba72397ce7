import Glibc
import Localization

/// A file opened for reading. Threads and decoders share its file position, so all of them must read at
/// explicit offsets.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// The file's length in bytes, at least 1, when it was opened.
    package let byteCount: Int
    /// The file's name in error messages.
    package let path: String

    /// Throws if the file does not exist or is empty.
    package convenience init(path: String) throws(FileError) {
        // The system would take a zero byte for the end of the name.
        guard !path.utf8.contains(0) else { throw .missing(path: path) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .reading(path, errno: errno) }
        try self.init(descriptor: descriptor, name: path)
    }

    /// Takes ownership of a descriptor; `name` appears in error messages.
    package init(descriptor: Int32, name: String) throws(FileError) {
        self.descriptor = descriptor
        path = name
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        byteCount = Int(status.st_size)
        guard isKnown else { throw .reading(name, errno: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isFolder(path: name)
        default: throw .isNotAFile(path: name)
        }
        guard byteCount > 0 else { throw .empty(path: name) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The file's first `count` bytes, or fewer if it has become shorter. They are not memory-mapped, since
    /// the program would crash if another program truncated the file.
    package func beginning(_ count: Int) throws(FileError) -> FileBytes {
        guard let base = malloc(count) else { throw .readFailed(path: path, reason: tr("out of memory")) }
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
        return FileBytes(bytes: UnsafeRawBufferPointer(start: base, count: position))
    }
}

extension OpenFile {
    /// Reads bytes from an offset; fewer at the end of the file or after an error.
    package func bytes(from offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, offset < byteCount, count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: min(count, byteCount - offset)) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
        }
    }
}

/// Bytes read from a file.
package final class FileBytes {
    package let bytes: UnsafeRawBufferPointer

    /// Takes ownership of a block allocated by malloc.
    package init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }

    /// A modified copy of a file's bytes; nil if allocation fails.
    ///
    /// - Parameters:
    ///   - padding: the number of bytes to append to those of the file.
    ///   - change: called with all bytes, to modify them.
    package static func copy(
        of file: UnsafeRawBufferPointer, padding: Int = 0, change: (UnsafeMutableRawBufferPointer) -> Void
    ) -> FileBytes? {
        guard let base = malloc(file.count + padding) else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: base, count: file.count + padding)
        bytes.copyMemory(from: file)
        change(bytes)
        return FileBytes(bytes: UnsafeRawBufferPointer(bytes))
    }
}
