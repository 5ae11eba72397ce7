@preconcurrency import Glibc

/// Identifies a file independently of its name: symbolic and hard links to it have the same identity.
package enum FileIdentity: Hashable, Sendable {
    case existing(device: dev_t, inode: ino_t)
    /// A file that does not exist yet, identified by its folder and name.
    case new(device: dev_t, folder: ino_t, name: String)

    /// Nil if the folder does not exist, either.
    package init?(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            self = .existing(device: status.st_dev, inode: status.st_ino)
        } else if stat(PathName.folder(of: path), &status) == 0 {
            self = .new(device: status.st_dev, folder: status.st_ino, name: PathName.last(of: path))
        } else {
            return nil
        }
    }

    /// True if two paths refer to the same file, or, if their folders do not exist, if the paths are equal.
    package static func isSame(_ path: String, _ other: String) -> Bool {
        guard path != other else { return true }
        guard let identity = FileIdentity(path) else { return false }
        return identity == FileIdentity(other)
    }
}
