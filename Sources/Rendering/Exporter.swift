import Filters
import GPU
import Imaging

/// Where finished rows of a picture go, from the top.
package typealias RowSink = (_ rows: UnsafeRawBufferPointer, _ count: Int) throws -> Void

/// Runs a recipe over a whole picture in strips with halos, and hands the rows over as they come.
///
/// An exporter works a strip at a time, so that the thread can draw previews in between. The same recipe gives
/// the same pixels in strips as it would in one piece.
package final class Exporter {
    /// How much is done, 0…1.
    package var progress: Double { Double(nextRow) / Double(picture.height) }

    private let engine: Engine
    private let picture: PixelBuffer
    private let source: PictureProvider
    private let recipe: Recipe
    private let depth: PixelBuffer.Depth
    private let precision: PixelFormat
    private let sink: RowSink
    private let stripHeight: Int
    private let tileWidth: Int
    private let shouldStop: () -> Bool
    private var nextRow = 0

    /// - Parameters:
    ///   - depth: bits per channel of the rows handed to `sink`; 16 works in 32-bit floats.
    ///   - shouldStop: asked between dispatches; where it says true ``step()`` throws ``Cancelled``.
    package init(
        _ picture: PixelBuffer, recipe: Recipe, depth: PixelBuffer.Depth, on engine: Engine,
        shouldStop: @escaping () -> Bool = { false }, sink: @escaping RowSink
    ) {
        self.engine = engine
        self.picture = picture
        self.recipe = recipe
        self.depth = depth
        self.sink = sink
        self.shouldStop = shouldStop
        source = PictureProvider(picture)
        precision = depth == .sixteen || picture.depth == .sixteen ? .rgba32f : .rgba16f
        let size = SIMD2(picture.width, picture.height)
        let plan = Plan(
            recipe: recipe, catalog: engine.catalog, sourceSize: size, viewport: Viewport(wholeAt: size),
            precision: precision)
        let halo = plan.halo
        let limit = engine.device.textures.sizeLimit
        let widest = min(picture.width, max(1, limit - 2 * halo.x), Self.widestTile)
        // Rows of the halo are made again for the next strip: strips a few halos high keep that cheap.
        let rows = Self.stripPixels / min(picture.width, widest + 2 * halo.x)
        stripHeight = max(1, min(picture.height, max(rows, 3 * halo.y), limit - 2 * halo.y))
        let mostColumns = Self.mostPixels / (stripHeight + 2 * halo.y) - 2 * halo.x
        tileWidth = min(widest, max(mostColumns, Self.narrowestTile))
    }

    /// Makes the next strip; false when the whole picture is done.
    ///
    /// Throws ``GPUError``, ``Cancelled`` and what the sink throws.
    package func step() throws -> Bool {
        if shouldStop() { throw Cancelled() }
        guard nextRow < picture.height else { return false }
        let rows = nextRow..<min(nextRow + stripHeight, picture.height)
        if isUnchanged {
            try passThrough(rows)
        } else {
            try render(rows)
        }
        nextRow = rows.upperBound
        return nextRow < picture.height
    }

    /// About how many pixels of a strip are worked on at once: 16 MB as half floats.
    private static let stripPixels = 2 << 20
    /// The most pixels of a tile with its halo: 128 MB in floats.
    private static let mostPixels = 8 << 20
    /// Narrower tiles would be almost all halo.
    private static let narrowestTile = 512
    /// The widest tile: wider pictures are cut, whatever the driver allows, to bound the memory.
    private static let widestTile = 8192

    /// A recipe without effect gives the file's own pixels back, bit for bit.
    private var isUnchanged: Bool {
        depth == picture.depth
            && Plan(
                recipe: recipe, catalog: engine.catalog, sourceSize: source.size,
                viewport: Viewport(wholeAt: source.size), precision: .rgba16f
            ).passes.isEmpty
    }

    private func passThrough(_ rows: Range<Int>) throws {
        try picture.withUnsafeBytes { bytes in
            let range = rows.lowerBound * picture.bytesPerRow..<rows.upperBound * picture.bytesPerRow
            try sink(UnsafeRawBufferPointer(rebasing: bytes[range]), rows.count)
        }
    }

    private func render(_ rows: Range<Int>) throws {
        let output: PixelFormat = depth == .sixteen ? .rgba16ui : .rgba8ui
        let bytesPerRow = picture.width * depth.bytesPerPixel
        let isWhole = tileWidth >= picture.width
        let strip = UnsafeMutableRawBufferPointer.allocate(
            byteCount: isWhole ? 1 : bytesPerRow * rows.count, alignment: 16)
        defer { strip.deallocate() }
        let readback = Readback(on: engine.device)
        for x in stride(from: 0, to: picture.width, by: tileWidth) {
            let region = PixelRegion(
                from: SIMD2(x, rows.lowerBound),
                to: SIMD2(min(x + tileWidth, picture.width), rows.upperBound))
            let texture = try texture(of: region, output: output)
            try readback.start(texture) { [sink, depth] pixels in
                if isWhole { return try sink(pixels, rows.count) }
                let width = region.size.x * depth.bytesPerPixel
                for row in 0..<rows.count {
                    let target = row * bytesPerRow + x * depth.bytesPerPixel
                    UnsafeMutableRawBufferPointer(rebasing: strip[target..<target + width])
                        .copyMemory(from: .init(rebasing: pixels[row * width..<(row + 1) * width]))
                }
            }
        }
        try readback.finish()
        if !isWhole { try sink(UnsafeRawBufferPointer(strip), rows.count) }
    }

    private func texture(
        of region: PixelRegion, output: PixelFormat
    ) throws -> Texture {
        let viewport = Viewport(gridSize: source.size, region: region)
        return try engine.render(
            recipe, of: source, viewport: viewport, precision: precision, outputFormat: output,
            keepsResults: false, shouldStop: shouldStop)
    }
}
