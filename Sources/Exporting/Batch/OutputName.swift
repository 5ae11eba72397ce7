import System
import Imaging
import Video

/// The names of the pictures and videos that a batch writes.
package enum OutputName {
    /// True if the extension is that of a format that Glint writes.
    package static func isKnown(_ path: String) -> Bool {
        PictureFormat(fileName: path) != nil || VideoContainer(fileName: path) != nil
    }

    /// The name of an input's result in a folder: the input's own, with another extension if its format
    /// cannot be written.
    static func inFolder(for input: String) -> String {
        let stem = PathName.stem(of: input)
        if isVideo(input) {
            let container = VideoContainer(fileName: input)
            return container.map { !$0.isAnimation } == true ? PathName.last(of: input) : stem + ".mp4"
        }
        return PictureFormat(fileName: input) == nil ? stem + ".png" : PathName.last(of: input)
    }

    /// The extension of an input's result: that of `format` if given and the input is a picture, otherwise as
    /// in a folder.
    static func suffix(for input: String, as format: PictureFormat?) -> String {
        guard let format, let suffix = format.fileExtensions.first, !isVideo(input) else {
            return PathName.suffix(of: inFolder(for: input))
        }
        // A .jpeg keeps its extension.
        return PictureFormat(fileName: input) == format ? PathName.suffix(of: input) : suffix
    }

    /// True if neither the name nor the content of a file is that of a picture, so that it may be a video.
    package static func isVideo(_ path: String) -> Bool {
        if PictureKind.isNamed(byExtensionOf: path) { return false }
        do throws(ImagingError) {
            return try PictureKind(ofFile: path) == nil
        } catch {
            return false
        }
    }
}
