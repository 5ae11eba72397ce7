import Filters
import GPU
import Imaging

/// The source of an export's pixels.
enum ExportSource {
    /// A picture in memory, and whether every pixel's alpha is known to be 1.
    case pixels(PixelBuffer, isOpaque: Bool)
    /// A picture decoded during the export, and its rows that each strip needs.
    case streamed(StreamedRows, needs: [Range<Int>])

    /// The size in pixels.
    var size: SIMD2<Int> {
        switch self {
        case .pixels(let pixels, _): SIMD2(pixels.width, pixels.height)
        case .streamed(let rows, _): SIMD2(rows.stream.header.width, rows.stream.header.height)
        }
    }

    /// Bits per channel.
    var depth: PixelBuffer.Depth {
        switch self {
        case .pixels(let pixels, _): pixels.depth
        case .streamed(let rows, _): rows.stream.header.depth
        }
    }

    /// The frame that filters read.
    var frame: SourceFrame {
        switch self {
        case .pixels(let pixels, let isOpaque): SourceFrame(pixels, isOpaque: isOpaque)
        case .streamed(let rows, _): SourceFrame(rows)
        }
    }

    /// Makes a strip's pixels available.
    func prepare(strip index: Int) throws {
        if case .streamed(let rows, let needs) = self { try rows.hold(needs[index]) }
    }

    /// The bytes of some rows, unfiltered.
    func withBytes(of rows: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch self {
        case .pixels(let pixels, _):
            try pixels.withUnsafeBytes { bytes in
                let range = rows.lowerBound * pixels.bytesPerRow..<rows.upperBound * pixels.bytesPerRow
                try body(UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
        case .streamed(let streamed, _): try streamed.withBytes(of: rows, body)
        }
    }

    /// Checks the part of the file below the last strip for errors.
    func finish() throws {
        if case .streamed(let rows, _) = self { try rows.stream.finish() }
    }
}

extension ExportSource {
    /// A picture that is decoded while a recipe is applied to it.
    ///
    /// Throws ``RowStream/Unsuitable`` if a strip needs rows above those of the previous strip, most of
    /// the picture, or the picture at another size; and ``FilterError``.
    init(
        _ stream: RowStream, for recipe: Recipe, in tiling: ExportTiling, catalog: FilterCatalog,
        precision: PixelFormat
    )
        throws
    {
        let header = stream.header
        let size = SIMD2(header.width, header.height)
        var needs: [Range<Int>] = []
        for strip in tiling.strips {
            var needed = tiling.hasNoEffect ? strip.new : nil
            for columns in tiling.tiles {
                let region = PixelRegion(
                    from: SIMD2(columns.made.lowerBound, strip.made.lowerBound),
                    to: SIMD2(columns.made.upperBound, strip.made.upperBound))
                let source = try Plan(
                    recipe: recipe, catalog: catalog, sourceSize: size,
                    primaries: header.colorSpace.primaries,
                    viewport: Viewport(gridSize: tiling.size, region: region), precision: precision
                ).source
                guard source.gridSize == size else { throw RowStream.Unsuitable() }
                let (top, bottom) = (source.region.origin.y, source.region.end.y)
                needed = min(top, needed?.lowerBound ?? top)..<max(bottom, needed?.upperBound ?? bottom)
            }
            guard let needed, needed.lowerBound >= needs.last?.lowerBound ?? 0,
                // If most of the picture must be in memory anyway, decoding it at once is faster.
                needed.count <= max(header.height / 2, Self.fewRows)
            else { throw RowStream.Unsuitable() }
            needs.append(needed)
        }
        stream.reserve(rows: needs.map(\.count).max() ?? 0)
        self = .streamed(StreamedRows(stream), needs: needs)
    }

    /// A strip may need most of its picture if that is no more than this many rows.
    private static let fewRows = 64
}
