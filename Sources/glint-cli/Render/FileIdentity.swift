@preconcurrency import Glibc

/// What tells one file from another, however it is named: symbolic and hard links lead to the same one.
enum FileIdentity: Hashable {
    case existing(device: dev_t, inode: ino_t)
    /// A file that is still to be made, by its folder and its name.
    case new(device: dev_t, folder: ino_t, name: String)

    /// Nil where not even the folder exists.
    init?(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            self = .existing(device: status.st_dev, inode: status.st_ino)
        } else if stat(PathName.folder(of: path), &status) == 0 {
            self = .new(device: status.st_dev, folder: status.st_ino, name: PathName.last(of: path))
        } else {
            return nil
        }
    }
}

/// The parts of a path.
enum PathName {
    /// The folder part: `.` for a bare name.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The part after the last slash.
    static func last(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// The name without its last extension; a leading dot begins no extension.
    static func stem(of path: String) -> String {
        let name = last(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether something has this name, were it a symbolic link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
