import CPNG
import Wording

/// PNG files, through libpng.
enum PNGDecoder {
    /// deflate codes at most 258 bytes in 2 bits, so no data unpacks to more than 1032 times its size.
    private static let largestExpansion: UInt64 = 1032

    /// Decodes a file in memory.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        try decode(
            cpng_reader_create(bytes.baseAddress, bytes.count, options.acceptsDamage), byteCount: bytes.count,
            options: options, name: name)
    }

    /// Decodes a file while reading it, so that it is never in memory whole.
    static func decode(
        _ file: OpenFile, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        try file.rewind()
        defer { withExtendedLifetime(file) {} }
        return try decode(
            cpng_reader_create_from_file(file.descriptor, options.acceptsDamage), byteCount: file.byteCount,
            options: options, name: name)
    }

    private static func decode(
        _ reader: OpaquePointer?, byteCount: Int, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        guard let reader else { throw .readFailed(path: name, reason: tr("no memory left")) }
        defer { cpng_reader_destroy(reader) }
        var header = CPNGHeader()
        guard cpng_reader_read_header(reader, &header) else { throw damaged(reader, name) }
        let width = Int(header.width)
        let height = Int(header.height)
        let depth: PixelBuffer.Depth = header.isSixteenBit ? .sixteen : .eight
        guard header.unpackedBytes / largestExpansion <= UInt64(byteCount) else {
            throw .damaged(
                path: name,
                reason: tr("the data ends too early for the \(width) × \(height) pixels it claims"))
        }
        let colors = colors(header)
        let (pixels, rowCount) = try PixelBuffer.working(
            width: width, height: height, depth: depth, from: colors, inksHaveAlpha: false,
            options: options, name: name
        ) { target throws(ImagingError) in
            let decoded = cpng_reader_read_rows(reader, target.baseAddress)
            let rowCount = Int(cpng_reader_row_count(reader))
            guard decoded || (options.acceptsDamage && rowCount > 0) else { throw damaged(reader, name) }
            return rowCount
        }

        var metadata = metadata(reader, header)
        let orientation = metadata.exif.map(ExifBlock.orientation) ?? .upright
        let upright = try pixels.oriented(orientation, name: name)
        if orientation != .upright { metadata.pixelsHaveMoved() }
        metadata.describe(
            width: upright.width, height: upright.height, turned: orientation.swapsSides,
            isSRGB: pixels.colorSpace.isSRGB)
        // Rows that could not be read are transparent.
        return Picture(
            pixels: upright,
            channels: Channels(isGray: header.isGray, hasAlpha: header.hasAlpha || rowCount < height),
            depth: depth, metadata: metadata, format: .png, dynamicRange: colors.dynamicRange)
    }

    private static func damaged(_ reader: OpaquePointer, _ name: String) -> ImagingError {
        .damaged(path: name, reason: translatedFromC(String(cString: cpng_reader_message(reader))))
    }

    /// In the order of the PNG specification, third edition: cICP counts first, then an embedded profile, sRGB, and gAMA with
    /// cHRM.
    /// gAMA within 5 % of 1/2.2 means the sRGB curve, as every writer that stores it intends.
    private static func colors(_ header: CPNGHeader) -> FileColors {
        if header.hasCodePoints {
            let points = CodePoints(
                primaries: Int(header.codePoints.0), transfer: Int(header.codePoints.1))
            // Red, green and blue of the full range are what PNG allows.
            if header.codePoints.2 == 0, header.codePoints.3 == 1,
                let colors = points.colors(isGray: header.isGray)
            {
                return colors
            }
        }
        if let profile = header.profile {
            let bytes = Array(UnsafeBufferPointer(start: profile, count: Int(header.profileLength)))
            return FileColors(profile: bytes, isGray: header.isGray)
        }
        guard !header.isSRGB, header.gamma > 0 || header.chromaticities.1 > 0 else { return .space(.sRGB) }
        let isOrdinary = header.gamma <= 0 || abs(header.gamma * 2.2 - 1) < 0.05
        let numbers = withUnsafeBytes(of: header.chromaticities) { Array($0.bindMemory(to: Double.self)) }
        func place(_ index: Int) -> SIMD2<Double> { SIMD2(numbers[2 * index], numbers[2 * index + 1]) }
        let stated = Primaries(red: place(1), green: place(2), blue: place(3), white: place(0))
        let primaries = stated.flatMap { header.isGray || $0.isSame(as: .sRGB) ? nil : $0 } ?? .sRGB
        if isOrdinary, primaries == .sRGB { return .space(.sRGB) }
        return .space(
            ColorSpace(
                name: "From gAMA and cHRM", primaries: primaries,
                curve: isOrdinary ? .sRGB : .power(1 / header.gamma), isOfGray: header.isGray))
    }

    private static func metadata(_ reader: OpaquePointer, _ header: CPNGHeader) -> Metadata {
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
