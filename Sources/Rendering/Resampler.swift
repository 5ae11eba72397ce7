import Filters
import GPU

/// Reduces a picture to a smaller grid without aliasing, first along x and then along y.
///
/// The kernel is the cubic of Keys (“Cubic convolution interpolation for digital image processing”, 1981) with
/// a = -1/2, widened by the reduction, its weights summing to 1 also where the picture's edge cuts it off.
struct Resampler {
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
        let weights = Weights(
            resultRange: area.origin[axis]..<area.end[axis], resultSize: viewport.gridSize[axis],
            sourceSize: sourceSize[axis])
        var filterPass = FilterPass(
            name: axis == 0 ? "reduce, rows" : "reduce, columns", kernel: "resample.glsl")
        filterPass.constants = ["AXIS": axis]
        filterPass.data = weights.table
        filterPass.readsPerPixel = weights.taps
        let pass = Plan.Pass(
            name: filterPass.name, work: .file(filterPass), inputs: [.source], region: area,
            format: result.format, values: [SIMD4(Float(weights.taps), 0, 0, 0)], endsStage: false)
        try PassRunner(device: device).run(
            pass, reading: [.init(texture: source, region: sourceRegion)],
            into: .init(texture: result, region: PixelRegion(origin: resultOrigin, size: area.size)))
    }

    private func spans(axis: Int, sideLimit: Int) -> [(result: Range<Int>, source: Range<Int>)] {
        let ratio = Double(sourceSize[axis]) / Double(viewport.gridSize[axis])
        let margin = 2 * Int((Weights.support * max(1, ratio)).rounded(.up)) + 2
        let length = max(1, Int(Double(max(1, sideLimit - margin)) / ratio))
        let region = viewport.region.origin[axis]..<viewport.region.end[axis]
        return stride(from: region.lowerBound, to: region.upperBound, by: length).map { start in
            let result = start..<min(start + length, region.upperBound)
            let source = Weights.sourceRange(
                of: result, resultSize: viewport.gridSize[axis], sourceSize: sourceSize[axis])
            return (result, source)
        }
    }

    /// The weights of one axis: for each pixel of the result the first pixel it reads, and its weights.
    struct Weights {
        /// The kernel's reach in pixels of the coarser grid.
        static let support = 2.0

        /// Weights per result pixel.
        let taps: Int
        /// For each result pixel its first source pixel and `taps` weights.
        let table: [Float]

        init(resultRange: Range<Int>, resultSize: Int, sourceSize: Int) {
            let ratio = Double(sourceSize) / Double(resultSize)
            let width = max(1, ratio)
            let ranges = resultRange.map { Self.read(of: $0, ratio: ratio, sourceSize: sourceSize) }
            taps = ranges.map(\.count).max() ?? 0
            var table: [Float] = []
            table.reserveCapacity(ranges.count * (taps + 1))
            for (place, range) in zip(resultRange, ranges) {
                let middle = (Double(place) + 0.5) * ratio
                let weights = range.map { Self.cubic((Double($0) + 0.5 - middle) / width) }
                let sum = weights.reduce(0, +)
                table.append(Float(range.lowerBound))
                table += weights.map { Float($0 / sum) }
                table += [Float](repeating: 0, count: taps - weights.count)
            }
            self.table = table
        }

        /// The source pixels that a range of result pixels reads.
        static func sourceRange(of result: Range<Int>, resultSize: Int, sourceSize: Int) -> Range<Int> {
            let ratio = Double(sourceSize) / Double(resultSize)
            let first = read(of: result.lowerBound, ratio: ratio, sourceSize: sourceSize)
            let last = read(of: result.upperBound - 1, ratio: ratio, sourceSize: sourceSize)
            return first.lowerBound..<last.upperBound
        }

        private static func read(of place: Int, ratio: Double, sourceSize: Int) -> Range<Int> {
            let middle = (Double(place) + 0.5) * ratio
            let reach = support * max(1, ratio)
            let first = max(0, Int((middle - reach).rounded(.down)))
            let last = min(sourceSize, Int((middle + reach).rounded(.up)))
            return first..<max(first + 1, last)
        }

        private static func cubic(_ x: Double) -> Double {
            let distance = abs(x)
            if distance < 1 { return (1.5 * distance - 2.5) * distance * distance + 1 }
            if distance < 2 { return ((-0.5 * distance + 2.5) * distance - 4) * distance + 2 }
            return 0
        }
    }
}
