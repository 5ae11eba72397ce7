import System
import CImageFormats

/// Decodes picture files. Their content determines the format, not their name.
package enum PictureDecoder {
    /// Decodes a file into `target`; nil if the file does not support this extent.
    @Sendable
    package static func decode(
        _ file: OpenFile, extent: DecodingExtent, options: DecodingOptions, into target: any RowTarget
    ) throws(ImagingError) -> PictureTrailer? {
        switch extent {
        case .whole: break
        case .header:
            guard let header = try header(of: file, options: options) else { return nil }
            try target.begin(header)
            return header.ending
        case .rows: return try decodeRows(file, options: options, into: target)
        case .preview, .thumbnail:
            guard let reduced = ReducedPicture(file, extent) else { return nil }
            try hand(reduced.pixels, reduced.pixels.depth, .rgb, nil, to: target)
            return PictureTrailer(
                orientation: .upright, metadata: reduced.metadata, wholeSize: reduced.size)
        }
        let picture = try Picture(file, options: options)
        try hand(picture.pixels, picture.depth, picture.channels, picture.format, to: target)
        return PictureTrailer(
            orientation: .upright, metadata: picture.metadata, damage: picture.damage,
            wholeSize: SIMD2(picture.width, picture.height), page: picture.page,
            dynamicRange: picture.dynamicRange)
    }

    /// The properties of the upright picture; nil if they are only known after decoding.
    private static func header(
        of file: OpenFile, options: DecodingOptions
    ) throws(ImagingError) -> PictureHeader? {
        guard let kind = try PictureKind(of: file) else { throw .notAPicture(path: file.path) }
        if kind == .png { return try PNGDecoder.header(of: file, name: file.path) }
        let supported: [PictureKind] = [
            .jpeg, .jpegXL, .exr, .psd, .raw, .tiff, .webp, .gif, .heif, .radiance, .svg,
        ]
        guard supported.contains(kind) else { return nil }
        let contents = try ImagingError.wrap(file.beginning(file.byteCount))
        defer { withExtendedLifetime(contents) {} }
        switch kind {
        case .jpeg:
            guard case .ordinary = JPEGVariant(of: contents.bytes) else { return nil }
            return try JPEGDecoder.header(of: contents.bytes, name: file.path)
        case .exr: return try EXRDecoder.header(of: contents.bytes, name: file.path)
        case .jpegXL:
            return try JPEGXLDecoder.header(of: contents.bytes, options: options, name: file.path)
        case .psd: return try PhotoshopFile.header(of: contents.bytes, name: file.path)
        case .raw: return try RawDecoder.header(of: contents.bytes, name: file.path)
        default:
            return try VipsDecoder.header(of: contents.bytes, as: kind, options: options, name: file.path)
        }
    }

    /// Delivers the rows of a PNG, JPEG or TIFF as they are decoded.
    private static func decodeRows(
        _ file: OpenFile, options: DecodingOptions, into target: any RowTarget
    ) throws(ImagingError) -> PictureTrailer? {
        guard options.page == 1, !options.acceptsDamage else { return nil }
        switch try PictureKind(of: file) {
        case .png: return try PNGDecoder.decodeRows(file, options: options, name: file.path, into: target)
        case .jpeg:
            let contents = try ImagingError.wrap(file.beginning(file.byteCount))
            defer { withExtendedLifetime(contents) {} }
            guard case .ordinary = JPEGVariant(of: contents.bytes) else { return nil }
            return try JPEGDecoder.decodeRows(
                contents.bytes, options: options, name: file.path, into: target)
        case .tiff:
            let contents = try ImagingError.wrap(file.beginning(file.byteCount))
            defer { withExtendedLifetime(contents) {} }
            return try VipsDecoder.decodeRows(
                ofTIFF: contents.bytes, options: options, name: file.path, into: target)
        default: return nil
        }
    }

    private static func hand(
        _ pixels: PixelBuffer, _ depth: PixelBuffer.Depth, _ channels: Channels, _ format: PictureFormat?,
        to target: any RowTarget
    ) throws(ImagingError) {
        let header = PictureHeader(
            width: pixels.width, height: pixels.height, depth: pixels.depth, fileDepth: depth,
            channels: channels, colorSpace: pixels.colorSpace, format: format)
        if target.adopt(pixels, header) { return }
        try target.begin(header)
        target.take(pixels)
    }
}

/// Makes this process exit with `status` if libvips runs out of memory, instead of aborting.
package func endsProcess(withoutMemory status: Int32) {
    cvips_exit_without_memory(status)
}
