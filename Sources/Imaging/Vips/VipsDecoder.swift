import CVips
import Wording

/// JPEG, TIFF, WebP and the other formats that libvips reads.
enum VipsDecoder {
    /// The most pixels per byte of the file, for decoders that would fill memory before they notice missing data. A
    /// JPEG codes at least one bit for each block of 8 × 8 of its finest component, of which there is one for at most
    /// 128 pixels; a GIF's longest string is 4096 pixels and takes 12 bits.
    private static func largestPixelsPerByte(_ kind: PictureKind) -> Int? {
        switch kind {
        case .jpeg: 1024
        case .gif: 2731
        default: nil
        }
    }

    static func decode(
        _ bytes: UnsafeRawBufferPointer, as kind: PictureKind, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        try Vips.start()
        // Before libvips reads the segments, which takes long if there are very many.
        let jpeg = kind == .jpeg ? JPEGMetadata.read(bytes) : Metadata()
        let isTangled =
            WebPMetadata.exif(of: bytes).map { ExifBlock.isTangled(ExifBlock.withoutJPEGPrefix($0) ?? []) }
            ?? false
        guard let jpeg, !isTangled else {
            throw .damaged(path: name, reason: tr("it has too many blocks of metadata"))
        }
        var message = Vips.Message()
        var header = CVipsHeader()
        if kind == .tiff, let floats = try TIFFFloats.decode(bytes, options: options, name: name) {
            return floats
        }
        let request = try request(for: kind, bytes, options: options, name: name)
        let opened = message.fill { message in
            withUnsafePointer(to: request) {
                cvips_reader_create(bytes.baseAddress, bytes.count, $0, &header, message)
            }
        }
        guard let reader = opened else {
            throw header.hasUnknownColors
                ? .unsupported(path: name, reason: message.text) : .damaged(path: name, reason: message.text)
        }
        defer { cvips_reader_destroy(reader) }

        let width = Int(header.width)
        let height = Int(header.height)
        if let most = largestPixelsPerByte(kind), width * height / most > bytes.count {
            throw .damaged(
                path: name,
                reason: tr("the data ends too early for the \(width) × \(height) pixels it claims"))
        }
        let heif = kind == .heif ? HEIFColors(bytes) : nil
        let radiance = kind == .radiance ? RadianceHeader(bytes) : nil
        if let problem = radiance?.problem { throw .unsupported(path: name, reason: problem) }
        let colors =
            radiance?.primaries.map {
                .space(ColorSpace(primaries: $0, curves: ColorSpace.linearSRGB.curves))
            } ?? colors(reader, header, nclx: heif?.codePoints)
        let (pixels, rowCount) = try self.pixels(
            bytes, reader, header, colors, isJPEG: kind == .jpeg,
            isPremultiplied: heif?.isPremultiplied == true, options: options, name: name)

        let orientation =
            radiance?.orientation ?? Orientation(rawValue: Int(header.orientation)) ?? .upright
        let upright = try pixels.oriented(orientation, name: name)
        var metadata =
            switch kind {
            case .jpeg: jpeg
            case .tiff: tiffMetadata(reader, bytes, page: options.page)
            // A drawing has no pixels that could have a size on paper.
            case .svg: Metadata()
            default: blocks(reader)
            }
        if header.resolutionX > 0, header.resolutionY > 0, kind != .svg {
            metadata.resolution = .init(x: header.resolutionX, y: header.resolutionY)
        }
        if orientation != .upright { metadata.pixelsHaveMoved() }
        metadata.describe(
            width: upright.width, height: upright.height, turned: orientation.swapsSides,
            isSRGB: pixels.colorSpace.isSRGB)
        // Rows that could not be read are transparent.
        return Picture(
            pixels: upright,
            channels: Channels(isGray: header.isGray, hasAlpha: header.hasAlpha || rowCount < height),
            depth: depth(of: header), metadata: metadata, format: format(of: kind, bytes),
            page: PageNumber(options.page, count: Int(header.pageCount)), dynamicRange: colors.dynamicRange)
    }

