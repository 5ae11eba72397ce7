import Glibc

/// The version of a file that a filter reads, so that it is read again only after it has changed.
struct FileVersion: Hashable {
    /// A text that differs between versions: the path, the time of the last change and the size.
    let name: String
    /// The size in bytes.
    let size: Int

    /// False for a folder, a pipe or a device.
    let isRegular: Bool

    /// Nil if the file does not exist.
    init?(_ path: String) {
        var attributes = stat()
        guard stat(path, &attributes) == 0 else { return nil }
        isRegular = attributes.st_mode & S_IFMT == S_IFREG
        size = Int(attributes.st_size)
        name = "\(path) \(attributes.st_mtim.tv_sec).\(attributes.st_mtim.tv_nsec) \(size)"
    }
}
