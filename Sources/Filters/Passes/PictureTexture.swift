import Localization

/// A picture file as a texture of a pass, at the picture's size and with the file's own values, sRGB-encoded;
/// or a drawn text.
package struct PictureTexture: Sendable, Hashable {
    /// The name of the GLSL function that reads the texture, which takes an `ivec2`. The name with `Size`
    /// appended gives the texture's size.
    package let name: String
    /// The path of the file. If it is empty, no file has been chosen, and the texture is one transparent
    /// pixel.
    package let path: String
    /// Identifies the version of the file.
    package let version: String
    /// True if the picture must be a HaldCLUT: a square whose sides are the cube of a level.
    package var mustBeHald = false

    /// The text that is drawn instead of reading a file.
    package private(set) var text: TextDrawing?

    /// A text.
    package init(name: String, text: TextDrawing) {
        self.name = name
        self.text = text
        path = ""
        version = "\(text)"
    }

    /// Throws ``FilterError/file(path:reason:)`` if there is no such file.
    package init(name: String, path: String) throws(FilterError) {
        self.name = name
        self.path = path
        guard !path.isEmpty else {
            version = ""
            return
        }
        guard let version = FileVersion(path) else {
            throw .file(path: path, reason: tr("\(path) cannot be found; choose the picture again"))
        }
        self.version = version.name
    }
}
