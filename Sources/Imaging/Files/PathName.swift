@preconcurrency import Glibc

/// The parts of a path.
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

    /// The name without its last extension; a leading dot begins no extension.
    package static func stem(of path: String) -> String {
        let name = last(of: path)
        return dot(in: name).map { String(name[..<$0]) } ?? name
    }

    /// The part of the name after its last dot; empty when there is none.
    package static func suffix(of path: String) -> String {
        let name = last(of: path)
        return dot(in: name).map { String(name[name.index(after: $0)...]) } ?? ""
    }

    private static func dot(in name: String) -> String.Index? {
        name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether something has this name, were it a symbolic link that leads nowhere.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Makes a folder, for this user alone, and those it is in.
    package static func makeFolder(_ path: String) throws(ImagingError) {
        try makeFolder(path, mode: 0o700)
    }

    /// Makes a folder for what others may see, as far as the umask lets them, and those it is in.
    package static func makeSharedFolder(_ path: String) throws(ImagingError) {
        try makeFolder(path, mode: 0o777)
    }

    private static func makeFolder(_ path: String, mode: mode_t) throws(ImagingError) {
        if isFolder(path) { return }
        let parent = folder(of: path)
        if parent != path { try makeFolder(parent, mode: mode) }
        guard mkdir(path, mode) == 0 || isFolder(path) else { throw .writing(path, errno: errno) }
    }

    /// Where a folder of Glint's lies: below what the variable names, else below the home folder.
    package static func userFolder(
        _ variable: String, orInHome fallback: String, _ name: String, environment: [String: String]
    ) -> String? {
        // The base directory specification passes over relative paths.
        if let base = environment[variable], base.hasPrefix("/") { return "\(base)/glint/\(name)" }
        return environment["HOME"].map { "\($0)/\(fallback)/glint/\(name)" }
    }
}
