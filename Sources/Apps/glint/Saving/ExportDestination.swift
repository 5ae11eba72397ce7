import System
import Imaging
import Localization

/// The destination of an exported picture: a folder, and a name as typed, which may be a whole path.
struct ExportDestination: Equatable {
    var folder: String
    var name: String

    /// The format of the typed extension; nil if Glint cannot write that format.
    var typedFormat: PictureFormat? { PictureFormat(fileName: name) }

    /// The path of the file. A name without an extension gets that of the format.
    func path(as format: PictureFormat) -> String {
        let whole = name.hasPrefix("/") ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        guard PathName.suffix(of: whole).isEmpty, let suffix = format.fileExtensions.first else {
            return whole
        }
        return "\(Self.stem(whole)).\(suffix)"
    }

    /// Adapts the name to a format: its extension is replaced, unless it denotes that format already.
    mutating func follow(_ format: PictureFormat) {
        guard let suffix = format.fileExtensions.first, typedFormat != format else { return }
        let isFormat = typedFormat != nil
        let stem = isFormat ? String(name.dropLast(PathName.suffix(of: name).count + 1)) : name
        name = "\(Self.stem(stem)).\(suffix)"
    }

    /// A name without the dot for which no extension was typed.
    private static func stem(_ name: String) -> String {
        name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    /// The reason why nothing can be saved there, as a sentence; nil if saving is possible.
    func problem(as format: PictureFormat) -> String? {
        let path = path(as: format)
        let last = PathName.last(of: path)
        if PathName.last(of: name).isEmpty { return tr("Enter a name for the file.") }
        if PictureFormat(fileName: path) == nil {
            return sentence(ImagingError.unknownExtension(path: path), path: path)
        }
        let parent = PathName.folder(of: path)
        if !PathName.isFolder(parent) { return tr("There is no folder \(parent).") }
        if PathName.isFolder(path) { return tr("“\(last)” is a folder.") }
        return nil
    }
}
