@preconcurrency import Glibc

/// Identifies a file, however it is named: symbolic and hard links lead to the same identity.
package enum FileIdentity: Hashable, Sendable {
    case existing(device: dev_t, inode: ino_t)
    /// A file that does not exist yet, identified by its folder and name.
    case new(device: dev_t, folder: ino_t, name: String)

    /// Nil where not even the folder exists.
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

    /// Whether two paths lead to one file; if not even their folders exist, whether they are spelled alike.
    package static func isSame(_ path: String, _ other: String) -> Bool {
        guard path != other else { return true }
        guard let identity = FileIdentity(path) else { return false }
        return identity == FileIdentity(other)
    }
}
