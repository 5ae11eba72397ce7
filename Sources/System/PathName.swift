@preconcurrency import Glibc

/// Splits and resolves paths.
package enum PathName {
    /// The folder part: `.` for a bare name.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The part after the last slash.
    package static func last(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// The name without its last extension; a leading dot does not begin an extension.
    package static func stem(of path: String) -> String {
        let name = last(of: path)
        return dot(in: name).map { String(name[..<$0]) } ?? name
    }

    /// The part of the name after its last dot; empty if there is none.
    package static func suffix(of path: String) -> String {
        let name = last(of: path)
        return dot(in: name).map { String(name[name.index(after: $0)...]) } ?? ""
    }

    private static func dot(in name: String) -> String.Index? {
        name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    }

    /// An absolute path without symbolic links; the path itself if the file does not exist.
    package static func whole(_ path: String) -> String {
        guard let whole = realpath(path, nil) else { return path }
        defer { free(whole) }
        return String(cString: whole)
    }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// True if the path exists, even as a dangling symbolic link.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Creates a folder and its parents, accessible only to this user.
    package static func makeFolder(_ path: String) throws(FileError) {
        try makeFolder(path, mode: 0o700)
    }

    /// Creates a folder and its parents, with the permissions that the umask allows.
    package static func makeSharedFolder(_ path: String) throws(FileError) {
        try makeFolder(path, mode: 0o777)
    }

    private static func makeFolder(_ path: String, mode: mode_t) throws(FileError) {
        if isFolder(path) { return }
        let parent = folder(of: path)
        if parent != path { try makeFolder(parent, mode: mode) }
        guard mkdir(path, mode) == 0 || isFolder(path) else { throw .writing(path, errno: errno) }
    }

    /// The path of one of Glint's folders: within the folder that an environment variable names, else within
    /// the home folder.
    package static func userFolder(
        _ variable: String, orInHome fallback: String, _ name: String, environment: [String: String]
    ) -> String? {
        // According to the XDG base directory specification, relative paths are ignored.
        if let base = environment[variable], base.hasPrefix("/") { return "\(base)/glint/\(name)" }
        return environment["HOME"].map { "\($0)/\(fallback)/glint/\(name)" }
    }
}
