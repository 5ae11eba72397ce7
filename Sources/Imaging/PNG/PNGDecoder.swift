import System
import CImageFormats
import Localization

/// Decodes PNG through libpng.
enum PNGDecoder {
    /// Decodes a file in memory.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        try decode(
            OpenPNG(
                cpng_reader_create(bytes.baseAddress, bytes.count, options.acceptsDamage),
                byteCount: bytes.count, name: name),
            options: options, name: name)
    }

    /// Decodes a file while reading it, so that the whole file need not be in memory.
    static func decode(
        _ file: OpenFile, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        defer { withExtendedLifetime(file) {} }
        return try decode(
            OpenPNG(
                cpng_reader_create_from_file(file.descriptor, options.acceptsDamage),
                byteCount: file.byteCount, name: name),
            options: options, name: name)
    }

    private static func decode(
        _ file: OpenPNG, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let colors = file.colors
        let (pixels, rowCount) = try PixelBuffer.working(
            width: file.width, height: file.height, depth: file.depth, from: colors, inksHaveAlpha: false,
            options: options, name: name
        ) { target throws(ImagingError) in
            do throws(ImagingError) {
                try file.readRows(into: target, count: file.height)
                try file.readEnd()
            } catch {
                guard options.acceptsDamage, file.rowCount > 0 else { throw error }
            }
            return file.rowCount
        }

        let (metadata, orientation) = file.metadata(isSRGB: pixels.colorSpace.isSRGB)
        // Rows that could not be decoded are transparent, which requires alpha.
        return Picture(
            pixels: try pixels.oriented(orientation, name: name),
            channels: Channels(
                isGray: file.header.isGray, hasAlpha: file.header.hasAlpha || rowCount < file.height),
            depth: file.depth, metadata: metadata, format: .png, dynamicRange: colors.dynamicRange)
    }

    /// The properties known without decoding; nil if the color conversion depends on the pixels, or if
    /// metadata follows them.
    static func header(of file: OpenFile, name: String) throws(ImagingError) -> PictureHeader? {
        defer { withExtendedLifetime(file) {} }
        let png = try OpenPNG(
            cpng_reader_create_from_file(file.descriptor, false), byteCount: file.byteCount, name: name)
        let colors = png.colors
        guard let space = colors.space(of: png.depth), !hasMetadataBehindRows(file) else { return nil }
        let (metadata, orientation) = png.metadata(isSRGB: space.isSRGB)
        let size =
            orientation.swapsSides ? SIMD2(png.height, png.width) : SIMD2(png.width, png.height)
        return PictureHeader(
            width: size.x, height: size.y, depth: png.depth,
            channels: Channels(isGray: png.header.isGray, hasAlpha: png.header.hasAlpha), colorSpace: space,
            format: .png,
            ending: PictureTrailer(
                orientation: .upright, metadata: metadata, wholeSize: size, dynamicRange: colors.dynamicRange)
        )
    }

    /// Delivers rows as they are decoded; nil if they are not stored in the working format.
    static func decodeRows(
        _ file: OpenFile, options: DecodingOptions, name: String, into target: any RowTarget
    ) throws(ImagingError) -> PictureTrailer? {
        defer { withExtendedLifetime(file) {} }
        let png = try OpenPNG(
            cpng_reader_create_from_file(file.descriptor, false), byteCount: file.byteCount, name: name)
        guard !png.header.isInterlaced, case .space(let space) = png.colors, space.hasWorkingCurve else {
            return nil
        }
        func ending() -> PictureTrailer {
            let (metadata, orientation) = png.metadata(isSRGB: space.isSRGB)
            return PictureTrailer(
                orientation: orientation, metadata: metadata, wholeSize: SIMD2(png.width, png.height))
        }
        guard !DecodingExtent.isSmall(width: png.width, height: png.height), !hasMetadataBehindRows(file)
        else { return nil }
        let header = PictureHeader(
            width: png.width, height: png.height, depth: png.depth,
            channels: Channels(isGray: png.header.isGray, hasAlpha: png.header.hasAlpha), colorSpace: space,
            format: .png, ending: ending())
        guard header.ending?.orientation == .upright else { return nil }
        // This also raises the memory limits of a decoder process.
        try header.checkSize(options, path: name)
        try target.take(header) { rows, count throws(ImagingError) in
            try png.readRows(into: rows, count: count)
        }
        try png.readEnd()
        return ending()
    }
}

extension PNGDecoder {
    /// True if metadata follows the pixels, as in files by ImageMagick: encoders need metadata before the
    /// first row.
    private static func hasMetadataBehindRows(_ file: OpenFile) -> Bool {
        let late: Set<String> = ["eXIf", "tEXt", "zTXt", "iTXt"]
        // The signature is followed by chunks of length, name, content and checksum.
        var (offset, hasRows) = (8, false)
        while true {
            let head = file.bytes(from: offset, count: 8)
            guard head.count == 8 else { return false }
            let name = String(decoding: head[4...], as: UTF8.self)
            if name == "IDAT" { hasRows = true }
            if hasRows, late.contains(name) { return true }
            offset += 12 + head[..<4].reduce(0) { $0 << 8 | Int($1) }
        }
    }
}

/// A PNG file whose header has been read.
private final class OpenPNG {
    let header: CPNGHeader
    private let reader: OpaquePointer
    private let name: String

    /// Deflate codes up to 258 bytes in 2 bits, so data expands by a factor of at most 1032.
    private static let largestExpansion: UInt64 = 1032

