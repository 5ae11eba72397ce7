import Localization

/// Decodes OpenEXR files through the OpenEXR library.
enum EXRDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let file = try EXRFile(bytes, name: name)
        let header = header(of: file)
        try header.checkSize(options, path: name)
        // ZIP expands data up to a thousandfold, and DWA even more for black areas. Regardless of the file's
        // length, a block may take 64 MB, and the display and data windows a quarter of a gigabyte each.
        guard file.header.blockBytes <= Double(max(1 << 26, 4096 * bytes.count)) else {
            throw .damaged(path: name, reason: tr("its data is invalid or ends too early"))
        }
        for window in [file.header.display, file.header.data]
        where window.pixelCount > max(1 << 24, 4096 * bytes.count) {
            throw .damaged(
                path: name,
                reason: tr(
                    """
                    the data ends too early for the \(window.columns.count) × \(window.rows.count) pixels it \
                    declares
                    """
                ))
        }
        let (pixels, _) = try PixelBuffer.working(
            width: header.width, height: header.height, depth: .float, from: .space(colorSpace(of: file)),
            inksHaveAlpha: true, options: options, name: name
        ) { target throws(ImagingError) in
            let canvas = EXRCanvas(file, target.bindMemory(to: SIMD4<Float>.self))
            let rows = file.header.data.rows
            // As many rows as the largest blocks have, up to a few megabytes; single rows if damage is
            // accepted, so that fewer are lost.
            let step =
                options.acceptsDamage ? 1 : max(1, min(256, (1 << 18) / file.header.data.columns.count))
            for row in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
                do throws(ImagingError) {
                    try canvas.read(row..<min(row + step, rows.upperBound))
                } catch {
                    guard options.acceptsDamage else { throw error }
                }
            }
            canvas.finish()
            return header.height
        }
        return Picture(
            pixels: pixels, channels: header.channels, depth: .float,
            metadata: header.ending?.metadata ?? Metadata(), format: .exr)
    }

    /// The properties known without decoding.
    static func header(of bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> PictureHeader {
        header(of: try EXRFile(bytes, name: name))
    }

    private static func header(of file: EXRFile) -> PictureHeader {
        let (width, height) = (file.header.display.columns.count, file.header.display.rows.count)
        let space = colorSpace(of: file)
        var metadata = Metadata()
        metadata.describe(width: width, height: height, turnedBy: .upright, isSRGB: space.isSRGB)
        return PictureHeader(
            width: width, height: height, depth: .float,
            channels: Channels(
                isGray: file.header.channels.kind == .gray, hasAlpha: file.header.channels.hasAlpha),
            colorSpace: space.ofFloats, format: .exr,
            ending: PictureTrailer(
                orientation: .upright, metadata: metadata, wholeSize: SIMD2(width, height)))
    }

    /// Linear light with the file's primaries.
    private static func colorSpace(of file: EXRFile) -> ColorSpace {
        let colors = file.header.chromaticities
        let primaries = Primaries(red: colors[0], green: colors[1], blue: colors[2], white: colors[3])
        guard let primaries, !primaries.isSame(as: .sRGB) else { return .linearSRGB }
        return ColorSpace(primaries: primaries, curves: ColorSpace.linearSRGB.curves)
    }
}
