import Filters
import GPU

/// Reduces a picture to a smaller grid without aliasing, first along x and then along y.
///
/// The kernel is the cubic of Keys (“Cubic convolution interpolation for digital image processing”, 1981) with
/// a = -1/2, widened by the reduction, its weights summing to 1 also where the picture's edge cuts it off.
struct Resampler {
    /// The kernel's reach in pixels of the coarser grid.
    private static let support = 2.0

    let sourceSize: SIMD2<Int>
    let viewport: Viewport

    /// A part of the result, and the part of the source that it is made of.
    struct Tile {
        let result: PixelRegion
        let source: PixelRegion
    }

    /// Cuts the viewport so that no tile's source is wider or higher than `sideLimit` pixels.
    func tiles(sideLimit: Int) -> [Tile] {
        let columns = spans(axis: 0, sideLimit: sideLimit)
        let rows = spans(axis: 1, sideLimit: sideLimit)
        return rows.flatMap { row in
            columns.map { column in
                Tile(
                    result: PixelRegion(
                        from: SIMD2(column.result.lowerBound, row.result.lowerBound),
                        to: SIMD2(column.result.upperBound, row.result.upperBound)),
                    source: PixelRegion(
                        from: SIMD2(column.source.lowerBound, row.source.lowerBound),
                        to: SIMD2(column.source.upperBound, row.source.upperBound)))
            }
        }
    }

    /// Makes one tile of `result`, which holds the viewport's region, from the tile's source pixels.
    func run(
        _ tile: Tile, from source: Texture, into result: Texture, precision: PixelFormat, on device: Device
    ) throws {
        // Along x the rows are still the source's, along y the columns are already the result's.
        let rows = PixelRegion(
            from: SIMD2(tile.result.origin.x, tile.source.origin.y),
            to: SIMD2(tile.result.end.x, tile.source.end.y))
        let between = try device.textures.texture(
            width: rows.size.x, height: rows.size.y, format: precision)
        try run(
            axis: 0, from: source, at: tile.source, into: between, at: rows.origin, area: rows, on: device)
        try run(
            axis: 1, from: between, at: rows, into: result, at: viewport.region.origin, area: tile.result,
            on: device)
    }

    private func run(
        axis: Int, from source: Texture, at sourceRegion: PixelRegion, into result: Texture,
        at resultOrigin: SIMD2<Int>, area: PixelRegion, on device: Device
    ) throws {
        let (from, to) = (sourceSize[axis], viewport.gridSize[axis])
        let width = max(1, Double(from) / Double(to))
        let middle = (2 * area.origin[axis] + 1) * from
        var filterPass = FilterPass(
            name: axis == 0 ? "reduce, rows" : "reduce, columns", kernel: "resample.glsl")
        filterPass.constants = ["AXIS": axis]
        filterPass.readsPerPixel = Int(2 * Self.support * width)
        let pass = Plan.Pass(
            name: filterPass.name, work: .file(filterPass), inputs: [.source], region: area,
            format: result.format,
            values: [
                SIMD4(Float(from), Float(to), Float(width), 0),
                SIMD4(Float(middle / (2 * to)), Float(middle % (2 * to)), 0, 0),
            ])
        try PassRunner(device: device).run(
            pass, reading: [.init(texture: source, region: sourceRegion)],
            into: .init(texture: result, region: PixelRegion(origin: resultOrigin, size: area.size)))
    }

    private func spans(axis: Int, sideLimit: Int) -> [(result: Range<Int>, source: Range<Int>)] {
        let ratio = Double(sourceSize[axis]) / Double(viewport.gridSize[axis])
        let reach = Int((Self.support * max(1, ratio)).rounded(.up)) + 1
        let length = max(1, Int(Double(max(1, sideLimit - 2 * reach - 2)) / ratio))
        let region = viewport.region.origin[axis]..<viewport.region.end[axis]
        return stride(from: region.lowerBound, to: region.upperBound, by: length).map { start in
            let result = start..<min(start + length, region.upperBound)
            let first = Int(((Double(start) + 0.5) * ratio).rounded(.down)) - reach
            let last = Int(((Double(result.upperBound) - 0.5) * ratio).rounded(.down)) + reach
            return (result, max(0, first)..<min(sourceSize[axis], last + 1))
        }
    }
}
