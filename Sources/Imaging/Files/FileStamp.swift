import Glibc

/// A file's size and the time of its last change: tells at once, without reading it, that a file is another one.
package struct FileStamp: Hashable, Sendable {
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil where there is no such file.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
