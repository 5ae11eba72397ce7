import Filters

/// The passes that rasterize the brush strokes of a region, and refine them if wanted.
///
/// A table holds the segments of the strokes by square tiles of the working picture, in the order of the
/// strokes, so that a pixel only reads those that may cover it. Every pixel is a function of its position, so
/// parts and tiles of a picture agree with the whole.
struct BrushMask {
    private let region: Region
    private let picture: WorkingPicture
    /// Distinguishes the masks of a recipe.
    private let number: String
    /// The side of a tile in working pixels, as a power of two.
    private let tile: Int

    /// The smallest side of a tile, as a power of two.
    private static let smallestTile = 5
    /// The number of segments in all tiles above which tiles are larger: 32 MB.
    private static let maximumOfEntries = 1 << 20
    /// Vectors per row of the table; the kernel uses the same number.
    private static let rowLength = 4096

    /// - Parameter number: distinguishes the masks of a recipe.
    init(_ region: Region, in picture: WorkingPicture, number: String) {
        self.region = region
        self.picture = picture
        self.number = number
        let segments = Self.segments(of: region.strokes[...], in: picture)
        var tile = Self.smallestTile
        while tile < 24 {
            let entries = segments.reduce(0) { count, segment in
                let tiles = Self.tiles(of: segment, in: picture, side: 1 << tile)
                return count
                    + (tiles.map { ($0.last.x - $0.first.x + 1) * ($0.last.y - $0.first.y + 1) } ?? 0)
            }
            if entries <= Self.maximumOfEntries { break }
            tile += 1
        }
        self.tile = tile
    }

    /// A piece of a stroke, or a dot, in picture pixels.
    private struct Segment {
        let start: SIMD2<Double>
        let end: SIMD2<Double>
        let radii: SIMD2<Double>
        let stroke: Int
    }

    var passes: [FilterPass] {
        let count = region.strokes.count
        let radius = region.refinement.map { refinement in
            max(1, Int((refinement.radius * Double(picture.size.max()) * picture.scale.max()).rounded()))
        }
        // While a stroke is being painted, those before it stay the same.
        var passes: [FilterPass] = []
        if count > 1 { passes.append(strokes(0..<count - 1, isContinued: false, isRefined: false)) }
        passes.append(strokes(max(0, count - 1)..<count, isContinued: count > 1, isRefined: radius != nil))
        guard let radius, let refinement = region.refinement else { return passes }
        return passes
            + [false, true].flatMap { isSecond in
                (0..<2).map { axis in
                    var mean = FilterPass(name: "refine", kernel: "engine/mask-refine.glsl")
                    let isLast = axis == 1
                    mean.inputs = isSecond && isLast ? [.previous, .entering] : [.previous]
                    mean.constants = ["VERTICAL": axis, "STEP": isLast ? (isSecond ? 2 : 1) : 0]
                    mean.footprint = .around(radius, along: axis)
                    mean.uniforms = [
                        "grid": .ivec2(picture.grid), "reach": .int(radius),
                        "epsilon": .float(refinement.epsilon),
                    ]
                    mean.needsFloats = true
                    mean.readsPerPixel = 2 * radius + 1
                    return mean
                }
            }
    }

    /// The pass that lays some of the strokes over the mask of the pass before it, if it continues one.
    private func strokes(_ range: Range<Int>, isContinued: Bool, isRefined: Bool) -> FilterPass {
        var pass = FilterPass(
            name: isContinued ? "last brush stroke" : "brush", kernel: "engine/mask-brush.glsl")
        pass.inputs = isContinued ? [.entering, .previous] : [.entering]
        pass.constants = ["CONTINUED": isContinued ? 1 : 0, "REFINED": isRefined ? 1 : 0]
        pass.uniforms = ["tilesAcross": .int(tiles.x), "tileBits": .int(tile)]
        let name = name(of: range)
        pass.table = LookupTable(name: name, width: Self.rowLength) { vectors(of: range) }
        // Variances are small differences of large numbers.
        pass.needsFloats = isRefined
        if !isRefined {
            pass.lasting = .init(
                group: "brush \(number)", name: isContinued ? self.name(of: 0..<range.upperBound) : name)
        }
        return pass
    }