    /// - Parameters:
    ///   - reader: destroyed with this object; nil if its allocation failed.
    ///   - byteCount: the length of the file.
    init(_ reader: OpaquePointer?, byteCount: Int, name: String) throws(ImagingError) {
        guard let reader else { throw .file(.readFailed(path: name, reason: tr("out of memory"))) }
        self.reader = reader
        self.name = name
        var header = CPNGHeader()
        let isRead = cpng_reader_read_header(reader, &header)
        self.header = header
        guard isRead else { throw damaged }
        guard header.unpackedBytes / Self.largestExpansion <= UInt64(byteCount) else {
            throw .damaged(
                path: name,
                reason: tr("the data ends too early for the \(width) × \(height) pixels it declares"))
        }
    }

    deinit { cpng_reader_destroy(reader) }

    var width: Int { Int(header.width) }
    var height: Int { Int(header.height) }
    var depth: PixelBuffer.Depth { header.isSixteenBit ? .sixteen : .eight }
    /// The number of rows read so far.
    var rowCount: Int { Int(cpng_reader_row_count(reader)) }

    private var damaged: ImagingError {
        .damaged(path: name, reason: translatedFromC(String(cString: cpng_reader_message(reader))))
    }

    /// Reads the next rows; an interlaced picture must be read all at once.
    func readRows(into target: UnsafeMutableRawBufferPointer, count: Int) throws(ImagingError) {
        guard cpng_reader_read_rows(reader, target.baseAddress, UInt32(count)) else { throw damaged }
    }

    /// Reads the data that follows the rows.
    func readEnd() throws(ImagingError) {
        guard cpng_reader_read_end(reader) else { throw damaged }
    }

    /// The metadata read so far, adapted to the upright picture, and the rotation to apply.
    func metadata(isSRGB: Bool) -> (Metadata, Orientation) {
        var metadata = storedMetadata
        if !header.hasCodePoints, colors.lacks(profile) || cpng_reader_lost_profile(reader) {
            metadata.losses.append(.unreadable(.profile))
        }
        let orientation = metadata.exif.map(ExifBlock.orientation) ?? .upright
        let turned = orientation.swapsSides
        metadata.describe(
            width: turned ? height : width, height: turned ? width : height, turnedBy: orientation,
            isSRGB: isSRGB)
        return (metadata, orientation)
    }

    /// The order of precedence is that of the PNG specification, third edition: cICP, an embedded profile,
    /// sRGB, then gAMA with cHRM. A gAMA within 5 % of 1/2.2 means the sRGB curve, as all writers of that
    /// value intend.
    var colors: FileColors {
        if header.hasCodePoints {
            let points = CodePoints(
                primaries: Int(header.codePoints.0), transfer: Int(header.codePoints.1))
            // PNG allows only full-range RGB.
            if header.codePoints.2 == 0, header.codePoints.3 == 1,
                let colors = points.colors(isGray: header.isGray)
            {
                return colors
            }
        }
        if let profile { return FileColors(profile: profile, isGray: header.isGray) }
        guard !header.isSRGB, header.gamma > 0 || header.chromaticities.1 > 0 else { return .space(.sRGB) }
        let isOrdinary = header.gamma <= 0 || abs(header.gamma * 2.2 - 1) < 0.05
        let numbers = withUnsafeBytes(of: header.chromaticities) { Array($0.bindMemory(to: Double.self)) }
        func chromaticity(_ index: Int) -> SIMD2<Double> { SIMD2(numbers[2 * index], numbers[2 * index + 1]) }
        let stated = Primaries(
            red: chromaticity(1), green: chromaticity(2), blue: chromaticity(3), white: chromaticity(0))
        let primaries = stated.flatMap { header.isGray || $0.isSame(as: .sRGB) ? nil : $0 } ?? .sRGB
        if isOrdinary, primaries == .sRGB { return .space(.sRGB) }
        return .space(
            ColorSpace(
                name: "From gAMA and cHRM", primaries: primaries,
                curve: isOrdinary ? .sRGB : .power(1 / header.gamma), isOfGray: header.isGray))
    }

    private var profile: [UInt8]? {
        header.profile.map { Array(UnsafeBufferPointer(start: $0, count: Int(header.profileLength))) }
    }

    private var storedMetadata: Metadata {
        var metadata = Metadata()
        var length: UInt32 = 0
        if let exif = cpng_reader_exif(reader, &length) {
            metadata.exif = Array(UnsafeBufferPointer(start: exif, count: Int(length)))
        }
        if header.pixelsPerMeterX > 0, header.pixelsPerMeterY > 0 {
            metadata.resolution = .init(
                x: Double(header.pixelsPerMeterX) / 1000, y: Double(header.pixelsPerMeterY) / 1000)
        }
        for index in 0..<cpng_reader_text_count(reader) {
            let entry = cpng_reader_text(reader, index)
            let bytes = UnsafeRawBufferPointer(start: entry.text, count: entry.length)
            PNGText.add(
                keyword: PNGText.latin1(entry.keyword), bytes: bytes, isUTF8: entry.isUTF8, to: &metadata)
        }
        metadata.resolution = metadata.resolution ?? metadata.exif.flatMap(TIFFMetadata.resolution)
        if cpng_reader_lost_exif(reader) { metadata.losses.append(.unreadable(.exif)) }
        if cpng_reader_lost_text(reader) { metadata.losses.append(.unreadable(.text)) }
        return metadata
    }
}