    private static func request(
        for kind: PictureKind, _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> CVipsRequest {
        var request = CVipsRequest()
        request.shrink = 1
        request.scale = 1
        request.acceptsDamage = options.acceptsDamage
        switch kind {
        case .jpeg: request.loader = CVIPS_READS_JPEG
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
        // Those of other libraries.
        default: throw .notAPicture(path: name)
        }
        if options.page > 1 || kind == .svg {
            let first = try header(of: bytes, request, name: name)
            guard options.page <= first.pageCount else {
                throw .noSuchPage(path: name, page: options.page, count: Int(first.pageCount))
            }
            if options.page > 1 {
                // The main picture is the first page, wherever it is stored; the others follow in their order.
                let isBeforeMain = options.page - 2 < first.mainPage
                request.page = Int32(options.page - (isBeforeMain ? 2 : 1))
            }
            if kind == .svg, let size = options.drawingSize {
                request.scale *= min(
                    Double(size.x) / Double(first.width), Double(size.y) / Double(first.height))
            }
        }
        return request
    }

    /// What a file is, without its pixels.
    private static func header(
        of bytes: UnsafeRawBufferPointer, _ request: CVipsRequest, name: String
    ) throws(ImagingError) -> CVipsHeader {
        var message = Vips.Message()
        var header = CVipsHeader()
        var request = request
        let reader = message.fill {
            cvips_reader_create(bytes.baseAddress, bytes.count, &request, &header, $0)
        }
        guard let reader else { throw .damaged(path: name, reason: message.text) }
        cvips_reader_destroy(reader)
        return header
    }

    /// The stored pixels in their working form, and the number of rows that could be read.
    private static func pixels(
        _ bytes: UnsafeRawBufferPointer, _ reader: OpaquePointer, _ header: CVipsHeader, _ colors: FileColors,
        isJPEG: Bool, isPremultiplied: Bool, options: DecodingOptions, name: String
    ) throws(ImagingError) -> (PixelBuffer, rowCount: Int) {
        try PixelBuffer.working(
            width: Int(header.width), height: Int(header.height),
            depth: depth(of: header),
            from: colors, inksHaveAlpha: !isJPEG, options: options, name: name
        ) { target throws(ImagingError) in
            guard !isJPEG else {
                return try readJPEG(bytes, header, into: target, options: options, name: name)
            }
            let rowCount = try readRows(reader, header, into: target, options: options, name: name)
            if isPremultiplied {
                header.isSixteenBit
                    ? divideByAlpha(target.assumingMemoryBound(to: UInt16.self), most: 65535)
                    : divideByAlpha(target.assumingMemoryBound(to: UInt8.self), most: 255)
            }
            return rowCount
        }
    }

    private static func divideByAlpha<Sample: UnsignedInteger>(
        _ samples: UnsafeMutableBufferPointer<Sample>, most: UInt64
    ) {
        for pixel in stride(from: 0, to: samples.count, by: 4) {
            let alpha = UInt64(samples[pixel + 3])
            guard alpha > 0, alpha < most else { continue }
            for channel in pixel..<pixel + 3 {
                samples[channel] = Sample(min((UInt64(samples[channel]) * most + alpha / 2) / alpha, most))
            }
        }
    }

    /// All pixels in their working form, by libvips alone.
    static func pixels(
        _ reader: OpaquePointer, _ header: CVipsHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        try PixelBuffer.working(
            width: Int(header.width), height: Int(header.height), depth: .eight, from: colors(reader, header),
            inksHaveAlpha: true, options: DecodingOptions(), name: name
        ) { target throws(ImagingError) in
            try readRows(reader, header, into: target, options: DecodingOptions(), name: name)
        }.0
    }

    /// Bits per channel of the file.
    private static func depth(of header: CVipsHeader) -> PixelBuffer.Depth {
        header.isFloat && header.samples == CVIPS_FLOAT ? .float : header.isSixteenBit ? .sixteen : .eight
    }

    /// - Parameter nclx: counts where there is no profile.
    private static func colors(
        _ reader: OpaquePointer, _ header: CVipsHeader, nclx: CodePoints? = nil
    ) -> FileColors {
        let profile = block("icc-profile-data", reader)
        if profile == nil, let colors = nclx?.colors(isGray: header.isGray) { return colors }
        return switch header.samples {
        case CVIPS_RGB_OR_GRAY:
            profile == nil && !header.isGray && statesAdobeRGB(reader)
                ? .space(.adobeRGB) : FileColors(profile: profile, isGray: header.isGray)
        // As TIFF's writers mean them.
        case CVIPS_FLOAT where profile == nil: .space(.linearSRGB)
        case CVIPS_FLOAT: FileColors(profile: profile, isGray: header.isGray)
        case CVIPS_CMYK: .inks(profile)
        default: .linear
        }
    }

    private static func statesAdobeRGB(_ reader: OpaquePointer) -> Bool {
        block("exif-data", reader).flatMap(ExifBlock.withoutJPEGPrefix).map(ExifBlock.statesAdobeRGB) ?? false
    }

    /// Returns the number of rows.
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
            throw .damaged(path: name, reason: message.text)
        }
        if header.isSixteenBit, (9..<16).contains(header.usedBits) {
            spread(target.assumingMemoryBound(to: UInt16.self), usedBits: header.usedBits)
        }
        return Int(rowCount)
    }

    /// Samples whose largest value has zeros in its lowest bits come to use all of 16 bits.
    private static func spread(_ samples: UnsafeMutableBufferPointer<UInt16>, usedBits: Int32) {
        let most = UInt32(65536) - 1 << (16 - UInt32(usedBits))
        for index in samples.indices {
            samples[index] = UInt16((min(UInt32(samples[index]), most) * 65535 + most / 2) / most)
        }
    }

    /// Returns the number of rows.
    private static func readJPEG(
        _ bytes: UnsafeRawBufferPointer, _ header: CVipsHeader, into target: UnsafeMutableRawBufferPointer,
        options: DecodingOptions, name: String
    ) throws(ImagingError) -> Int {
        let rows = JPEGRows(
            of: bytes, width: Int(header.width), height: Int(header.height),
            acceptsDamage: options.acceptsDamage, into: target)
        if let reason = rows.failure, !options.acceptsDamage || rows.count == 0 {
            throw .damaged(path: name, reason: reason)
        }
        return rows.count
    }

    /// The format of what is written again; a HEIC has none.
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

    /// XMP of HEIF and AVIF files, where it is one of several items with a MIME type: libvips numbers all items, and
    /// recognizes only packets without a processing instruction before them.
    private static func unnamedXMP(_ reader: OpaquePointer) -> [UInt8]? {
        let mostItems = 100
        return (0..<mostItems).lazy.compactMap { block("heif-mime-\($0)", reader) }
            .first(where: XMPPacket.isPacket)
    }

    private static func block(_ name: String, _ reader: OpaquePointer) -> [UInt8]? {
        var length = 0
        guard let start = cvips_reader_block(reader, name, &length), length > 0 else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: length))
    }
}
