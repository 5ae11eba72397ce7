import Glibc

/// A file's size and modification time, used to detect changes without reading the file.
package struct FileStamp: Hashable, Sendable {
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// True if the file contains nothing.
    package var isEmpty: Bool { size == 0 }

    /// Nil if the file does not exist.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
