import CImageFormats
import Localization

/// JPEGs with 8 bits per channel: gray, RGB and CMYK.
enum JPEGDecoder {
    /// The maximum number of pixels per byte of the file; otherwise a small file could fill memory before the
    /// missing data is noticed. At least one bit is coded for each 8 × 8 block of the finest component, and a
    /// block covers at most 128 pixels.
    private static let maxPixelsPerByte = 1024

    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let file = try OpenJPEG(bytes, acceptsDamage: options.acceptsDamage, name: name)
        let (pixels, rowCount) = try file.pixels(options)
        // Rows that could not be decoded are transparent, which requires alpha.
        return Picture(
            pixels: try pixels.oriented(file.orientation, name: name),
            channels: Channels(isGray: file.rows.header.isGray, hasAlpha: rowCount < file.rows.height),
            depth: .eight, metadata: file.metadata(isSRGB: pixels.colorSpace.isSRGB), format: .jpeg)
    }

    /// Delivers rows as they are decoded; nil if they are not stored in the working format.
    static func decodeRows(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String, into target: any RowTarget
    ) throws(ImagingError) -> PictureTrailer? {
        let file = try OpenJPEG(bytes, acceptsDamage: false, name: name)
        let rows = file.rows
        guard case .space(let space) = file.colors, space.hasWorkingCurve, file.orientation == .upright,
            !DecodingExtent.isSmall(width: rows.width, height: rows.height)
        else { return nil }
        let ending = PictureTrailer(
            orientation: .upright, metadata: file.metadata(isSRGB: space.isSRGB), wholeSize: file.size)
        let header = PictureHeader(
            width: rows.width, height: rows.height, depth: .eight,
            channels: Channels(isGray: rows.header.isGray, hasAlpha: false), colorSpace: space, format: .jpeg,
            ending: ending)
        // This also raises the memory limits of a decoder process.
        try header.checkSize(options, path: name)
        try target.take(header) { target, count throws(ImagingError) in
            try rows.read(into: target, count: count)
        }
        try rows.readEnd()
        return ending
    }

    /// The properties known without decoding; nil if the color conversion depends on the pixels.
    static func header(
        of bytes: UnsafeRawBufferPointer, name: String
    ) throws(ImagingError) -> PictureHeader? {
        let file = try OpenJPEG(bytes, acceptsDamage: false, name: name)
        guard case .space(let space) = file.colors else { return nil }
        let size = file.uprightSize
        return PictureHeader(
            width: size.x, height: size.y, depth: .eight,
            channels: Channels(isGray: file.rows.header.isGray, hasAlpha: false), colorSpace: space,
            format: .jpeg,
            ending: PictureTrailer(
                orientation: .upright, metadata: file.metadata(isSRGB: space.isSRGB), wholeSize: size))
    }

    /// Decodes a picture at a reduced size; nil if it is damaged or should not be reduced.
    static func reduced(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String,
        by reduction: ReducedPicture.Reduction
    ) -> ReducedPicture? {
        var options = options
        options.acceptsDamage = false
        guard let file = try? OpenJPEG(bytes, acceptsDamage: false, name: name),
            // A picture with an unusual number of pixels is only opened after confirmation.
            file.size.x * file.size.y <= options.largestPixelCount, let denominator = reduction(file.size),
            (try? file.rows.reduce(by: denominator)) != nil,
            let (pixels, _) = try? file.pixels(options),
            let upright = try? pixels.oriented(file.orientation, name: name)
        else { return nil }
        return ReducedPicture(
            pixels: upright, size: file.uprightSize,
            channels: Channels(isGray: file.rows.header.isGray, hasAlpha: false),
            metadata: file.metadata(isSRGB: upright.colorSpace.isSRGB))
    }

    /// A JPEG file whose header has been read.
    private struct OpenJPEG {
        let rows: JPEGRows
        let colors: FileColors
        /// The rotation that turns its rows upright.
        let orientation: Orientation
        /// The size in pixels as stored.
        let size: SIMD2<Int>
        private let segments: Metadata
        private let lacksProfile: Bool
        private let name: String

        /// - Parameter bytes: the whole file, which must outlive this value.
        init(
            _ bytes: UnsafeRawBufferPointer, acceptsDamage: Bool, name: String
        ) throws(ImagingError) {
            guard let segments = JPEGMetadata.read(bytes) else {
                throw .damaged(path: name, reason: tr("it has too many metadata blocks"))
            }
            rows = try JPEGRows(of: bytes, acceptsDamage: acceptsDamage, name: name)
            size = SIMD2(rows.width, rows.height)
            self.segments = segments
            self.name = name
            orientation = segments.exif.map(ExifBlock.orientation) ?? .upright
            let profile = JPEGMetadata.profile(bytes)
            let isAdobeRGB = segments.exif.map(ExifBlock.statesAdobeRGB) ?? false
            if rows.header.rows == CJPEG_CMYK {
                colors = .inks(profile)
            } else if profile == nil, !rows.header.isGray, isAdobeRGB {
                colors = .space(.adobeRGB)
            } else {
                colors = FileColors(profile: profile, isGray: rows.header.isGray)
            }
            lacksProfile = colors.lacks(profile)
            guard size.x * size.y / maxPixelsPerByte <= bytes.count else {
                throw .damaged(
                    path: name,
                    reason: tr("the data ends too early for the \(size.x) × \(size.y) pixels it declares"))
            }
        }

        /// The size in pixels once rotated upright.
        var uprightSize: SIMD2<Int> { orientation.swapsSides ? SIMD2(size.y, size.x) : size }

        /// The file's metadata, adapted to the upright picture.
        func metadata(isSRGB: Bool) -> Metadata {
            var metadata = segments
            let header = rows.header
            // EXIF's resolution takes precedence, since editors set it.
            if let stated = segments.exif.flatMap(TIFFMetadata.resolution), stated.isPossible {
                metadata.resolution = stated
            } else if header.pixelsPerMillimeterX > 0 {
                metadata.resolution = .init(x: header.pixelsPerMillimeterX, y: header.pixelsPerMillimeterY)
            }
            if lacksProfile { metadata.losses.append(.unreadable(.profile)) }
            metadata.describe(
                width: uprightSize.x, height: uprightSize.y, turnedBy: orientation, isSRGB: isSRGB)
            return metadata
        }

        /// The stored pixels in the working format, and the number of rows that could be decoded.
        func pixels(_ options: DecodingOptions) throws(ImagingError) -> (PixelBuffer, rowCount: Int) {
            try PixelBuffer.working(
                width: rows.width, height: rows.height, depth: .eight, from: colors, inksHaveAlpha: false,
                options: options, name: name
            ) { target throws(ImagingError) in
                do throws(ImagingError) {
                    try rows.read(into: target, count: rows.height)
                    try rows.readEnd()
                } catch {
                    guard options.acceptsDamage, rows.count > 0 else { throw error }
                }
                return rows.count
            }
        }
    }
}
