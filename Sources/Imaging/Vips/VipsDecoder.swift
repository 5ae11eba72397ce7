import System
import CImageFormats
import Localization

/// Decodes TIFF, WebP and other formats through libvips.
enum VipsDecoder {
    /// The maximum number of pixels per byte of a GIF, whose decoder would otherwise fill memory before it
    /// notices missing data: the longest string has 4096 pixels and takes 12 bits.
    private static let maxGIFPixelsPerByte = 2731

    static func decode(
        _ bytes: UnsafeRawBufferPointer, as kind: PictureKind, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        try Vips.start()
        if kind == .tiff, let floats = try TIFFFloats.decode(bytes, options: options, name: name) {
            return floats
        }
        let file = try OpenPicture(bytes, as: kind, options: options, name: name)
        let (pixels, rowCount) = try file.pixels()
        let metadata = file.metadata(isSRGB: pixels.colorSpace.isSRGB)
        // Rows that could not be decoded are transparent, which requires alpha.
        return Picture(
            pixels: try pixels.oriented(file.orientation, name: name),
            channels: Channels(
                isGray: file.header.isGray,
                hasAlpha: file.header.hasAlpha || file.gap != nil || rowCount < file.height),
            depth: depth(of: file.header), metadata: metadata, format: format(of: kind, bytes),
            page: PageNumber(options.page, count: Int(file.header.pageCount)),
            dynamicRange: file.colors.dynamicRange)
    }

    /// The properties known without decoding; nil if the color conversion depends on the pixels.
    static func header(
        of bytes: UnsafeRawBufferPointer, as kind: PictureKind, options: DecodingOptions, name: String
    ) throws(ImagingError) -> PictureHeader? {
        try Vips.start()
        if kind == .tiff, TIFFColors(bytes, page: options.page).floats != nil {
            return try TIFFFloats.header(of: bytes, options: options, name: name)
        }
        let file = try OpenPicture(bytes, as: kind, options: options, name: name)
        guard let space = file.colors.space(of: depth(of: file.header)) else { return nil }
        let isTurned = file.orientation.swapsSides
        let size = isTurned ? SIMD2(file.height, file.width) : SIMD2(file.width, file.height)
        return PictureHeader(
            width: size.x, height: size.y, depth: depth(of: file.header),
            channels: Channels(
                isGray: file.header.isGray, hasAlpha: file.header.hasAlpha || file.gap != nil),
            colorSpace: space, format: format(of: kind, bytes),
            ending: PictureTrailer(
                orientation: .upright, metadata: file.metadata(isSRGB: space.isSRGB), wholeSize: size,
                page: PageNumber(options.page, count: Int(file.header.pageCount)),
                dynamicRange: file.colors.dynamicRange))
    }

    /// Delivers the rows of a TIFF as they are decoded; nil if colors, row order or further pages require
    /// decoding it as a whole.
    static func decodeRows(
        ofTIFF bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String,
        into target: any RowTarget
    ) throws(ImagingError) -> PictureTrailer? {
        try Vips.start()
        guard TIFFColors(bytes, page: options.page).floats == nil else { return nil }
        let file = try OpenPicture(bytes, as: .tiff, options: options, name: name)
        guard file.header.samples == CVIPS_RGB_OR_GRAY, file.header.pageCount == 1,
            file.orientation == .upright, case .space(let space) = file.colors, space.hasWorkingCurve,
            !DecodingExtent.isSmall(width: file.width, height: file.height)
        else { return nil }
        let ending = PictureTrailer(
            orientation: .upright, metadata: file.metadata(isSRGB: space.isSRGB),
            wholeSize: SIMD2(file.width, file.height))
        let header = PictureHeader(
            width: file.width, height: file.height, depth: depth(of: file.header),
            channels: Channels(isGray: file.header.isGray, hasAlpha: file.header.hasAlpha),
            colorSpace: space, format: .tiff, ending: ending)
        // This also raises the memory limits of a decoder process.
        try header.checkSize(options, path: name)
        try target.take(header) { rows, count throws(ImagingError) in
            try file.nextRows(into: rows, count: count)
        }
        return ending
    }

    /// A file that libvips has opened.
    private final class OpenPicture {
        let header: CVipsHeader
        let colors: FileColors
        /// The rotation that turns its rows upright.
        let orientation: Orientation
        /// The covered area of a GIF's screen; nil if that is all of it.
        let gap: GIFCoverage?
        private let bytes: UnsafeRawBufferPointer
        private let kind: PictureKind
        private let options: DecodingOptions
        private let name: String
        private let reader: OpaquePointer
        private let isPremultiplied: Bool
        private let hasGainMap: Bool
        /// The rotation that the library has already applied.
        private let turn: Orientation
        /// The repaired file to read instead of the original, if libheif rejects that.
        private let repaired: FileBytes?

