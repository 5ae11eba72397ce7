import Filters
import GPU
import Imaging

/// A picture to be saved: its pixels and its other properties.
package struct ExportInput {
    /// The source of the pixels.
    enum Pixels {
        /// A picture or a frame of a clip in memory, and whether every pixel's alpha is known to be 1.
        case whole(FrameContent, isOpaque: Bool)
        /// A picture that is decoded during the export, how the export is divided, and the rows that each
        /// strip needs.
        case stream(RowStream, ExportTiling, needs: [Range<Int>])
    }

    let pixels: Pixels
    /// The size in pixels.
    package let size: SIMD2<Int>
    /// The channels of the source file.
    let channels: Channels
    /// Bits per channel of the source file.
    let depth: PixelBuffer.Depth
    /// The color space of the pixels.
    let colorSpace: ColorSpace
    /// What the source file contains besides pixels.
    package let metadata: Metadata
    /// How the picture was taken.
    package let photograph: Photograph?

    /// A picture in memory.
    package init(_ picture: Picture) {
        pixels = .whole(.pixels(picture.pixels), isOpaque: !picture.channels.hasAlpha)
        size = SIMD2(picture.width, picture.height)
        channels = picture.channels
        depth = picture.depth
        colorSpace = picture.colorSpace
        metadata = picture.metadata
        photograph = Photograph(picture)
    }

    /// A picture that is decoded while it is saved at time zero with these arguments; nil if the recipe needs
    /// the whole picture. Throws ``ImagingError`` and ``FilterError``.
    package init?(
        _ stream: RowStream, for recipe: Recipe, as format: PictureFormat, options: EncodingOptions,
        on engine: Engine
    ) throws {
        let header = stream.header
        let file = try ExportJob.file(
            of: recipe, over: header.channels, depth: header.fileDepth, colorSpace: header.colorSpace,
            as: format, options: options, catalog: engine.catalog)
        let source = SourceFrame(stream)
        let tiling = try Exporter.tiling(
            of: recipe, over: source.size, from: header.depth, to: file.rowDepth,
            photograph: source.photograph, on: engine)
        let needs = try tiling.rowsNeeded(
            of: source, by: recipe, catalog: engine.catalog,
            precision: Exporter.precision(from: header.depth, to: file.rowDepth),
            outputFormat: PixelFormat(readBackAs: file.rowDepth))
        guard let needs else { return nil }
        stream.reserve(rows: needs.map(\.count).max() ?? 0)
        pixels = .stream(stream, tiling, needs: needs)
        size = source.size
        channels = header.channels
        depth = header.fileDepth
        colorSpace = header.colorSpace
        metadata = header.ending?.metadata ?? Metadata()
        photograph = source.photograph
    }
}

extension ExportInput.Pixels {
    /// Bits per channel.
    var depth: PixelBuffer.Depth {
        switch self {
        case .whole(let content, _): content.depth
        case .stream(let stream, _, _): stream.header.depth
        }
    }

    /// The frame that the filters read.
    var frame: SourceFrame {
        switch self {
        case .whole(.pixels(let pixels), let isOpaque): SourceFrame(pixels, isOpaque: isOpaque)
        case .whole(.planes(let planes), let isOpaque):
            SourceFrame(still: PlanarPixels(planes: planes), size: planes.size, isOpaque: isOpaque)
        case .stream(let stream, _, _): SourceFrame(stream)
        }
    }

    /// True if rows of RGBA are in memory, or going to be.
    var areRows: Bool { if case .whole(.planes, _) = self { false } else { true } }

    /// Makes a strip's pixels available.
    func prepare(strip index: Int) throws {
        if case .stream(let stream, _, let needs) = self { _ = try stream.rows(needs[index]) }
    }

    /// Unfiltered bytes of some rows.
    func withBytes(of rows: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch self {
        case .whole(.pixels(let pixels), _):
            try pixels.withUnsafeBytes { bytes in
                let range = rows.lowerBound * pixels.bytesPerRow..<rows.upperBound * pixels.bytesPerRow
                try body(UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
        case .whole(.planes, _): preconditionFailure("planes are not rows of pixels")
        case .stream(let stream, _, _): try body(stream.rows(rows))
        }
    }

    /// Reads the rest of the file below the last strip to detect errors.
    func finish() throws {
        if case .stream(let stream, _, _) = self { try stream.finish() }
    }
}
