import Filters
import Imaging

/// Applies a recipe to a picture and saves the result strip by strip, or only measures the size of the file.
/// The encoder runs in parallel.
package final class ExportJob: SteppedExport {
    private let exporter: Exporter
    private let writer: PictureEncoder
    private let rows: RowQueue
    private var isFinishing = false
    private var isAbandoned = false
    private let overwrite: Bool
    /// Called with the number of bytes if the file is only measured.
    private let measured: (Int) -> Void
    private let shouldStop: () -> Bool

    /// Losses known from the beginning, such as metadata that the filters make outdated.
    private let metadataLosses: [MetadataLoss]
    /// What the file loses, including losses known from the beginning; complete when the save is done.
    package var losses: [SaveRemark] { allLosses }
    /// The losses as typed values.
    package var allLosses: [MetadataLoss] { metadataLosses + writer.losses }

    /// The bytes of a file in memory once the save is done; nil for any other destination.
    package var bytes: [UInt8]? { writer.bytes }

    /// The completed fraction, 0…1; less than 1 until the file is in place.
    package var progress: Double { exporter.progress * shareOfRows }

    /// The fraction of the work, roughly, that is done after the last row: TIFF and WebP are encoded only
    /// then, and every file is flushed to the disk.
    private let shareOfRows: Double

    /// Checks the destination and opens a temporary file there; throws ``ImagingError`` and ``FilterError``.
    package convenience init(
        _ picture: Picture, at time: FrameTime = .zero, recipe: Recipe, to path: String,
        options: EncodingOptions, overwrite: Bool, on engine: Engine,
        shouldStop: @escaping () -> Bool = { false }
    ) throws {
        guard let format = PictureFormat(fileName: path) else {
            throw ImagingError.unknownExtension(path: path)
        }
        try self.init(
            ExportInput(picture), at: time, recipe: recipe, as: format,
            to: .file(path, overwrite: overwrite),
            options: options, on: engine, shouldStop: shouldStop)
    }

    /// The destination of the bytes.
    package enum Destination {
        case file(_ path: String, overwrite: Bool)
        /// Keeps the bytes in ``ExportJob/bytes``.
        ///
        /// - Parameter name: the file's name in errors.
        case memory(name: String)
        /// Only counts the bytes; `measured` is called on one of the encoder's threads.
        case nowhere(measured: (Int) -> Void)
    }

    /// Begins a save, or a measurement of the file that it would create; throws ``ImagingError`` and
    /// ``FilterError``. For a streamed picture, the last step may throw ``RowStream/EndDiffers``.
    package init(
        _ picture: ExportInput, at time: FrameTime = .zero, recipe: Recipe, as format: PictureFormat,
        to destination: Destination, options: EncodingOptions, on engine: Engine,
        shouldStop: @escaping () -> Bool = { false }
    ) throws {
        var options = options
        let size = try engine.catalog.size(of: recipe, entering: picture.size)
        var metadata = picture.metadata
        if try engine.catalog.movesPixels(recipe, entering: picture.size, at: time) {
            metadata.pixelsHaveMoved(
                turned: try engine.catalog.turnsPixels(recipe, entering: picture.size, at: time))
        }
        let (fileDepth, channels, colors, depth) = try Self.file(
            of: recipe, over: picture.channels, depth: picture.depth, colorSpace: picture.colorSpace,
            as: format, options: options, catalog: engine.catalog)
        let isShortOfFloats = options.depth == .float && fileDepth != .float
        options.depth = fileDepth
        func withoutFile(_ name: String, keepsBytes: Bool) throws -> PictureEncoder {
            try .withoutFile(
                name: name, keepsBytes: keepsBytes, format: format, width: size.x, height: size.y,
                channels: channels, depth: depth, colors: colors, options: options, metadata: metadata)
        }
        let writer: PictureEncoder
        switch destination {
        case .file(let path, let overwrite):
            writer = try PictureEncoder(
                path: path, format: format, width: size.x, height: size.y, channels: channels, depth: depth,
                colors: colors, options: options, metadata: metadata)
            (self.overwrite, measured) = (overwrite, { _ in })
        case .memory(let name):
            writer = try withoutFile(name, keepsBytes: true)
            (overwrite, measured) = (false, { _ in })
        case .nowhere(let measured):
            writer = try withoutFile("picture.\(format.fileExtensions.first ?? "")", keepsBytes: false)
            (overwrite, self.measured) = (false, measured)
        }
        metadataLosses =
            metadata.losses.dropFirst(picture.metadata.losses.count)
            + (isShortOfFloats ? [.noFloats(format, fileDepth)] : [])
        let rows = RowQueue(timeout: engine.timeout) { try writer.write(rows: $0, count: $1) }
        self.writer = writer
        shareOfRows = format.isEncodedAtTheEnd ? 0.5 : 0.95
        self.rows = rows
        self.shouldStop = shouldStop
        let sink: RowSink = { try rows.add($0, count: $1) }
        exporter = try Exporter(
            picture.pixels, at: time, photograph: picture.photograph, recipe: recipe, depth: depth,
            on: engine,
            shouldStop: shouldStop, sink: sink)
    }

    /// The bits per channel, channels and colors of the file that results from applying a recipe to a picture
    /// with the given channels, depth and color space, and the bits per channel of the rows that its encoder
    /// takes; throws ``ImagingError``.
    static func file(
        of recipe: Recipe, over channels: Channels, depth: PixelBuffer.Depth, colorSpace: ColorSpace,
        as format: PictureFormat, options: EncodingOptions, catalog: FilterCatalog
    ) throws(ImagingError) -> (
        depth: PixelBuffer.Depth, channels: Channels, colors: OutputColors, rowDepth: PixelBuffer.Depth
    ) {
        let fileDepth = format.depth(for: options.depth ?? depth)
        let channels = catalog.channels(of: recipe, over: channels)
        var options = options
        options.depth = fileDepth
        let colors = try OutputColors(
            of: colorSpace, isGray: channels.isGray, depth: fileDepth, as: format, options: options)
        return (fileDepth, channels, colors, colors.rowDepth(for: fileDepth, of: depth))
    }

    /// Cancels the save, leaving the path as it was; false if the new file is already in place.
    @discardableResult
    package func cancel() -> Bool {
        rows.cancel(writer.cancel)
    }

    package func rest() {
        rows.wait(for: isAbandoned ? .rest : isFinishing ? .end : .room)
    }

    /// Continues the save for a while; false when the file is in place.
    ///
    /// While the encoder is behind, no strip is rendered, so that previews need not wait for the encoder. If
    /// an error is thrown, whatever was at the path is unchanged.
    package func step() throws -> Bool {
        do {
            if isAbandoned {
                // Waits for a busy encoder in short steps, since previews are rendered at the same time.
                guard rows.hasRested() else { return true }
                throw Cancelled()
            }
            if isFinishing, try rows.isDone() { return false }
            if shouldStop() {
                isAbandoned = true
                rows.abandon()
                return true
            }
            if !isFinishing, try rows.hasRoom(), try !exporter.step() {
                isFinishing = true
                rows.finish(
                    writer.complete,
                    then: { [writer, overwrite, measured] in
                        if let count = writer.byteCount { measured(count) }
                        try writer.commit(overwrite: overwrite)
                    })
            }
            return true
        } catch {
            guard cancel() else { return false }
            throw error
        }
    }
}
