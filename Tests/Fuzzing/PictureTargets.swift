import Imaging

extension FuzzTarget {
    /// The decoders, each with seeds in its format; the decoder is chosen by the content of the input.
    static let pictures =
        [
            FuzzTarget(name: "png", isDecoder: true) { input in
                try decode(PNGFile.withRightChecksums(Array(input)))
            }
        ]
        + [
            "jpeg", "tiff", "webp", "gif", "heif", "avif", "raw", "jxl", "exr", "radiance", "psd", "svg",
            "bmp", "pnm", "qoi",
            "tga", "ico", "jpegls",
        ].map { name in
            FuzzTarget(name: name, isDecoder: true) { input in
                // The formats that can also be decoded at a reduced size.
                if name == "jpeg" || name == "raw" { decodeReduced(Array(input)) }
                try decode(Array(input))
            }
        }

    /// Reads a picture file at a reduced size.
    private static func decodeReduced(_ file: [UInt8]) {
        file.withUnsafeBytes { bytes in
            let reduced = try? Picture.reduced(
                encoded: bytes, name: "input", options: DecodingOptions(), toFit: SIMD2(2, 2))
            guard let (picture, size) = reduced else { return }
            demand(picture.width <= size.x && picture.height <= size.y, "a reduced picture is not larger")
        }
    }

    /// Reads a picture file in the same way as the programs.
    @discardableResult
    static func decode(_ file: [UInt8]) throws(ImagingError) -> Picture {
        let picture = try Picture(encoded: file, name: "input")
        let pixels = picture.pixels
        pixels.withUnsafeBytes { bytes in
            demand(bytes.count == pixels.bytesPerRow * pixels.height, "the rows fill the buffer")
            // Accesses the last pixel, and so the last page of memory.
            demand(bytes.last != nil, "a picture has a pixel")
        }
        return picture
    }
}
