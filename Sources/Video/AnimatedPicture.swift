import Imaging

/// Tells pictures that move from others.
package enum AnimatedPicture {
    /// Whether a file is a GIF, a PNG or a WebP with two frames or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool {
        AnimatedGIF.isAt(path) || AnimatedPNG.isAt(path) || AnimatedWebP.isAt(path)
    }

    /// Whether a file is an AVIF of several frames (“avis”, AV1 Image File Format, 5.2), which is read as a video; false if it
    /// cannot be read.
    package static func isAVIFSequence(_ path: String) -> Bool {
        let head = (try? OpenFile(path: path))?.bytes(from: 0, count: 12) ?? []
        return head.dropFirst(4).elementsEqual("ftypavis".utf8)
    }

    /// How often an animation is shown, 0 for ever; nil of other files.
    ///
    /// The number is the one in the file, which programs take in two ways: a GIF of 3 is shown four times by browsers.
    ///
    /// - Parameter format: FFmpeg's name of the file's kind.
    static func loopCount(in file: OpenFile, format: String) -> Int? {
        switch format {
        case "gif": AnimatedGIF.loopCount(in: file)
        case "apng": AnimatedPNG.loopCount(in: file)
        case "webp": AnimatedWebP.loopCount(in: file)
        default: nil
        }
    }
}