        /// - Parameter bytes: the whole file, which must outlive this object.
        init(
            _ bytes: UnsafeRawBufferPointer, as kind: PictureKind, options: DecodingOptions, name: String
        ) throws(ImagingError) {
            let isTangled =
                WebPMetadata.exif(of: bytes).map {
                    ExifBlock.isTangled(ExifBlock.withoutJPEGPrefix($0) ?? [])
                } ?? false
            guard !isTangled else {
                throw .damaged(path: name, reason: tr("it has too many metadata blocks"))
            }
            let radiance = kind == .radiance ? RadianceHeader(bytes) : nil
            var bytes = bytes
            var heif = kind == .heif ? try HEIFColors(bytes) : nil
            let items = kind == .heif && options.page == 1 ? HEIFItems(bytes) : nil
            hasGainMap = items?.hasGainMap == true
            if let codec = items.flatMap(HEIFCodec.missing) {
                throw .unsupported(path: name, reason: tr("libheif has no decoder for \(codec.name)"))
            }
            if heif?.isUnderstood == false, let rest = try HEIFRepair.repaired(bytes, name: name) {
                repaired = rest
                bytes = rest.bytes
                heif = try HEIFColors(bytes)
            } else {
                repaired = nil
            }
            var message = Vips.Message()
            var header = CVipsHeader()
            let request = try request(for: kind, bytes, options: options, name: name)
            let opened = message.fill { message in
                withUnsafePointer(to: request) {
                    cvips_reader_create(bytes.baseAddress, bytes.count, $0, &header, message)
                }
            }
            guard let reader = opened else {
                throw header.hasUnknownColors
                    ? .unsupported(path: name, reason: message.text)
                    : message.error(of: name)
            }
            self.reader = reader
            // libvips decodes gray to RGB; if the file has an RGB profile, that applies to these colors.
            if items?.isGray == true {
                let profile = block("icc-profile-data", reader).flatMap(ICCProfile.init)
                header.isGray = profile?.samples != .rgb
            }
            turn = items?.turn ?? .upright
            self.header = header
            self.bytes = bytes
            self.kind = kind
            self.options = options
            self.name = name
            isPremultiplied = heif?.isPremultiplied == true
            let coverage = kind == .gif ? GIFCoverage(bytes, page: options.page) : nil
            gap =
                coverage?.isWhole(width: Int(header.width), height: Int(header.height)) == false
                ? coverage : nil
            orientation = radiance?.orientation ?? VipsDecoder.orientation(kind, reader, header)
            colors =
                radiance?.primaries.map {
                    .space(ColorSpace(primaries: $0, curves: ColorSpace.linearSRGB.curves))
                } ?? VipsDecoder.colors(reader, header, nclx: heif?.codePoints)
            if kind == .gif, width * height / maxGIFPixelsPerByte > bytes.count {
                throw .damaged(
                    path: name,
                    reason: tr("the data ends too early for the \(width) × \(height) pixels it declares"))
            }
            if let problem = radiance?.problem { throw .unsupported(path: name, reason: problem) }
        }

        deinit { cvips_reader_destroy(reader) }

        /// The stored width in pixels; likewise the height.
        var width: Int { Int(header.width) }
        var height: Int { Int(header.height) }

        /// The file's metadata, adapted to the upright picture.
        func metadata(isSRGB: Bool) -> Metadata {
            var metadata =
                switch kind {
                case .tiff: tiffMetadata(reader, bytes, page: options.page)
                // The pixels of a drawing have no physical size.
                case .svg: Metadata()
                default: blocks(reader)
                }
            if header.resolutionX > 0, header.resolutionY > 0, kind != .svg {
                metadata.resolution = .init(x: header.resolutionX, y: header.resolutionY)
            }
            let turned = orientation.swapsSides
            metadata.describe(
                width: turned ? height : width, height: turned ? width : height,
                turnedBy: orientation == .upright ? turn : orientation, isSRGB: isSRGB)
            if colors.lacks(block("icc-profile-data", reader)) {
                metadata.losses.append(.unreadable(.profile))
            }
            if hasGainMap, !metadata.losses.contains(.notKept(.gainMap)) {
                metadata.losses.append(.notKept(.gainMap))
            }
            return metadata
        }

        /// Reads the next rows.
        func nextRows(into target: UnsafeMutableRawBufferPointer, count: Int) throws(ImagingError) {
            var message = Vips.Message()
            let isRead = message.fill {
                cvips_reader_next_rows(reader, target.baseAddress, Int32(count), $0)
            }
            guard isRead else {
                throw message.error(of: name)
            }
        }

