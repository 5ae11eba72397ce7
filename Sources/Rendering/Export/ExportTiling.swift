import Filters
import GPU
import Imaging

/// How an export is divided: into strips and, if the picture is wide, the strips into tiles. All frames of a
/// clip are divided in the same way.
package struct ExportTiling {
    /// The size of the result in pixels.
    package let size: SIMD2<Int>
    /// True if the recipe has no effect.
    let hasNoEffect: Bool
    let strips: [Tiling.Part]
    let tiles: [Tiling.Part]

    /// The number of pieces in which the picture is rendered.
    package var tileCount: Int { strips.count * tiles.count }

    /// The approximate number of pixels in a strip of a picture: 4 MB as half floats.
    package static let stripPixels = 1 << 19
    /// The same number for a frame of a clip, high enough to render 1920 × 1080 in one piece, without
    /// computing rows twice.
    package static let frameStripPixels = 1 << 21

    /// Tiles begin at multiples of this number. Most blurs scale down by a power of two up to this number;
    /// beyond it, some textures can only be used for one strip.
    private static let grid = 16
    /// Strips are 9 halos high, up to this height. Above it, 3 halos must do, since memory then matters more.
    /// Strips that are divided into tiles are half as high, since several copies of full rows are in memory.
    private static let highStrip = 256
    /// The maximum number of pixels in a tile with its halo: 80 MB as floats.
    private static let maxPixels = 5 << 20
    /// Narrower tiles would consist almost entirely of halo.
    private static let narrowestTile = 512
    /// The maximum width of an undivided picture, even if the driver allows more.
    private static let widestTile = 8192
    /// The width of the tiles of wider pictures, so that memory use depends on the tile, not on the picture.
    private static let narrowTile = 4096

    /// - Parameters:
    ///   - sourceSize: the size of the recipe's input.
    ///   - precision: the format between passes.
    ///   - times: times that together show all effects of the recipe; one if nothing in it changes.
    ///   - photograph: how the picture was taken.
    ///   - stripPixels: the approximate number of pixels of a strip.
    ///   - keepsRows: whether strips are not divided into tiles, as long as the device has textures of that
    ///     width.
    ///   - rowsAround: the number of rows above and below a strip that its consumer reads.
    ///
    /// Throws ``FilterError`` if a filter of the recipe cannot run with its values.
    package init(
        of recipe: Recipe, over sourceSize: SIMD2<Int>, precision: PixelFormat, times: [FrameTime] = [.zero],
        photograph: Photograph? = nil, on engine: Engine, stripPixels: Int, keepsRows: Bool = false,
        rowsAround: Int = 0
    ) throws(FilterError) {
        let catalog = engine.catalog
        let size = try catalog.size(of: recipe, entering: sourceSize)
        self.size = size
        // Tiles inside a stage's region need more of the input than others; all tiles are sized for that
        // case.
        var everywhere = recipe
        for index in everywhere.stages.indices where !everywhere.stages[index].regions.isEmpty {
            everywhere.stages[index].regions = [.luminosity(0...1)]
        }
        func plans(_ region: PixelRegion) throws(FilterError) -> [Plan] {
            var plans: [Plan] = []
            for time in times {
                plans.append(
                    try Plan(
                        recipe: everywhere, catalog: catalog, sourceSize: sourceSize,
                        viewport: Viewport(gridSize: size, region: region), precision: precision, time: time,
                        photograph: photograph))
            }
            return plans
        }
        let whole = try plans(PixelRegion(size: size))
        hasNoEffect = whole.allSatisfy(\.passes.isEmpty)
        let limit = engine.device.textures.sizeLimit
        if whole.contains(where: \.readsWhole) {
            // Each part would need the filter's whole input and compute it again.
            let longest = whole.flatMap { $0.passes.map(\.region.size) + [size, $0.source.region.size] }
                .reduce(SIMD2.zero, pointwiseMax).max()
            guard longest <= limit else {
                throw FilterError.tooLargeForDevice(
                    filter: Self.readingWhole(everywhere, in: catalog), side: longest, limit: limit)
            }
            strips = Tiling(size.y, step: size.y, halo: 0).parts
            tiles = Tiling(size.x, step: size.x, halo: 0).parts
            return
        }
        let grid = limit >= Self.widestTile ? Self.grid : 1
        let reach = whole.map(\.halo).reduce(SIMD2(0, rowsAround), pointwiseMax)
        let halo = (reach &+ (grid - 1)) / grid &* grid
        let isWide = size.x > Self.widestTile
        let highStrip = isWide ? Self.highStrip / 2 : Self.highStrip
        let keepsRows = keepsRows && size.x <= limit
        let widest =
            keepsRows
            ? size.x
            : min(size.x, max(1, limit - 2 * halo.x), isWide ? Self.narrowTile : Self.widestTile)
        // The next strip computes the rows of the halo again, which is cheap if a strip is many halos high.
        let rows = stripPixels / min(size.x, widest + 2 * halo.x)
        let stripHeight = max(
            1,
            min(size.y, max(rows, 3 * halo.y, min(9 * halo.y, highStrip)), limit - 2 * halo.y))
        let maxColumns = Self.maxPixels / (stripHeight + 2 * halo.y) - 2 * halo.x
        let tileWidth = keepsRows ? widest : min(widest, max(maxColumns, Self.narrowestTile))
        // If a filter changes the picture's shape, or reads along rays across it, a tile may need a larger
        // part of the input than its own size, and more near the edges of the picture than in the middle.
        func needs(_ tile: SIMD2<Int>) throws(FilterError) -> (longest: Int, pixels: Int) {
            let tile = pointwiseMin(tile, size)
            let end = size &- tile
            var needs = (longest: 0, pixels: 0)
            for origin in [end / 2, .zero, SIMD2(end.x, 0), SIMD2(0, end.y), end] {
                let plans = try plans(PixelRegion(origin: origin, size: tile))
                for region in plans.flatMap({ $0.passes.map(\.region) + [$0.source.region] }) {
                    needs.longest = max(needs.longest, region.size.x, region.size.y)
                    needs.pixels = max(needs.pixels, region.pixelCount)
                }
            }
            return needs
        }
        var tile = SIMD2(tileWidth, stripHeight)
        var needed = try needs(tile)
        while keepsRows ? tile.y > Self.grid : tile.max() > 1,
            needed.longest > limit || needed.pixels > Self.maxPixels
        {
            var smaller = tile
            if tile.x > tile.y, !keepsRows {
                smaller.x = (tile.x + 1) / 2
            } else {
                smaller.y = (tile.y + 1) / 2
            }
            let less = try needs(smaller)
            // Smaller tiles are slower; they are only worth it if they need less memory.
            if needed.longest <= limit, less.pixels * 8 > needed.pixels * 7 { break }
            (tile, needed) = (smaller, less)
        }
        func tiling(_ length: Int, step: Int, halo: Int) -> [Tiling.Part] {
            let step = step >= length ? length : max(grid, step / grid * grid)
            return Tiling(length, step: step, halo: halo, grid: grid).parts
        }
        strips = tiling(size.y, step: tile.y, halo: halo.y)
        tiles = tiling(size.x, step: tile.x, halo: halo.x)
    }

    /// True if the recipe has no effect on one of the frames that share the tiling.
    func hasNoEffect(
        of recipe: Recipe, over size: SIMD2<Int>, at time: FrameTime, photograph: Photograph?,
        catalog: FilterCatalog
    ) throws(FilterError) -> Bool {
        guard recipe.changes else { return hasNoEffect }
        let result = try catalog.size(of: recipe, entering: size)
        return try Plan(
            recipe: recipe, catalog: catalog, sourceSize: size, viewport: Viewport(wholeAt: result),
            precision: .rgba16f, time: time, photograph: photograph
        ).passes.isEmpty
    }

    /// The rows of the recipe's input that each strip needs. Nil if the input must be decoded as a whole,
    /// because a strip needs rows above those of the previous strip, most of the input, or the input at
    /// another size, or because the color at a control point must be known before the first strip.
    ///
    /// The arguments must be those of the export, so that it reads exactly these rows. Throws
    /// ``FilterError``.
    func rowsNeeded(
        of source: SourceFrame, by recipe: Recipe, catalog: FilterCatalog, precision: PixelFormat,
        outputFormat: PixelFormat
    ) throws(FilterError) -> [Range<Int>]? {
        if recipe.hasControlPoints { return nil }
        var needs: [Range<Int>] = []
        for strip in strips {
            var needed = hasNoEffect ? strip.new : nil
            for columns in tiles {
                let region = PixelRegion(
                    from: SIMD2(columns.made.lowerBound, strip.made.lowerBound),
                    to: SIMD2(columns.made.upperBound, strip.made.upperBound))
                let read = try Plan(
                    recipe: recipe, catalog: catalog, sourceSize: source.size,
                    primaries: source.primaries, isOpaque: source.isOpaque,
                    viewport: Viewport(gridSize: size, region: region), precision: precision,
                    outputFormat: outputFormat, time: source.time, photograph: source.photograph,
                    changing: 0
                ).source
                guard read.gridSize == source.size else { return nil }
                let (top, bottom) = (read.region.origin.y, read.region.end.y)
                needed = min(top, needed?.lowerBound ?? top)..<max(bottom, needed?.upperBound ?? bottom)
            }
            guard let needed, needed.lowerBound >= needs.last?.lowerBound ?? 0,
                // If most of the picture must be in memory anyway, decoding all of it at once is faster.
                needed.count <= max(source.size.y / 2, Self.fewRows)
            else { return nil }
            needs.append(needed)
        }
        return needs
    }

    /// A strip may need most of its picture if it needs no more rows than this.
    private static let fewRows = 64

    /// The title of the first filter that reads whole pictures.
    private static func readingWhole(_ recipe: Recipe, in catalog: FilterCatalog) -> String {
        let filters = recipe.stages.filter(\.isEnabled).compactMap { catalog.filter(of: $0) }
        return filters.first(where: \.reachesPicture)?.title ?? ""
    }
}

