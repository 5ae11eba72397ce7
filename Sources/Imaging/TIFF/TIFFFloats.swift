import CImageFormats
import Localization

/// Decodes TIFF files with 16-bit or 64-bit floats, which libvips does not support.
enum TIFFFloats {
    private enum Tag {
        static let width = 256
        static let height = 257
        static let orientation = 274
        static let xmp = 700
        static let profile = 34_675
    }

    /// Nil if it is not such a file.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture? {
        guard let file = try File(bytes, page: options.page, name: name) else { return nil }
        let (stored, rowCount) = try PixelBuffer.working(
            width: file.width, height: file.height, depth: .float, from: file.colors, inksHaveAlpha: true,
            options: options, name: name
        ) { target throws(ImagingError) in
            try read(bytes, file.form, into: target, options: options, name: name)
        }
        let upright = try stored.oriented(file.orientation, name: name)
        return Picture(
            pixels: upright,
            channels: Channels(isGray: file.isGray, hasAlpha: file.hasAlpha || rowCount < file.height),
            depth: .float, metadata: file.metadata(isSRGB: upright.colorSpace.isSRGB), format: .tiff,
            page: file.number)
    }

    /// The properties known without decoding; nil for other files, or if the color conversion depends on the
    /// pixels.
    static func header(
        of bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> PictureHeader? {
        guard let file = try File(bytes, page: options.page, name: name),
            let space = file.colors.space(of: .float)
        else { return nil }
        let size = file.uprightSize
        return PictureHeader(
            width: size.x, height: size.y, depth: .float,
            channels: Channels(isGray: file.isGray, hasAlpha: file.hasAlpha), colorSpace: space,
            format: .tiff,
            ending: PictureTrailer(
                orientation: .upright, metadata: file.metadata(isSRGB: space.isSRGB), wholeSize: size,
                page: file.number))
    }

    /// A TIFF file of such floats.
    private struct File {
        let width: Int
        let height: Int
        let orientation: Orientation
        let isGray: Bool
        let colors: FileColors
        let number: PageNumber
        private let floats: (colorCount: Int, alpha: Int?)
        private let profile: [UInt8]?
        private let xmp: [UInt8]?
        private let bytes: UnsafeRawBufferPointer

        /// Nil if it is not such a file.
        init?(_ bytes: UnsafeRawBufferPointer, page: Int, name: String) throws(ImagingError) {
            let meaning = TIFFColors(bytes, page: page)
            guard let floats = meaning.floats, meaning.problem == nil, let reader = TIFFReader(bytes) else {
                return nil
            }
            let entries = reader.entries(at: reader.directory(ofPage: page)) {
                [Tag.width, Tag.height, Tag.orientation, Tag.xmp, Tag.profile].contains($0)
            }
            func block(_ tag: Int) -> [UInt8]? { entries.first { $0.tag == tag }?.bytes }
            func value(_ tag: Int) -> Int? {
                block(tag).map { $0.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } }
            }
            guard let width = value(Tag.width), let height = value(Tag.height), width < Int32.max,
                height < Int32.max
            else { throw .damaged(path: name, reason: tr("it does not state its size")) }
            (self.width, self.height) = (width, height)
            orientation = value(Tag.orientation).flatMap(Orientation.init) ?? .upright
            isGray = floats.colorCount == 1
            profile = block(Tag.profile)
            xmp = block(Tag.xmp)
            colors = profile == nil ? .space(.linearSRGB) : FileColors(profile: profile, isGray: isGray)
            number = PageNumber(page, count: reader.pageCount)
            self.floats = floats
            self.bytes = bytes
        }

        var hasAlpha: Bool { floats.alpha != nil }

        var uprightSize: SIMD2<Int> {
            orientation.swapsSides ? SIMD2(height, width) : SIMD2(width, height)
        }

        var form: CTIFFForm {
            CTIFFForm(
                width: Int32(width), height: Int32(height), colors: Int32(floats.colorCount),
                alphaSample: Int32(floats.alpha ?? -1), page: Int32(number.number - 1))
        }

        /// The metadata, adapted to the upright picture.
        func metadata(isSRGB: Bool) -> Metadata {
            let page = number.number
            let iptc = TIFFMetadata.iptc(of: bytes, page: page)
            var metadata = Metadata(
                exif: TIFFMetadata.exif(of: bytes, page: page), xmp: xmp, iptc: iptc.records,
                losses: TIFFMetadata.losses(of: bytes, page: page)
                    + (iptc.isBroken ? [.unreadable(.iptc)] : []))
            if colors.lacks(profile) { metadata.losses.append(.unreadable(.profile)) }
            metadata.resolution = TIFFMetadata.resolution(bytes, page: page)
            let size = uprightSize
            metadata.describe(width: size.x, height: size.y, turnedBy: orientation, isSRGB: isSRGB)
            return metadata
        }
    }

    /// Decodes rows into a buffer and returns their number.
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
            return isDone ? nil : message.baseAddress.map { String(cString: $0) } ?? ""
        }
        if let reason, !options.acceptsDamage || rowCount == 0 {
            throw .refused(path: name, messages: reason, reason: translatedFromC(reason))
        }
        return Int(rowCount)
    }
}
