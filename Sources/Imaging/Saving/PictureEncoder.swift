import System
import Glibc

/// Writes a picture file row by row. The file only appears under its name when it is complete; a writer that
/// is released or cancelled before `finish` leaves no file behind.
///
/// PNG and JPEG rows are compressed as they are added. For all other formats, rows are collected in the
/// file's own channels and depth, and encoded at the end. Transparent pixels are blended over white if the
/// format does not support transparency.
public final class PictureEncoder {
    private let path: String
    private let height: Int
    private let bytesPerSourceRow: Int
    /// The file; nil if the bytes are only counted or are collected in memory.
    private let file: AtomicFile?
    private let sink: any ByteSink
    private let encoder: any RowEncoder
    private let depth: PixelBuffer.Depth
    private let rows: FileRows
    private var rowsWritten = 0
    /// True if floats above 1 were clipped to integers.
    private var hasClipped = false
    private var state = State.writing
    private let metadataLosses: [MetadataLoss]
    /// What the file lacks, in addition to the ``Metadata/losses`` of its metadata; complete once all rows
    /// are written.
    public var losses: [MetadataLoss] { metadataLosses + (hasClipped ? [.clipped] : []) }

    /// Begins a file.
    /// - Parameters:
    ///   - channels: the file's channels; alpha is dropped if the format does not support it.
    ///   - depth: bits per channel of the rows passed to `write`; `options.depth` is that of the file.
    ///   - colorSpace: the color space of the rows passed to `write`; `options.profile` is that of the file.
    public convenience init(
        path: String, format: PictureFormat, width: Int, height: Int, channels: Channels,
        depth: PixelBuffer.Depth, colorSpace: ColorSpace = .sRGB,
        options: EncodingOptions = EncodingOptions(),
        metadata: Metadata = Metadata()
    ) throws(ImagingError) {
        try self.init(
            path: path, format: format, width: width, height: height, channels: channels, depth: depth,
            colors: OutputColors(
                of: colorSpace, isGray: channels.isGray, depth: format.depth(for: options.depth ?? depth),
                as: format, options: options),
            options: options,
            metadata: metadata)
    }

    /// Begins a file whose output colors are already determined.
    package convenience init(
        path: String, format: PictureFormat, width: Int, height: Int, channels: Channels,
        depth: PixelBuffer.Depth, colors: OutputColors, options: EncodingOptions, metadata: Metadata
    ) throws(ImagingError) {
        try self.init(
            path: path, into: .file, format: format, width: width, height: height, channels: channels,
            depth: depth, colors: colors, options: options, metadata: metadata)
    }

    /// Creates a writer for a file that is not stored on disk.
    ///
    /// - Parameters:
    ///   - name: the file's name in error messages.
    ///   - keepsBytes: whether to keep the bytes in memory as ``bytes``, instead of only counting them.
    package static func withoutFile(
        name: String, keepsBytes: Bool, format: PictureFormat, width: Int, height: Int, channels: Channels,
        depth: PixelBuffer.Depth, colors: OutputColors, options: EncodingOptions, metadata: Metadata
    ) throws(ImagingError) -> PictureEncoder {
        try PictureEncoder(
            path: name, into: keepsBytes ? .memory : .counter, format: format, width: width, height: height,
            channels: channels, depth: depth, colors: colors, options: options, metadata: metadata)
    }

    private enum State {
        case writing
        /// All bytes are written, but the file has no name yet.
        case complete
        /// The file has its final name.
        case inPlace
        /// Writing has failed, and nothing more can be written.
        case givenUp(ImagingError)
    }

    /// The destination of the bytes.
    private enum Destination {
        case file, counter, memory
    }

