import Glibc
import Localization

/// Reads small text files.
package enum TextFile {
    /// The maximum length in bytes: more than any recipe has, but less than large files opened by mistake.
    package static let largest = 16 << 20

    /// Reads the whole text; throws ``FileError/readFailed(path:reason:)`` if it is too large or not UTF-8.
    package static func read(_ path: String) throws(FileError) -> String {
        let file = try OpenFile(path: path)
        guard file.byteCount <= largest else {
            throw .readFailed(path: path, reason: tr("it is too large to be a recipe"))
        }
        let bytes = try file.beginning(file.byteCount)
        guard let text = String(validating: bytes.bytes, as: UTF8.self) else {
            throw .readFailed(path: path, reason: tr("it is not UTF-8 text"))
        }
        return text
    }
}

/// The names in a folder.
package struct FolderListing {
    /// In no particular order. Names that are not UTF-8 are skipped, since the file cannot be opened by the
    /// displayed name.
    package let names: [String]

    /// Throws ``FileError`` if the folder cannot be read.
    package init(_ path: String) throws(FileError) {
        guard let folder = opendir(path) else { throw .reading(path, errno: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        self.names = names
    }
}