    private func name(of range: Range<Int>) -> String {
        var hasher = Hasher()
        hasher.combine(region.strokes[range])
        hasher.combine(picture)
        hasher.combine(tile)
        return "brush \(hasher.finalize())"
    }

    private var tiles: SIMD2<Int> { Self.tiles(in: picture, side: 1 << tile) }

    private static func tiles(in picture: WorkingPicture, side: Int) -> SIMD2<Int> {
        (picture.grid &+ (side - 1)) / side
    }

    /// The first and the last tile that a segment may cover, along x and y; nil if there is none.
    private static func tiles(
        of segment: Segment, in picture: WorkingPicture, side: Int
    ) -> (first: SIMD2<Int>, last: SIMD2<Int>)? {
        // An edge extends up to half a working pixel beyond the radius.
        let reach = segment.radii.max() * picture.scale + 1
        let low = pointwiseMin(segment.start, segment.end) * picture.scale - reach
        let high = pointwiseMax(segment.start, segment.end) * picture.scale + reach
        guard segment.radii.max() > 0, all(high .>= .zero), all(low .<= SIMD2<Double>(picture.grid)) else {
            return nil
        }
        let last = SIMD2<Double>(tiles(in: picture, side: side) &- 1)
        func tile(_ place: SIMD2<Double>) -> SIMD2<Int> {
            SIMD2<Int>(
                (place / Double(side)).rounded(.down).clamped(lowerBound: .zero, upperBound: last))
        }
        return (tile(low), tile(high))
    }

    private static func segments(
        of strokes: ArraySlice<BrushStroke>, in picture: WorkingPicture
    ) -> [Segment] {
        let size = SIMD2<Double>(picture.size)
        return strokes.enumerated().flatMap { number, stroke -> [Segment] in
            let radius = stroke.radius * size.max()
            let places = stroke.points.map { (SIMD2($0.x, $0.y) * size, $0.pressure * radius) }
            let pairs = places.count == 1 ? [(places[0], places[0])] : Array(zip(places, places.dropFirst()))
            return pairs.map {
                Segment(start: $0.0, end: $1.0, radii: SIMD2($0.1, $1.1), stroke: number)
            }
        }
    }

    /// The vectors of the table: for each tile the index and the number of its segments; then one for each
    /// stroke; then the segments of the tiles, two vectors each.
    private func vectors(of range: Range<Int>) -> [SIMD4<Float>] {
        let tiles = tiles
        var lists = [[Segment]](repeating: [], count: tiles.x * tiles.y)
        for segment in Self.segments(of: region.strokes[range], in: picture) {
            guard let (first, last) = Self.tiles(of: segment, in: picture, side: 1 << tile) else { continue }
            for row in first.y...last.y {
                for column in first.x...last.x { lists[row * tiles.x + column].append(segment) }
            }
        }
        let firstSegment = lists.count + range.count
        var (index, segments) = ([SIMD4<Float>](), [SIMD4<Float>]())
        for list in lists {
            index.append(
                SIMD4(Float(firstSegment + segments.count), Float(list.count), Float(lists.count), 0))
            for segment in list {
                segments.append(SIMD4(SIMD4(lowHalf: segment.start, highHalf: segment.end)))
                segments.append(
                    SIMD4(Float(segment.radii.x), Float(segment.radii.y), Float(segment.stroke), 0))
            }
        }
        let strokes = region.strokes[range].map {
            SIMD4(Float($0.hardness), Float($0.flow), $0.erases ? 1 : 0, 0)
        }
        var vectors = index + strokes + segments
        let rest = vectors.count % Self.rowLength
        if rest > 0 { vectors += Array(repeating: .zero, count: Self.rowLength - rest) }
        return vectors
    }
}
