import Glibc

/// A file's size and modification time, to detect a changed file without reading it.
package struct FileStamp: Hashable, Sendable {
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if there is no such file.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
