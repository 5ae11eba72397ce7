import System
import CImageFormats
import Localization

/// Encodes PNG: stripes of rows are filtered and compressed on all cores, and libpng writes the chunks.
///
/// The output does not depend on the number of cores.
final class PNGEncoder: RowEncoder {
    private let shape: RowEncoderShape
    private let writer: OpaquePointer
    private let layout: PNGStripe.Layout
    private var stripe: PNGStripe
    private var rowsLeft: Int
    private let work = OrderedWork<PNGStripe.Compressed?>()
    private var checksum = Deflate.emptyChecksum

    init(_ shape: RowEncoderShape, compression: Compression, metadata: Metadata) throws(ImagingError) {
        self.shape = shape
        layout = PNGStripe.Layout(
            rowBytes: shape.bytesPerRow, pixelBytes: shape.channels.count * shape.depth.rawValue / 8,
            compression: PNGCompression(compression))
        stripe = try Self.stripe(layout, after: nil, path: shape.path)
        guard let writer = cpng_writer_create() else {
            throw .encodingFailed(path: shape.path, reason: tr("out of memory"))
        }
        self.writer = writer
        rowsLeft = shape.height
        var settings = CPNGSettings()
        settings.width = UInt32(shape.width)
        settings.height = UInt32(shape.height)
        settings.isGray = shape.channels.isGray
        settings.hasAlpha = shape.channels.hasAlpha
        settings.isSixteenBit = shape.depth == .sixteen
        if let resolution = metadata.resolution {
            settings.pixelsPerMeterX = Self.perMeter(resolution.x)
            settings.pixelsPerMeterY = Self.perMeter(resolution.y)
        }
        guard Self.writeHeader(writer, settings, metadata, profile: shape.profile) else { throw failed }
        guard Deflate.header.withUnsafeBytes(writeData) else { throw failed }
    }

    deinit { cpng_writer_destroy(writer) }

    func add(_ rows: UnsafeRawBufferPointer, count: Int, to file: any ByteSink) throws(ImagingError) {
        for row in 0..<count {
            stripe.addRow { target in
                shape.packing.pack(shape.row(row, of: rows), pixelCount: shape.width, into: target)
                if shape.depth == .sixteen { Self.putHighByteFirst(target) }
            }
            rowsLeft -= 1
            guard stripe.isFull || rowsLeft == 0 else { continue }
            if work.isFull { try writeFirst(to: file) }
            work.add { [stripe, isLast = rowsLeft == 0] in stripe.compressed(isLast: isLast) }
            stripe = try Self.stripe(layout, after: stripe, path: shape.path)
        }
    }

    private static func stripe(
        _ layout: PNGStripe.Layout, after previous: PNGStripe?, path: String
    ) throws(ImagingError) -> PNGStripe {
        do throws(OutOfMemory) {
            return try PNGStripe(layout, after: previous)
        } catch {
            throw .encodingFailed(path: path, reason: error.description)
        }
    }

    func finish(_ file: any ByteSink) throws(ImagingError) {
        while !work.isEmpty { try writeFirst(to: file) }
        let checksum = withUnsafeBytes(of: UInt32(checksum).bigEndian) { writeData($0) }
        guard checksum, cpng_writer_finish(writer) else { throw failed }
        try drain(to: file)
    }

    /// Waits for the next stripe in file order.
    private func writeFirst(to file: any ByteSink) throws(ImagingError) {
        guard let result = work.takeFirst() else { return }
        guard let compressed = result else {
            throw .encodingFailed(path: shape.path, reason: tr("out of memory"))
        }
        checksum = Deflate.checksum(of: checksum, then: compressed.checksum, count: compressed.count)
        guard compressed.withUnsafeBytes(writeData) else { throw failed }
        try drain(to: file)
    }

    private func writeData(_ bytes: UnsafeRawBufferPointer) -> Bool {
        cpng_writer_write_data(writer, bytes.baseAddress, bytes.count)
    }

    private func drain(to file: any ByteSink) throws(ImagingError) {
        var length = 0
        let bytes = cpng_writer_output(writer, &length)
        try file.write(UnsafeRawBufferPointer(start: bytes, count: length))
        cpng_writer_clear_output(writer)
    }

    private static func putHighByteFirst(_ row: UnsafeMutableRawBufferPointer) {
        // Rows may begin at odd addresses, so samples may be unaligned.
        for offset in stride(from: 0, to: row.count, by: 2) {
            let sample = row.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            row.storeBytes(of: sample.bigEndian, toByteOffset: offset, as: UInt16.self)
        }
    }

    private var failed: ImagingError {
        .encodingFailed(
            path: shape.path, reason: translatedFromC(String(cString: cpng_writer_message(writer))))
    }

    private static func perMeter(_ perMillimeter: Double) -> UInt32 {
        UInt32(min(max((perMillimeter * 1000).rounded(), 0), Double(Int32.max)))
    }

    /// True if libpng accepts this profile; it drops profiles that violate the ICC specification.
    static func accepts(_ profile: [UInt8], isGray: Bool) -> Bool {
        UInt32(exactly: profile.count).map { cpng_accepts_profile(profile, $0, isGray) } ?? false
    }

    private static func writeHeader(
        _ writer: OpaquePointer, _ settings: CPNGSettings, _ metadata: Metadata, profile: [UInt8]?
    ) -> Bool {
        var settings = settings
        // Null-terminated keywords and texts, as libpng expects, in a single allocation, since there may be
        // any number of them.
        let chunks = PNGText.chunks(of: metadata)
        let strings = Array(chunks.map { $0.keyword + [0] + $0.text + [0] }.joined())
        return strings.withUnsafeBytes { strings in
            var cursor = strings.assumingMemoryBound(to: CChar.self).baseAddress
            let texts = chunks.map { chunk in
                let keyword = cursor
                let text = cursor.map { $0 + chunk.keyword.count + 1 }
                cursor = text.map { $0 + chunk.text.count + 1 }
                return CPNGText(
                    keyword: keyword, text: text, length: chunk.text.count, isUTF8: chunk.isUTF8)
            }
            return texts.withUnsafeBufferPointer { texts in
                (metadata.exif ?? []).withUnsafeBufferPointer { exif in
                    (profile ?? []).withUnsafeBufferPointer { profile in
                        settings.texts = texts.baseAddress
                        settings.textCount = Int32(texts.count)
                        settings.exif = exif.baseAddress
                        settings.exifLength = UInt32(exif.count)
                        settings.profile = profile.baseAddress
                        settings.profileLength = UInt32(profile.count)
                        return cpng_writer_write_header(writer, &settings)
                    }
                }
            }
        }
    }
}
