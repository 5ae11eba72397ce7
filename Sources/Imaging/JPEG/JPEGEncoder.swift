import CImageFormats
import Localization

/// Encodes JPEG row by row through libjpeg-turbo.
final class JPEGEncoder: RowEncoder {
    private let shape: RowEncoderShape
    private let writer: OpaquePointer
    /// A row in libjpeg's layout; nil if libjpeg takes the rows unchanged.
    private let packed: UnsafeMutableRawBufferPointer?

    /// Chroma has full resolution from this quality upward.
    private static let fullColorQuality = 90
    /// The limit for optimizing Huffman codes. This saves 1 % for noisy photographs and 11 % for blurred ones
    /// at quality 92, but doubles the time and keeps two bytes per sample in memory until the end.
    private static let maxCountedSamples = 64 << 20

    init(_ shape: RowEncoderShape, quality: Int, compression: Compression, metadata: Metadata)
        throws(ImagingError)
    {
        guard let writer = cjpeg_writer_create() else {
            throw .encodingFailed(path: shape.path, reason: tr("out of memory"))
        }
        self.shape = shape
        self.writer = writer
        let takesRowsAsTheyCome =
            shape.packing.from == .eight && !shape.channels.isGray && shape.packing.background == nil
        packed =
            takesRowsAsTheyCome ? nil : .allocate(byteCount: shape.bytesPerRow, alignment: 16)
        var settings = CJPEGSettings()
        settings.width = UInt32(shape.width)
        settings.height = UInt32(shape.height)
        settings.rows = shape.channels.isGray ? CJPEG_GRAY : takesRowsAsTheyCome ? CJPEG_RGBX : CJPEG_RGB
        settings.quality = Int32(min(max(quality, 1), 100))
        settings.hasFullColor = quality >= Self.fullColorQuality
        settings.countsCodes =
            compression != .fast
            && shape.width * shape.height * shape.channels.count <= Self.maxCountedSamples
        if let resolution = metadata.resolution {
            settings.dotsPerInchX = Self.perInch(resolution.x)
            settings.dotsPerInchY = Self.perInch(resolution.y)
        }
        guard cjpeg_writer_start(writer, &settings) else { throw failed }
        for (marker, segment) in JPEGMetadata.segments(of: metadata, profile: shape.profile) {
            guard cjpeg_writer_write_segment(writer, Int32(marker), segment, segment.count) else {
                throw failed
            }
        }
    }

    deinit {
        cjpeg_writer_destroy(writer)
        packed?.deallocate()
    }

    func add(_ rows: UnsafeRawBufferPointer, count: Int, to file: any ByteSink) throws(ImagingError) {
        if let packed {
            for row in 0..<count {
                shape.packing.pack(shape.row(row, of: rows), pixelCount: shape.width, into: packed)
                guard cjpeg_writer_write_rows(writer, packed.baseAddress, 1) else { throw failed }
            }
        } else {
            guard cjpeg_writer_write_rows(writer, rows.baseAddress, count) else { throw failed }
        }
        try drain(to: file)
    }

    func finish(_ file: any ByteSink) throws(ImagingError) {
        guard cjpeg_writer_finish(writer) else { throw failed }
        try drain(to: file)
    }

    private func drain(to file: any ByteSink) throws(ImagingError) {
        var length = 0
        let bytes = cjpeg_writer_output(writer, &length)
        try file.write(UnsafeRawBufferPointer(start: bytes, count: length))
        cjpeg_writer_clear_output(writer)
    }

    private var failed: ImagingError {
        .encodingFailed(
            path: shape.path, reason: translatedFromC(String(cString: cjpeg_writer_message(writer))))
    }

    private static func perInch(_ perMillimeter: Double) -> UInt16 {
        UInt16(min(max((perMillimeter * 25.4).rounded(), 0), Double(UInt16.max)))
    }
}