    private init(
        path: String, into destination: Destination, format: PictureFormat, width: Int, height: Int,
        channels: Channels,
        depth: PixelBuffer.Depth, colors: OutputColors, options: EncodingOptions, metadata: Metadata
    ) throws(ImagingError) {
        guard width > 0, height > 0 else { throw .noPixels(path: path, width: width, height: height) }
        guard max(width, height) <= format.largestSide else {
            throw .tooLargeForFormat(path: path, format: format, limit: format.largestSide)
        }
        self.path = path
        self.height = height
        bytesPerSourceRow = width * depth.bytesPerPixel
        let fileDepth = format.depth(for: options.depth ?? depth)
        let fileChannels = Channels(
            isGray: colors.isGray, hasAlpha: channels.hasAlpha && format.supportsAlpha)
        self.depth = depth
        let packing = RowPacking(
            channels: fileChannels, from: FileRows.depth(of: depth, converted: colors.conversion),
            to: fileDepth, background: channels.hasAlpha && !format.supportsAlpha ? options.background : nil)
        rows = FileRows(conversion: colors.conversion, from: depth, packing: packing)
        switch destination {
        case .file:
            let file = try ImagingError.wrap(AtomicFile(path: path))
            (self.file, sink) = (file, FileSink(file))
        case .memory: (file, sink) = (nil, ByteCollector())
        case .counter: (file, sink) = (nil, ByteCounter())
        }
        var metadata = options.stripping.map(metadata.stripped) ?? metadata
        metadata.losses = []
        if let kept = options.keptRecipe {
            let packet = XMPPacket.keeping(recipe: kept.json, version: kept.version, in: metadata.xmp)
            if packet == nil || format == .exr { metadata.losses.append(.noPlace(.recipe, format)) }
            if format != .exr { metadata.xmp = packet ?? metadata.xmp }
        }
        metadata.describe(width: width, height: height, isSRGB: colors.isSRGB)
        metadata.fit(format)
        let isRounded = format == .avif && options.isLossless && fileDepth == .sixteen
        metadataLosses =
            metadata.losses + metadata.losses(in: format)
            + (isRounded ? [.rounded(format, bits: AVIFEncoder.maxBits)] : [])
        let shape = RowEncoderShape(
            path: path, width: width, height: height, packing: packing,
            profile: try colors.profile(for: format))
        encoder =
            switch format {
            case .png: try PNGEncoder(shape, compression: options.compression, metadata: metadata)
            case .jpeg:
                try JPEGEncoder(
                    shape, quality: options.quality, compression: options.compression, metadata: metadata)
            case .tiff, .webp, .jpegXL, .avif, .exr:
                try WholePictureBuffer(shape) { rows, file throws(ImagingError) in
                    switch format {
                    case .jpegXL:
                        try JPEGXLEncoder.encode(rows, shape, options: options, metadata: metadata, to: file)
                    case .avif:
                        try AVIFEncoder.encode(rows, shape, options: options, metadata: metadata, to: file)
                    case .exr: try EXREncoder.encode(rows, shape, to: file)
                    default:
                        try VipsEncoder(shape, format: format, options: options, metadata: metadata)
                            .encode(rows, to: file)
                    }
                }
            }
    }

