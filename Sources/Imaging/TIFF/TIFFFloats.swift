import CTIFF
import Wording

/// TIFF files with floats of 16 and 64 bits, which libvips does not read.
enum TIFFFloats {
    private enum Tag {
        static let width = 256
        static let height = 257
        static let orientation = 274
        static let xmp = 700
        static let profile = 34_675
    }

    /// Nil for any other file.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture? {
        let colors = TIFFColors(bytes, page: options.page)
        guard let floats = colors.floats, colors.problem == nil, let reader = TIFFReader(bytes) else {
            return nil
        }
        let entries = reader.entries(at: reader.directory(ofPage: options.page)) {
            [Tag.width, Tag.height, Tag.orientation, Tag.xmp, Tag.profile].contains($0)
        }
        func block(_ tag: Int) -> [UInt8]? { entries.first { $0.tag == tag }?.bytes }
        func number(_ tag: Int) -> Int? {
            block(tag).map { $0.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } }
        }
        guard let width = number(Tag.width), let height = number(Tag.height), width < Int32.max,
            height < Int32.max
        else { throw .damaged(path: name, reason: tr("it does not tell its size")) }
        let isGray = floats.colorCount == 1
        let profile = block(Tag.profile)
        let (stored, rowCount) = try PixelBuffer.working(
            width: width, height: height, depth: .float,
            from: profile == nil ? .space(.linearSRGB) : FileColors(profile: profile, isGray: isGray),
            inksHaveAlpha: true, options: options, name: name
        ) { target throws(ImagingError) in
            try read(
                bytes,
                CTIFFForm(
                    width: Int32(width), height: Int32(height), colors: Int32(floats.colorCount),
                    alphaSample: Int32(floats.alpha ?? -1), page: Int32(options.page - 1)),
                into: target, options: options, name: name)
        }
        let orientation = number(Tag.orientation).flatMap(Orientation.init) ?? .upright
        let upright = try stored.oriented(orientation, name: name)
        let iptc = TIFFMetadata.iptc(of: bytes, page: options.page)
        var metadata = Metadata(
            exif: TIFFMetadata.exif(of: bytes, page: options.page), xmp: block(Tag.xmp), iptc: iptc.records,
            losses: TIFFMetadata.losses(of: bytes, page: options.page)
                + (iptc.isBroken ? [.unreadable(.iptc)] : []))
        metadata.resolution = TIFFMetadata.resolution(bytes, page: options.page)
        metadata.describe(
            width: upright.width, height: upright.height, turnedBy: orientation,
            isSRGB: upright.colorSpace.isSRGB)
        return Picture(
            pixels: upright,
            channels: Channels(isGray: isGray, hasAlpha: floats.alpha != nil || rowCount < height),
            depth: .float, metadata: metadata, format: .tiff,
            page: PageNumber(options.page, count: reader.pageCount))
    }

    /// Returns the number of rows.
    private static func read(
        _ bytes: UnsafeRawBufferPointer, _ form: CTIFFForm, into target: UnsafeMutableRawBufferPointer,
        options: DecodingOptions, name: String
    ) throws(ImagingError) -> Int {
        let pixels = target.assumingMemoryBound(to: Float.self)
        if form.alphaSample < 0 {
            for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 1 }
        }
        var rowCount: Int32 = 0
        let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CTIFF_MESSAGE_SIZE)) {
            message -> String? in
            var form = form
            let isDone = ctiff_read_floats(
                bytes.baseAddress, bytes.count, &form, pixels.baseAddress, &rowCount, message.baseAddress)
            return isDone ? nil : message.baseAddress.map { translatedFromC(String(cString: $0)) } ?? ""
        }
        if let reason, !options.acceptsDamage || rowCount == 0 { throw .damaged(path: name, reason: reason) }
        return Int(rowCount)
    }
}
