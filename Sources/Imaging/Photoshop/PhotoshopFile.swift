import Localization

/// The flattened picture in a Photoshop file, and its metadata blocks.
///
/// Decoded here because libavcodec rejects rows that end with PackBits' no-op byte, which ImageMagick writes.
/// "Adobe Photoshop File Formats Specification",
/// <https://www.adobe.com/devnet-apps/photoshop/fileformatashtml>.
struct PhotoshopFile {
    private enum Resource {
        static let resolution = 0x03ED
        static let version = 0x0421
        static let iptc = 0x0404
        static let profile = 0x040F
        static let exif = 0x0422
        static let xmp = 0x0424
    }

    private enum Mode: Int {
        case bitmap = 0
        case gray = 1
        case indexed = 2
        case rgb = 3
        case cmyk = 4
        case duotone = 8

        var colorCount: Int {
            switch self {
            case .bitmap, .gray, .indexed, .duotone: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private let name: String
    private let mode: Mode
    private let bits: Int
    private let width: Int
    private let height: Int
    private let channelCount: Int
    /// The 256-color palette: all red values, then green, then blue.
    private let palette: [UInt8]
    private let resources: [Int: [UInt8]]
    private let isTransparent: Bool
    /// The offset of the pixel data, which begins with the compression method.
    private let pixels: Int

    private static let headerLength = 26

    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        try PhotoshopFile(bytes, name: name).picture(options)
    }

    private init(_ bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) {
        self.bytes = bytes
        self.name = name
        let cutShort = ImagingError.damaged(path: name, reason: tr("it ends too early"))
        func number(_ offset: Int, _ size: Int) throws(ImagingError) -> Int {
            guard offset >= 0, offset + size <= bytes.count else { throw cutShort }
            return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
        }
        guard try number(4, 2) == 1 else {
            throw .unsupported(path: name, reason: tr("it is a Photoshop file for large pictures (PSB)"))
        }
        channelCount = try number(12, 2)
        height = try number(14, 4)
        width = try number(18, 4)
        bits = try number(22, 2)
        guard let mode = Mode(rawValue: try number(24, 2)), [1, 8, 16, 32].contains(bits),
            (bits == 1) == (mode == .bitmap), bits == 8 || mode != .indexed, bits < 32 || mode != .cmyk
        else {
            throw .unsupported(
                path: name, reason: tr("it is a Photoshop file in a color mode other than RGB, gray and CMYK")
            )
        }
        self.mode = mode
        guard channelCount >= mode.colorCount, channelCount <= 64, width > 0, height > 0 else {
            throw .damaged(path: name, reason: tr("its header is invalid"))
        }
        // A PackBits run expands two bytes to 128.
        let (pixelCount, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixelCount / 64 / max(1, 8 / bits) <= bytes.count else { throw cutShort }
        var offset = Self.headerLength
        func section() throws(ImagingError) -> UnsafeRawBufferPointer {
            let length = try number(offset, 4)
            guard length <= bytes.count - offset - 4 else { throw cutShort }
            defer { offset += 4 + length }
            return UnsafeRawBufferPointer(rebasing: bytes[offset + 4..<offset + 4 + length])
        }
        palette = Array(try section().prefix(768))
        guard mode != .indexed || palette.count == 768 else { throw cutShort }
        resources = IPTC.resources(in: Array(try section()))
        isTransparent = Self.hasAlpha(layers: try section()) && channelCount > mode.colorCount
        pixels = offset
    }

    /// True if the first channel after the colors is the flattened picture's alpha, which is marked by a
    /// negative number of layers. For more than 8 bits per channel, that number is in a separate block.
    private static func hasAlpha(layers: UnsafeRawBufferPointer) -> Bool {
        func number(_ offset: Int) -> Int {
            offset + 4 <= layers.count ? layers[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } : 0
        }
        guard layers.count > 6 else { return false }
        if number(0) > 0 { return layers[4] & 0x80 != 0 }
        var block = 8 + number(4)
        while block + 12 < layers.count {
            let length = number(block + 8)
            switch String(decoding: layers[block + 4..<block + 8], as: UTF8.self) {
            case "Lr16", "Lr32": return layers[block + 12] & 0x80 != 0
            case "Mtrn", "Mt16", "Mt32": return true
            default: block += 12 + (length + 3) / 4 * 4
            }
        }
        return false
    }

    /// The properties known without decoding; nil if the color conversion depends on the pixels.
    static func header(of bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> PictureHeader?
    {
        let file = try PhotoshopFile(bytes, name: name)
        var planes = file.planes
        guard planes.begin() != nil else { throw file.isZIP }
        guard let space = file.colors.space(of: file.depth) else { return nil }
        return PictureHeader(
            width: file.width, height: file.height, depth: file.depth, channels: file.channels,
            colorSpace: space, format: nil,
            ending: PictureTrailer(
                orientation: .upright, metadata: file.metadata(isSRGB: space.isSRGB),
                wholeSize: SIMD2(file.width, file.height)))
    }

    private func picture(_ options: DecodingOptions) throws(ImagingError) -> Picture {
        let (pixels, _) = try PixelBuffer.working(
            width: width, height: height, depth: depth, from: colors, inksHaveAlpha: true, options: options,
            name: name
        ) { target throws(ImagingError) in
            try read(into: target)
            if isTransparent, isOfPhotoshop { removeWhite(target, depth) }
            return height
        }
        return Picture(
            pixels: pixels, channels: channels, depth: depth,
            metadata: metadata(isSRGB: pixels.colorSpace.isSRGB))
    }

    private var depth: PixelBuffer.Depth { bits == 32 ? .float : bits == 16 ? .sixteen : .eight }
    private var isGray: Bool { mode.colorCount == 1 && mode != .indexed }
    private var channels: Channels { Channels(isGray: isGray, hasAlpha: isTransparent) }

    private var colors: FileColors {
        let profile = resources[Resource.profile]
        return mode == .cmyk
            ? .inks(profile)
            : profile == nil && depth == .float
                ? .space(.linearSRGB) : FileColors(profile: profile, isGray: isGray)
    }

    private func metadata(isSRGB: Bool) -> Metadata {
        var metadata = Metadata(
            exif: resources[Resource.exif].flatMap { ExifBlock($0) == nil ? nil : $0 },
            xmp: resources[Resource.xmp], iptc: resources[Resource.iptc])
        if resources[Resource.exif] != nil, metadata.exif == nil {
            metadata.losses.append(.unreadable(.exif))
        }
        if colors.lacks(resources[Resource.profile]) { metadata.losses.append(.unreadable(.profile)) }
        metadata.resolution = resolution ?? metadata.exif.flatMap(TIFFMetadata.resolution)
        metadata.describe(width: width, height: height, isSRGB: isSRGB)
        return metadata
    }

    /// True if Photoshop wrote the file, according to the version info: after five bytes come the length of
    /// the writer's name, and the name in UTF-16.
    private var isOfPhotoshop: Bool {
        guard let block = resources[Resource.version], block.count > 9 else { return false }
        let letters = stride(from: 10, to: min(block.count, 80), by: 2).map { block[$0] }
        return String(decoding: letters, as: UTF8.self).contains("Photoshop")
    }

    /// Horizontal and vertical pixels per inch as 16.16 fixed-point numbers, each followed by its display
    /// unit.
    private var resolution: Metadata.Resolution? {
        guard let block = resources[Resource.resolution], block.count >= 16 else { return nil }
        func perMillimeter(_ offset: Int) -> Double {
            Double(block[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }) / 65536 / 25.4
        }
        let (x, y) = (perMillimeter(0), perMillimeter(8))
        return x > 0 && y > 0 ? Metadata.Resolution(x: x, y: y) : nil
    }

    /// Removes the white over which Photoshop blends translucent pixels of its flattened picture; does
    /// nothing if a color is too dark to be blended over white.
    private func removeWhite(_ target: UnsafeMutableRawBufferPointer, _ depth: PixelBuffer.Depth) {
        let step = mode == .cmyk ? 5 : 4
        // In CMYK, white is the absence of ink.
        let white: Double = mode == .cmyk ? 0 : 1
        /// Calls `body` with each color sample of translucent pixels, and the pixel's alpha.
        func visit<Sample>(
            _ samples: UnsafeMutableBufferPointer<Sample>, _ number: (Sample) -> Double,
            _ body: (Int, Double, Double) -> Bool
        ) -> Bool {
            for pixel in stride(from: 0, to: samples.count, by: step) {
                let alpha = number(samples[pixel + step - 1])
                guard alpha > 0, alpha < 1 else { continue }
                for channel in pixel..<pixel + step - 1 {
                    guard body(channel, number(samples[channel]), alpha) else { return false }
                }
            }
            return true
        }
        func remove<Sample>(
            _ type: Sample.Type, _ number: (Sample) -> Double, _ sample: (Double) -> Sample
        ) {
            let samples = target.assumingMemoryBound(to: type)
            let isOverWhite = visit(samples, number) { _, value, alpha in
                // Tolerates rounding by one 8-bit level.
                abs(white - value) <= alpha + 1.0 / 255
            }
            guard isOverWhite else { return }
            _ = visit(samples, number) { channel, value, alpha in
                samples[channel] = sample(white + (value - white) / alpha)
                return true
            }
        }
        switch depth {
        case .eight: remove(UInt8.self, { Double($0) / 255 }, { UInt8(min(max($0, 0), 1) * 255 + 0.5) })
        case .sixteen:
            remove(UInt16.self, { Double($0) / 65535 }, { UInt16(min(max($0, 0), 1) * 65535 + 0.5) })
        case .float: remove(Float.self, Double.init, Float.init)
        }
    }

    /// The pixels are stored as separate planes.
    private var planes: PlaneReader {
        PlaneReader(
            bytes: bytes, offset: pixels, planeCount: channelCount, height: height,
            bytesPerRow: bits == 1 ? (width + 7) / 8 : width * bits / 8)
    }

    private var isZIP: ImagingError {
        .unsupported(path: name, reason: tr("its flattened picture is compressed with ZIP"))
    }

    private func read(into target: UnsafeMutableRawBufferPointer) throws(ImagingError) {
        let step = mode == .cmyk ? 5 : 4
        var planes = planes
        guard let isPacked = planes.begin() else { throw isZIP }
        let wanted = mode.colorCount + (isTransparent ? 1 : 0)
        // Without an alpha channel, all pixels are opaque.
        if !isTransparent { fill(target, channel: step - 1, step: step) }
        for plane in 0..<wanted {
            for y in 0..<height {
                guard let row = isPacked ? planes.packedRow() : planes.row() else {
                    throw .damaged(path: name, reason: tr("it ends too early"))
                }
                let first = y * width * step
                for x in 0..<width { put(row, x, plane, to: target, first + x * step) }
            }
        }
    }

    private func put(
        _ row: ArraySlice<UInt8>, _ x: Int, _ plane: Int, to target: UnsafeMutableRawBufferPointer,
        _ pixel: Int
    ) {
        let start = row.startIndex
        switch mode {
        case .bitmap:
            let isBlack = row[start + x / 8] & (0x80 >> UInt8(x % 8)) != 0
            for channel in 0..<3 { target[pixel + channel] = isBlack ? 0 : 255 }
        case .indexed where plane == 0:
            for channel in 0..<3 { target[pixel + channel] = palette[256 * channel + Int(row[start + x])] }
        default:
            let isAlpha = plane == mode.colorCount
            let channels =
                isAlpha
                ? (mode == .cmyk ? 4..<5 : 3..<4) : mode.colorCount == 1 ? 0..<3 : plane..<plane + 1
            // Inks are stored inverted: no ink is the maximum.
            let mask: UInt8 = mode == .cmyk && !isAlpha ? 255 : 0
            for channel in channels {
                let sampleBytes = bits / 8
                for byte in 0..<sampleBytes {
                    // Converts big-endian samples to native byte order.
                    target[(pixel + channel) * sampleBytes + byte] =
                        row[start + x * sampleBytes + sampleBytes - 1 - byte] ^ mask
                }
            }
        }
    }

    private func fill(_ target: UnsafeMutableRawBufferPointer, channel: Int, step: Int) {
        for pixel in 0..<width * height {
            let index = pixel * step + channel
            switch bits {
            case 16: target.storeBytes(of: .max, toByteOffset: 2 * index, as: UInt16.self)
            case 32: target.storeBytes(of: 1, toByteOffset: 4 * index, as: Float.self)
            default: target[index] = 255
            }
        }
    }
}

/// Reads the rows of consecutive planes.
private struct PlaneReader {
    let bytes: UnsafeRawBufferPointer
    var offset: Int
    let planeCount: Int
    let height: Int
    let bytesPerRow: Int

    /// Reads the compression method and returns true for PackBits; nil for methods that flattened pictures do
    /// not use.
    mutating func begin() -> Bool? {
        guard offset + 2 <= bytes.count else { return false }
        let kind = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
        offset += 2
        guard kind <= 1 else { return nil }
        // Skips the table of packed row lengths.
        if kind == 1 { offset += 2 * planeCount * height }
        return kind == 1
    }

    mutating func row() -> ArraySlice<UInt8>? {
        guard bytesPerRow <= bytes.count - offset else { return nil }
        defer { offset += bytesPerRow }
        return Array(bytes[offset..<offset + bytesPerRow])[...]
    }

    /// Decodes PackBits: a count of literal bytes that follow, or a negative count of repetitions of one
    /// byte.
    mutating func packedRow() -> ArraySlice<UInt8>? {
        var row: [UInt8] = []
        row.reserveCapacity(bytesPerRow)
        while row.count < bytesPerRow {
            guard offset < bytes.count else { return nil }
            let count = Int(Int8(bitPattern: bytes[offset]))
            offset += 1
            switch count {
            case 0...:
                guard count + 1 <= bytes.count - offset else { return nil }
                row += bytes[offset..<offset + count + 1]
                offset += count + 1
            case -127..<0:
                guard offset < bytes.count else { return nil }
                row += repeatElement(bytes[offset], count: 1 - count)
                offset += 1
            default: continue
            }
        }
        return row[..<bytesPerRow]
    }
}
