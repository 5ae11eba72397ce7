import Filters
import GPU
import Imaging

/// Receives finished rows of a picture, from the top.
package typealias RowSink = (_ rows: UnsafeRawBufferPointer, _ count: Int) throws -> Void

/// Runs a recipe over a whole picture in strips with halos, and hands the rows over as they come.
///
/// An exporter works a strip at a time, so that the thread can draw previews in between. The same recipe gives
/// the same pixels in strips as it would in one piece.
package final class Exporter {
    /// How much is done, 0…1.
    package var progress: Double { Double(stripsMade) / Double(strips.count) }
    /// The size of the result in pixels.
    package let size: SIMD2<Int>

    private let engine: Engine
    /// The filters as they were at the start: one that changes meanwhile would change the picture halfway.
    private let catalog: FilterCatalog
    private let picture: PixelBuffer
    private let source: SourceFrame
    private let recipe: Recipe
    private let depth: PixelBuffer.Depth
    private let precision: PixelFormat
    private let destination: Destination
    private let strips: [Tiling.Part]
    private let tiles: [Tiling.Part]
    /// How many pieces the picture is made in.
    package var tileCount: Int { strips.count * tiles.count }
    private let shouldStop: () -> Bool
    /// Whether the recipe has no effect and gives the file's own pixels back, bit for bit.
    private let isUnchanged: Bool
    /// The strip before is on its way to memory while the device makes the next.
    private let readback: Readback
    /// Whether the readback goes on with the next frame of a clip.
    private let sharesReadback: Bool
    private var stripsMade = 0

    private enum Destination {
        case rows(RowSink)
        case textures(TextureSink)
    }

    /// Receives finished textures that stay on the device, each with the part that no other texture holds.
    package typealias TextureSink = (_ texture: Texture, _ part: PixelRegion) throws -> Void

    /// - Parameters:
    ///   - time: the time that filters read.
    ///   - depth: bits per channel of the rows handed to `sink`; 16 works in 32-bit floats.
    ///   - readback: brings rows back for the frames of a clip, one after another; whoever made it finishes it after the
    ///     last. Nil for a picture.
    ///   - shouldStop: asked between dispatches; if it returns true, ``step()`` throws ``Cancelled``.
    ///
    /// Throws ``FilterError`` if a filter of the recipe cannot do what it is told.
    package convenience init(
        _ picture: PixelBuffer, at time: FrameTime = .zero, recipe: Recipe, depth: PixelBuffer.Depth,
        on engine: Engine, readback: Readback? = nil, shouldStop: @escaping () -> Bool = { false },
        sink: @escaping RowSink
    ) throws(FilterError) {
        try self.init(
            picture, at: time, recipe: recipe, depth: depth, on: engine, readback: readback,
            shouldStop: shouldStop, to: .rows(sink))
    }

    /// An 8-bit export whose pixels stay on the device.
    package convenience init(
        _ picture: PixelBuffer, recipe: Recipe, on engine: Engine,
        shouldStop: @escaping () -> Bool = { false }, textures: @escaping TextureSink
    ) throws(FilterError) {
        try self.init(
            picture, at: .zero, recipe: recipe, depth: .eight, on: engine, readback: nil,
            shouldStop: shouldStop, to: .textures(textures))
    }

    private init(
        _ picture: PixelBuffer, at time: FrameTime, recipe: Recipe, depth: PixelBuffer.Depth,
        on engine: Engine,
        readback: Readback?, shouldStop: @escaping () -> Bool, to destination: Destination
    ) throws(FilterError) {
        self.engine = engine
        catalog = engine.catalog
        self.picture = picture
        self.recipe = recipe
        self.depth = depth
        self.destination = destination
        self.shouldStop = shouldStop
        self.readback = readback ?? Readback(on: engine.device, depth: 1)
        sharesReadback = readback != nil
        source = SourceFrame(picture).at(time)
        precision = depth == .sixteen || picture.depth == .sixteen ? .rgba32f : .rgba16f
        size = try engine.catalog.size(of: recipe, entering: source.size)
        let (size, precision, source) = (size, precision, source)
        // Tiles within a stage's region need more than others; tiles are sized as if all were.
        var everywhere = recipe
        for index in everywhere.stages.indices { everywhere.stages[index].region?.isInverted = true }
        func plan(_ region: PixelRegion) throws(FilterError) -> Plan {
            try Plan(
                recipe: everywhere, catalog: engine.catalog, sourceSize: source.size,
                viewport: Viewport(gridSize: size, region: region), precision: precision)
        }
        let whole = try plan(PixelRegion(size: size))
        isUnchanged = whole.passes.isEmpty && depth == picture.depth
        let limit = engine.device.textures.sizeLimit
        let grid = limit >= Self.widestTile ? Self.grid : 1
        let halo = (whole.halo &+ (grid - 1)) / grid &* grid
        let widest = min(size.x, max(1, limit - 2 * halo.x), Self.widestTile)
        // Rows of the halo are made again for the next strip: strips many halos high keep that cheap.
        let rows = Self.stripPixels / min(size.x, widest + 2 * halo.x)
        let stripHeight = max(
            1,
            min(size.y, max(rows, 3 * halo.y, min(9 * halo.y, Self.highStrip)), limit - 2 * halo.y))
        let mostColumns = Self.mostPixels / (stripHeight + 2 * halo.y) - 2 * halo.x
        let tileWidth = min(widest, max(mostColumns, Self.narrowestTile))
        // If a filter changes the picture's shape, or rays cross it, a tile may need more of the picture than its own
        // size, and more at the picture's ends than in the middle.
        func needs(_ tile: SIMD2<Int>) throws(FilterError) -> (longest: Int, pixels: Int) {
            let tile = pointwiseMin(tile, size)
            let end = size &- tile
            var needs = (longest: 0, pixels: 0)
            for origin in [end / 2, .zero, SIMD2(end.x, 0), SIMD2(0, end.y), end] {
                let plan = try plan(PixelRegion(origin: origin, size: tile))
                for region in plan.passes.map(\.region) + [plan.source.region] {
                    needs.longest = max(needs.longest, region.size.x, region.size.y)
                    needs.pixels = max(needs.pixels, region.pixelCount)
                }
            }
            return needs
        }
        var tile = SIMD2(tileWidth, stripHeight)
        var needed = try needs(tile)
        while tile.max() > 1, needed.longest > limit || needed.pixels > Self.mostPixels {
            var smaller = tile
            if tile.x > tile.y { smaller.x = (tile.x + 1) / 2 } else { smaller.y = (tile.y + 1) / 2 }
            let less = try needs(smaller)
            // Smaller tiles need more time; they are worth it where they need less memory.
            if needed.longest <= limit, less.pixels * 8 > needed.pixels * 7 { break }
            (tile, needed) = (smaller, less)
        }
        func tiling(_ length: Int, step: Int, halo: Int) -> [Tiling.Part] {
            Tiling(length, step: max(grid, step / grid * grid), halo: halo, grid: grid).parts
        }
        strips = tiling(size.y, step: tile.y, halo: halo.y)
        tiles = tiling(size.x, step: tile.x, halo: halo.x)
    }

    /// Makes the next strip; false when the whole picture is done.
    ///
    /// Throws ``GPUError``, ``Cancelled`` and what the sink throws.
    package func step() throws -> Bool {
        if shouldStop() { throw Cancelled() }
        guard stripsMade < strips.count else { return false }
        let strip = strips[stripsMade]
        switch destination {
        case .rows(let sink) where isUnchanged: try passThrough(strip.new, to: sink)
        case .rows(let sink): try render(strip, to: sink)
        case .textures(let sink): try render(strip, to: sink)
        }
        stripsMade += 1
        if stripsMade == strips.count, !sharesReadback { try readback.finish() }
        return stripsMade < strips.count
    }

    /// Tiles begin at multiples of this: blurs reduce by powers of two, and where they reduce by more, some textures
    /// serve one strip only.
    private static let grid = 16
    /// About how many pixels of a strip are worked on at once: 4 MB as half floats.
    private static let stripPixels = 1 << 19
    /// Strips are 9 halos high up to this height; beyond it 3 halos will do, since memory matters more there.
    private static let highStrip = 512
    /// The most pixels of a tile with its halo: 80 MB in floats.
    private static let mostPixels = 5 << 20
    /// Narrower tiles would be almost all halo.
    private static let narrowestTile = 512
    /// The widest tile: wider pictures are cut, whatever the driver allows, to bound the memory.
    private static let widestTile = 8192

    private func passThrough(_ rows: Range<Int>, to sink: RowSink) throws {
        // An earlier frame may still be on its way.
        try readback.finish()
        try picture.withUnsafeBytes { bytes in
            let range = rows.lowerBound * picture.bytesPerRow..<rows.upperBound * picture.bytesPerRow
            try sink(UnsafeRawBufferPointer(rebasing: bytes[range]), rows.count)
        }
    }

    private func render(_ rows: Tiling.Part, to sink: TextureSink) throws {
        for columns in tiles {
            let made = SIMD2(columns.made.lowerBound, rows.made.lowerBound)
            let region = PixelRegion(from: made, to: SIMD2(columns.made.upperBound, rows.made.upperBound))
            let part = PixelRegion(
                from: SIMD2(columns.new.lowerBound, rows.new.lowerBound) &- made,
                to: SIMD2(columns.new.upperBound, rows.new.upperBound) &- made)
            try sink(try texture(of: region, output: .rgba8ui), part)
        }
    }

    private func render(_ rows: Tiling.Part, to sink: @escaping RowSink) throws {
        let output: PixelFormat = depth == .sixteen ? .rgba16ui : .rgba8ui
        let strip = try tiles.count == 1 ? nil : Strip(width: size.x, rows: rows.new.count, depth: depth)
        for columns in tiles {
            let region = PixelRegion(
                from: SIMD2(columns.made.lowerBound, rows.made.lowerBound),
                to: SIMD2(columns.made.upperBound, rows.made.upperBound))
            let texture = try texture(of: region, output: output)
            let bytesPerRow = columns.made.count * depth.bytesPerPixel
            let isLast = columns == tiles.last
            try readback.start(texture) { pixels in
                let known = (rows.new.lowerBound - rows.made.lowerBound) * bytesPerRow
                let new = UnsafeRawBufferPointer(rebasing: pixels[known...])
                guard let strip else { return try sink(new, rows.new.count) }
                strip.put(new, columns)
                if isLast { try sink(UnsafeRawBufferPointer(strip.bytes), rows.new.count) }
            }
        }
    }

    /// Rows assembled from tiles.
    private final class Strip {
        var bytes: UnsafeMutableRawBufferPointer { memory.bytes }
        private let memory: MemoryBlock
        private let rows: Int
        private let bytesPerPixel: Int

        init(width: Int, rows: Int, depth: PixelBuffer.Depth) throws(OutOfMemory) {
            self.rows = rows
            bytesPerPixel = depth.bytesPerPixel
            memory = try MemoryBlock(byteCount: width * rows * bytesPerPixel)
        }

        func put(_ tile: UnsafeRawBufferPointer, _ columns: Tiling.Part) {
            let count = columns.new.count * bytesPerPixel
            let known = (columns.new.lowerBound - columns.made.lowerBound) * bytesPerPixel
            for row in 0..<rows {
                let source = row * columns.made.count * bytesPerPixel + known
                let target = row * (bytes.count / rows) + columns.new.lowerBound * bytesPerPixel
                UnsafeMutableRawBufferPointer(rebasing: bytes[target..<target + count])
                    .copyMemory(from: .init(rebasing: tile[source..<source + count]))
            }
        }
    }

    private func texture(
        of region: PixelRegion, output: PixelFormat
    ) throws -> Texture {
        let viewport = Viewport(gridSize: size, region: region)
        return try engine.render(
            recipe, of: source, viewport: viewport, precision: precision, outputFormat: output,
            keepsResults: false, catalog: catalog, shouldStop: shouldStop)
    }
}
