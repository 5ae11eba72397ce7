import CVips

/// JPEG, TIFF, WebP and the other formats that libvips reads.
enum VipsDecoder {
    /// How many pixels a byte of the file stands for at most, where the decoder would fill memory before it
    /// misses the data. A JPEG codes at least one bit for each block of 8 × 8 of its finest component, of which
    /// there is one for at most 128 pixels; a GIF's longest string is 4096 pixels and takes 12 bits.
    private static let largestPixelsPerByte = ["jpeg": 1024, "gif": 2731]

    static func decode(_ bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> Picture {
        try Vips.start()
        guard cvips_knows(bytes.baseAddress, bytes.count) else { throw .notAPicture(path: name) }
        // Before libvips reads them, which takes long where there are very many.
        let jpeg = bytes.starts(with: ReducedJPEG.signature) ? JPEGMetadata.read(bytes) : Metadata()
        let isTangled =
            WebPMetadata.exif(of: bytes).map { ExifBlock.isTangled(ExifBlock.withoutJPEGPrefix($0) ?? []) }
            ?? false
        guard let jpeg, !isTangled else {
            throw .damaged(path: name, reason: "it has too many blocks of metadata")
        }
        var message = Vips.Message()
        var header = CVipsHeader()
        let opened = message.fill { cvips_reader_create(bytes.baseAddress, bytes.count, 1, &header, $0) }
        guard let reader = opened else { throw .damaged(path: name, reason: message.text) }
        defer { cvips_reader_destroy(reader) }

        let width = Int(header.width)
        let height = Int(header.height)
        let pixels = try PixelBuffer.claimed(
            width: width, height: height, depth: header.isSixteenBit ? .sixteen : .eight, name: name)
        let loader = withUnsafeBytes(of: header.loader) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let format = PictureFormat(rawValue: loader)
        if let most = largestPixelsPerByte[loader], width * height / most > bytes.count {
            throw .damaged(
                path: name,
                reason: "the data ends too early for the \(width) × \(height) pixels it claims")
        }
        try pixels.withBytesWhileMaking { target throws(ImagingError) in
            if format == .jpeg {
                switch JPEGRows.read(bytes, width: width, height: height, into: target) {
                case .done: return try convertToSRGB(target, reader, header, name)
                case .failed(let reason): throw .damaged(path: name, reason: reason)
                case .unsupported: break
                }
            }
            guard message.fill({ cvips_reader_read_rows(reader, target.baseAddress, $0) }) else {
                throw .damaged(path: name, reason: message.text)
            }
        }

        let orientation = Orientation(rawValue: Int(header.orientation)) ?? .upright
        let upright = try pixels.oriented(orientation, name: name)
        var metadata =
            switch format {
            case .jpeg: jpeg
            case .tiff: tiffMetadata(reader, bytes)
            default: blocks(reader)
            }
        if header.resolutionX > 0, header.resolutionY > 0 {
            metadata.resolution = .init(x: header.resolutionX, y: header.resolutionY)
        }
        if orientation != .upright { metadata.pixelsHaveMoved() }
        metadata.describe(width: upright.width, height: upright.height, turned: orientation.swapsSides)
        return Picture(
            pixels: upright, channels: Channels(isGray: header.isGray, hasAlpha: header.hasAlpha),
            metadata: metadata, format: format)
    }

    /// Converts 8-bit rows from the profile that the file has, if any.
    private static func convertToSRGB(
        _ rows: UnsafeMutableRawBufferPointer, _ reader: OpaquePointer, _ header: CVipsHeader, _ name: String
    ) throws(ImagingError) {
        var length = 0
        guard let profile = cvips_reader_block(reader, "icc-profile-data", &length), length > 0 else {
            return
        }
        var message = Vips.Message()
        let converted = message.fill {
            cvips_convert_to_srgb(
                rows.baseAddress, header.width, header.height, false, header.isGray, profile, length, $0)
        }
        guard converted else { throw .readFailed(path: name, reason: message.text) }
    }

    private static func tiffMetadata(_ reader: OpaquePointer, _ file: UnsafeRawBufferPointer) -> Metadata {
        let iptc = TIFFMetadata.iptc(of: file)
        return Metadata(
            exif: TIFFMetadata.exif(of: file), xmp: block("xmp-data", reader), iptc: iptc.records,
            losses: iptc.isBroken ? [.unreadable(.iptc)] : [])
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

    /// XMP of HEIF and AVIF files, in which it is one of several items of a MIME type: libvips numbers all items, and knows
    /// those packets that have no processing instruction before them.
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
