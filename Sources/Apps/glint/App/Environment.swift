@preconcurrency import Glibc

/// The program's environment: its variables and the locations of its files.
enum Environment {
    /// The variables that locate the user's folders.
    static let folders = ["XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"].reduce(into: [String: String]()) {
        $0[$1] = getenv($1).map { String(cString: $0) }
    }

    /// Folders with translations: `GLINT_LOCALES`, the one installed beside the program, and the one that
    /// `make` creates in the build folder.
    static var catalogFolders: [String] {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let program = String(
            decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        return [
            getenv("GLINT_LOCALES").map { String(cString: $0) }, "\(folder)/../share/locale",
            "\(folder)/../../po",
        ].compactMap(\.self)
    }
}
