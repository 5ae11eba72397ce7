import System
import Imaging

/// Distinguishes animated pictures from others.
package enum AnimatedPicture {
    /// True if a file is a GIF, a PNG or a WebP with two frames or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool {
        AnimatedGIF.isAt(path) || AnimatedPNG.isAt(path) || AnimatedWebP.isAt(path)
    }

    /// True if a file is an AVIF with several frames (“avis”, AV1 Image File Format, 5.2), which is decoded
    /// as a video; false if it cannot be read.
    package static func isAVIFSequence(_ path: String) -> Bool {
        let head = (try? OpenFile(path: path))?.bytes(from: 0, count: 12) ?? []
        return head.dropFirst(4).elementsEqual("ftypavis".utf8)
    }

    /// The loop count of an animation, 0 for infinite; nil for other files.
    ///
    /// The number is the one in the file, which programs interpret in two ways: browsers show a GIF with a
    /// count of 3 four times.
    ///
    /// - Parameter format: FFmpeg's name of the file format.
    static func loopCount(in file: OpenFile, format: String) -> Int? {
        switch format {
        case "gif": AnimatedGIF.loopCount(in: file)
        case "apng": AnimatedPNG.loopCount(in: file)
        case "webp": AnimatedWebP.loopCount(in: file)
        default: nil
        }
    }
}
