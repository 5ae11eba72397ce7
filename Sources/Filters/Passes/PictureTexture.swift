import FoundationEssentials
import Wording

/// A picture file as a texture of a pass, in its own size and as it is in the file, sRGB-encoded.
package struct PictureTexture: Sendable, Hashable {
    /// The GLSL function that reads it, which takes an `ivec2`; the same with `Size` is its size.
    package let name: String
    /// The file; empty where none is chosen, which is one transparent pixel.
    package let path: String
    /// Tells versions of the file apart.
    package let version: String

    /// Throws ``FilterError/file(path:reason:)`` where there is no such file.
    package init(name: String, path: String) throws(FilterError) {
        self.name = name
        self.path = path
        guard !path.isEmpty else {
            version = ""
            return
        }
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            throw .file(path: path, reason: tr("\(path) cannot be found; choose the picture again"))
        }
        let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
        version = "\(path) \(time) \((attributes[.size] as? Int) ?? 0)"
    }
}