/// State shared by the exports of a clip's frames. The creator calls `finish` on ``readback`` after the last
/// frame.
package struct FrameExports {
    /// Reads back rows of one frame while the device renders the next.
    package let readback: Readback
    /// What shaders keep from frame to frame, empty before the first frame.
    let buffers = PersistentBuffers()
    let tiling: ExportTiling
    /// What the rows are converted to; nil if they are RGBA.
    package let planes: PlanarOutput?

    /// - Parameters:
    ///   - size: the size of the recipe's input frames.
    ///   - depth: bits per channel of the input.
    ///   - result: bits per channel of the result.
    ///   - planes: the format of the samples to read back, and whether pixels may be transparent; nil for
    ///     RGBA. Frames that are wider than a texture may be are RGBA in any case.
    ///   - photograph: what is known about the clip.
    ///
    /// Throws ``FilterError`` if a filter of the recipe cannot run with its values.
    package init(
        of recipe: Recipe, over size: SIMD2<Int>, from depth: PixelBuffer.Depth, to result: PixelBuffer.Depth,
        as planes: (format: PlanarFormat, hasAlpha: Bool)? = nil, photograph: Photograph? = nil,
        on engine: Engine
    ) throws(FilterError) {
        readback = Readback(on: engine.device, depth: 1)
        let tiling = try ExportTiling(
            of: recipe, over: size, precision: Exporter.precision(from: depth, to: result),
            times: recipe.sampleTimes, photograph: photograph, on: engine,
            stripPixels: ExportTiling.frameStripPixels,
            keepsRows: planes != nil,
            rowsAround: planes.map { PlanarOutput.rowsAbove(as: $0.format) } ?? 0)
        self.tiling = tiling
        let isDivided =
            tiling.tiles.count > 1
            || tiling.strips.contains { !$0.new.lowerBound.isMultiple(of: PlanarOutput.rowStep) }
        self.planes =
            isDivided
            ? nil
            : planes.flatMap { PlanarOutput(of: tiling.size, hasAlpha: $0.hasAlpha, as: $0.format) }
    }
}