        /// The stored pixels in the working format, and the number of rows that could be decoded.
        func pixels() throws(ImagingError) -> (PixelBuffer, rowCount: Int) {
            try PixelBuffer.working(
                width: width, height: height, depth: depth(of: header), from: colors,
                inksHaveAlpha: true, options: options, name: name
            ) { target throws(ImagingError) in
                let rowCount = try readRows(reader, header, into: target, options: options, name: name)
                if isPremultiplied {
                    header.isSixteenBit
                        ? divideByAlpha(target.assumingMemoryBound(to: UInt16.self), maximum: 65535)
                        : divideByAlpha(target.assumingMemoryBound(to: UInt8.self), maximum: 255)
                }
                gap?.clear(target.assumingMemoryBound(to: UInt8.self), width: width, height: height)
                return rowCount
            }
        }
    }

    private static func orientation(
        _ kind: PictureKind, _ reader: OpaquePointer, _ header: CVipsHeader
    ) -> Orientation {
        // libexif, which libvips uses for the orientation, supports only one number type for it.
        let exif = kind == .webp ? block("exif-data", reader).flatMap(ExifBlock.withoutJPEGPrefix) : nil
        return exif.map(ExifBlock.orientation) ?? Orientation(rawValue: Int(header.orientation)) ?? .upright
    }

