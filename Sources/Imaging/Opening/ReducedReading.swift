import System

extension Picture {
    /// Reads a file whose picture will be reduced to fit `size`, as ``reduced(encoded:name:options:toFit:)``
    /// does for bytes.
    package static func reduced(
        contentsOf path: String, options: DecodingOptions, toFit size: SIMD2<Int>
    ) throws(ImagingError) -> (picture: Picture, size: SIMD2<Int>) {
        let file = try ImagingError.wrap(OpenFile(path: path))
        // A file that is not a picture may be huge, so only its beginning is read at first.
        guard try PictureKind(of: file) != nil else { throw .notAPicture(path: path) }
        let contents = try ImagingError.wrap(file.beginning(file.byteCount))
        defer { withExtendedLifetime(contents) {} }
        return try reduced(encoded: contents.bytes, name: path, options: options, toFit: size)
    }

    /// Reads a picture that will be reduced to fit `size`; also returns its size in the file.
    ///
    /// If the decoder can skip fine detail, as for JPEGs and raw files, the picture is decoded at a fraction
    /// of its size, but at least twice the target size, so that the final result looks as if reduced from the
    /// whole picture.
    package static func reduced(
        encoded bytes: UnsafeRawBufferPointer, name: String, options: DecodingOptions, toFit size: SIMD2<Int>
    ) throws(ImagingError) -> (picture: Picture, size: SIMD2<Int>) {
        let reduced =
            options.page > 1
            ? nil
            : ReducedPicture(bytes, options: options, name: name) { whole in
                let (whole, size) = (SIMD2<Double>(whole), SIMD2<Double>(size))
                // The picture may be stored rotated by a quarter turn.
                let ratio = min((whole / size).max(), (whole / SIMD2(size.y, size.x)).max())
                return [8, 4, 2].first { Double($0) * 2 <= ratio }
            }
        guard let reduced else {
            let picture = try Picture(encoded: bytes, name: name, options: options)
            return (picture, SIMD2(picture.width, picture.height))
        }
        let picture = Picture(
            pixels: reduced.pixels, channels: reduced.channels, depth: reduced.pixels.depth,
            metadata: reduced.metadata, format: PictureKind(bytes)?.format)
        return (picture, reduced.size)
    }
}