    /// Adds the next `count` rows: RGBA without padding, in the depth given at initialization.
    public func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImagingError) {
        try checkIsWriting()
        guard (0...height - rowsWritten).contains(count) else {
            let (written, overflows) = rowsWritten.addingReportingOverflow(count)
            throw .wrongRowCount(path: path, written: overflows ? count : written, expected: height)
        }
        let (byteCount, overflows) = count.multipliedReportingOverflow(by: bytesPerSourceRow)
        guard !overflows else { throw .wrongRowCount(path: path, written: count, expected: height) }
        guard rows.count >= byteCount else {
            throw .shortRows(path: path, byteCount: rows.count, expected: byteCount)
        }
        guard count > 0 else { return }
        let pixelCount = count * bytesPerSourceRow / depth.bytesPerPixel
        let converted: UnsafeRawBufferPointer
        do throws(OutOfMemory) {
            converted = try self.rows.converted(rows, pixelCount: pixelCount)
        } catch {
            throw .encodingFailed(path: path, reason: error.description)
        }
        if self.rows.packing.from == .float, self.rows.packing.to != .float, !hasClipped {
            // A bounded conversion has clipped its output already.
            hasClipped = Self.exceedsOne(
                self.rows.conversion?.isBounded == true ? rows : converted, pixelCount: pixelCount)
        }
        try encode { () throws(ImagingError) in try encoder.add(converted, count: count, to: sink) }
        rowsWritten += count
    }

    /// True if a color exceeds 1 by more than rounding errors.
    private static func exceedsOne(_ rows: UnsafeRawBufferPointer, pixelCount: Int) -> Bool {
        let maximum: Float = 1 + 0.5 / 65535
        return (0..<pixelCount).contains { index in
            let pixel = rows.loadUnaligned(
                fromByteOffset: index * MemoryLayout<SIMD4<Float>>.size, as: SIMD4<Float>.self)
            return pixel.x > maximum || pixel.y > maximum || pixel.z > maximum
        }
    }

    /// Completes the file, flushes it to disk and gives it its name.
    ///
    /// With `overwrite`, it replaces an existing file and takes over its permissions. Otherwise an existing
    /// file is kept, which is an error; `finish` may then be called again.
    public func finish(overwrite: Bool) throws(ImagingError) {
        try complete()
        try commit(overwrite: overwrite)
    }

    /// The first half of ``finish(overwrite:)``, which may take a long time: encodes the remaining data.
    package func complete() throws(ImagingError) {
        if case .complete = state { return }
        try checkIsWriting()
        guard rowsWritten == height else {
            throw .wrongRowCount(path: path, written: rowsWritten, expected: height)
        }
        try encode { () throws(ImagingError) in try encoder.finish(sink) }
        state = .complete
    }

    /// The number of bytes, after ``complete()``, if they are only counted; otherwise nil.
    package var byteCount: Int? { (sink as? ByteCounter)?.count }

    /// The file's bytes, after ``complete()``, if they are kept in memory; otherwise nil.
    package var bytes: [UInt8]? { (sink as? ByteCollector)?.bytes }

    /// The second half of ``finish(overwrite:)``, after ``complete()``: gives the file its name.
    package func commit(overwrite: Bool) throws(ImagingError) {
        guard case .complete = state else {
            try checkIsWriting()
            throw .wrongRowCount(path: path, written: rowsWritten, expected: height)
        }
        try ImagingError.wrap(file?.commit(overwrite: overwrite))
        state = .inPlace
    }

    /// Discards the file without leaving anything behind. Does nothing once the file is finished.
    public func cancel() {
        if case .inPlace = state { return }
        file?.cancel()
        state = .givenUp(.encodingFailed(path: path, reason: "it was cancelled"))
    }

    private func checkIsWriting() throws(ImagingError) {
        switch state {
        case .writing: break
        case .complete, .inPlace: throw .encodingFailed(path: path, reason: "it is already complete")
        case .givenUp(let error): throw error
        }
    }

    /// Runs an encoding step. If it fails, the encoder cannot continue, so the file is discarded.
    private func encode(_ body: () throws(ImagingError) -> Void) throws(ImagingError) {
        do throws(ImagingError) {
            try body()
        } catch {
            file?.cancel()
            state = .givenUp(error)
            throw error
        }
    }
}

/// The properties of the file that an encoder needs.
struct RowEncoderShape {
    let path: String
    let width: Int
    let height: Int
    /// Converts the rows passed to the encoder to those of the file.
    let packing: RowPacking
    /// The ICC profile for the file; nil for none.
    let profile: [UInt8]?

    var channels: Channels { packing.channels }
    var depth: PixelBuffer.Depth { packing.to }
    /// The number of bytes per row of the file.
    var bytesPerRow: Int { width * channels.count * depth.rawValue / 8 }

    /// The bytes of one row passed to the encoder.
    func row(_ index: Int, of rows: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let count = width * packing.from.bytesPerPixel
        return UnsafeRawBufferPointer(rebasing: rows[index * count..<(index + 1) * count])
    }
}

/// Encodes RGBA rows to the bytes of a file.
protocol RowEncoder: AnyObject {
    func add(_ rows: UnsafeRawBufferPointer, count: Int, to file: any ByteSink) throws(ImagingError)
    func finish(_ file: any ByteSink) throws(ImagingError)
}