    private static func request(
        for kind: PictureKind, _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> CVipsRequest {
        var request = CVipsRequest()
        request.scale = 1
        request.acceptsDamage = options.acceptsDamage
        switch kind {
        case .tiff:
            let colors = TIFFColors(bytes, page: options.page)
            if let problem = colors.problem { throw .unsupported(path: name, reason: problem) }
            request.loader = CVIPS_READS_TIFF
            request.alphaSample = Int32(colors.alphaSample ?? -1)
        case .webp: request.loader = CVIPS_READS_WEBP
        case .gif: request.loader = CVIPS_READS_GIF
        case .heif:
            request.loader = CVIPS_READS_HEIF
            request.page = -1
        case .svg:
            request.loader = CVIPS_READS_SVG
            request.scale = Drawing.scale(bytes)
        case .radiance: request.loader = CVIPS_READS_RADIANCE
        // All other kinds are decoded by other libraries.
        default: throw .notAPicture(path: name)
        }
        if options.page > 1 || kind == .svg {
            let first = try header(of: bytes, request, name: name)
            guard options.page <= first.pageCount else {
                throw .noSuchPage(path: name, page: options.page, count: Int(first.pageCount))
            }
            if options.page > 1 {
                // Page 1 is the main picture, regardless of its position; the others follow in file order.
                let isBeforeMain = options.page - 2 < first.mainPage
                request.page = Int32(options.page - (isBeforeMain ? 2 : 1))
            }
            if kind == .svg {
                let size = try drawingSize(bytes, request, rounded: first, name: name)
                if let wanted = options.drawingSize {
                    request.scale *= (SIMD2<Double>(wanted) / size).min()
                } else {
                    request.scale *= Drawing.wholeScale(size)
                }
            }
        }
        return request
    }

    /// The size of a drawing in fractional pixels; libvips only reports it rounded.
    private static func drawingSize(
        _ bytes: UnsafeRawBufferPointer, _ request: CVipsRequest, rounded: CVipsHeader, name: String
    ) throws(ImagingError) -> SIMD2<Double> {
        let size = SIMD2(Double(rounded.width), Double(rounded.height))
        // The enlarged size must not exceed libvips' limit of 10,000,000 pixels per side.
        let factor = 256.0
        guard size.max() * factor < 9e6 else { return size }
        var enlarged = request
        enlarged.scale *= factor
        let large = try header(of: bytes, enlarged, name: name)
        return SIMD2(Double(large.width), Double(large.height)) / factor
    }

    /// The properties of a file, without decoding it.
    private static func header(
        of bytes: UnsafeRawBufferPointer, _ request: CVipsRequest, name: String
    ) throws(ImagingError) -> CVipsHeader {
        var message = Vips.Message()
        var header = CVipsHeader()
        var request = request
        let reader = message.fill {
            cvips_reader_create(bytes.baseAddress, bytes.count, &request, &header, $0)
        }
        guard let reader else { throw message.error(of: name) }
        cvips_reader_destroy(reader)
        return header
    }

    private static func divideByAlpha<Sample: UnsignedInteger>(
        _ samples: UnsafeMutableBufferPointer<Sample>, maximum: UInt64
    ) {
        for pixel in stride(from: 0, to: samples.count, by: 4) {
            let alpha = UInt64(samples[pixel + 3])
            guard alpha > 0, alpha < maximum else { continue }
            for channel in pixel..<pixel + 3 {
                samples[channel] = Sample(
                    min((UInt64(samples[channel]) * maximum + alpha / 2) / alpha, maximum))
            }
        }
    }

    /// Bits per channel of the file.
    private static func depth(of header: CVipsHeader) -> PixelBuffer.Depth {
        header.isFloat && header.samples == CVIPS_FLOAT ? .float : header.isSixteenBit ? .sixteen : .eight
    }

    /// - Parameter nclx: used if there is no profile.
    private static func colors(
        _ reader: OpaquePointer, _ header: CVipsHeader, nclx: CodePoints? = nil
    ) -> FileColors {
        let profile = block("icc-profile-data", reader)
        if profile == nil, let colors = nclx?.colors(isGray: header.isGray) { return colors }
        return switch header.samples {
        case CVIPS_RGB_OR_GRAY:
            profile == nil && !header.isGray && statesAdobeRGB(reader)
                ? .space(.adobeRGB) : FileColors(profile: profile, isGray: header.isGray)
        // The convention of TIFF writers.
        case CVIPS_FLOAT where profile == nil: .space(.linearSRGB)
        case CVIPS_FLOAT: FileColors(profile: profile, isGray: header.isGray)
        case CVIPS_CMYK: .inks(profile)
        default: .linear
        }
    }

    private static func statesAdobeRGB(_ reader: OpaquePointer) -> Bool {
        block("exif-data", reader).flatMap(ExifBlock.withoutJPEGPrefix).map(ExifBlock.statesAdobeRGB) ?? false
    }

    /// Decodes rows into a buffer and returns their number.
    private static func readRows(
        _ reader: OpaquePointer, _ header: CVipsHeader, into target: UnsafeMutableRawBufferPointer,
        options: DecodingOptions, name: String
    ) throws(ImagingError) -> Int {
        var rowCount: Int32 = 0
        var message = Vips.Message()
        let decoded = message.fill {
            cvips_reader_read_rows(reader, target.baseAddress, header.width, header.height, &rowCount, $0)
        }
        guard decoded || (options.acceptsDamage && rowCount > 0) else {
            throw message.error(of: name)
        }
        if header.isSixteenBit, (9..<16).contains(header.usedBits) {
            spread(target.assumingMemoryBound(to: UInt16.self), usedBits: header.usedBits)
        }
        return Int(rowCount)
    }

    /// Scales samples that use only their highest bits to the full 16-bit range.
    private static func spread(_ samples: UnsafeMutableBufferPointer<UInt16>, usedBits: Int32) {
        let maximum = UInt32(65536) - 1 << (16 - UInt32(usedBits))
        for index in samples.indices {
            samples[index] = UInt16((min(UInt32(samples[index]), maximum) * 65535 + maximum / 2) / maximum)
        }
    }

    /// The format for saving the picture again; nil for HEIC, which cannot be written.
    private static func format(of kind: PictureKind, _ file: UnsafeRawBufferPointer) -> PictureFormat? {
        kind == .heif && !file.dropFirst(8).starts(with: "avif".utf8) ? nil : kind.format
    }

    private static func tiffMetadata(
        _ reader: OpaquePointer, _ file: UnsafeRawBufferPointer, page: Int
    ) -> Metadata {
        let iptc = TIFFMetadata.iptc(of: file, page: page)
        return Metadata(
            exif: TIFFMetadata.exif(of: file, page: page), xmp: block("xmp-data", reader), iptc: iptc.records,
            losses: TIFFMetadata.losses(of: file, page: page) + (iptc.isBroken ? [.unreadable(.iptc)] : []))
    }

    private static func blocks(_ reader: OpaquePointer) -> Metadata {
        var metadata = Metadata(xmp: block("xmp-data", reader) ?? unnamedXMP(reader))
        if let exif = block("exif-data", reader) {
            metadata.exif = ExifBlock.withoutJPEGPrefix(exif)
            metadata.resolution = metadata.exif.flatMap(TIFFMetadata.resolution)
            if metadata.exif == nil { metadata.losses.append(.unreadable(.exif)) }
        }
        return metadata
    }

    /// The XMP packet of a HEIF or AVIF file with several MIME items. libvips names such items by number, and
    /// recognizes XMP only without a preceding processing instruction.
    private static func unnamedXMP(_ reader: OpaquePointer) -> [UInt8]? {
        let maxItems = 100
        return (0..<maxItems).lazy.compactMap { block("heif-mime-\($0)", reader) }
            .first(where: XMPPacket.isPacket)
    }

    private static func block(_ name: String, _ reader: OpaquePointer) -> [UInt8]? {
        var length = 0
        guard let start = cvips_reader_block(reader, name, &length), length > 0 else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: length))
    }
}
