import Glibc

/// Where the text of a stage's shader comes from.
package enum ShaderSource: Sendable, Hashable {
    /// A file, by its path.
    case file(String)
    /// The recipe, with the name of the file that it was taken from; empty for pasted code.
    case text(ShaderText, name: String)

    /// The file, or the name of the file that the text was taken from.
    package var path: String {
        switch self {
        case .file(let path), .text(_, name: let path): path
        }
    }

    /// The last component of a path.
    static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// False if the file does not exist.
    package var exists: Bool {
        switch self {
        case .file(let path): access(path, F_OK) == 0
        case .text: true
        }
    }
}
