/// The table that the passes of a round read: for each square tile of the picture, the spots that may cover
/// it; for each tile of a sheet, its spot; then the spots and their segments. `Shaders/retouch/retouch.glsl`
/// describes the vectors.
struct RetouchTable {
    private let round: RetouchRound
    private let picture: WorkingPicture
    /// The side of a tile of the picture in working pixels, as a power of two.
    private static let tileBits = 6
    /// Vectors per row of the table; the kernel uses the same number.
    private static let rowLength = 1024
    private static let vectorsPerSpot = 4

    init(_ round: RetouchRound, in picture: WorkingPicture) {
        self.round = round
        self.picture = picture
    }

    var lookup: LookupTable {
        var hasher = Hasher()
        hasher.combine(round.spots.map(\.spot))
        hasher.combine(picture)
        return LookupTable(name: "retouch \(hasher.finalize())", width: Self.rowLength) { vectors }
    }

    /// The numbers of a kernel of a chain.
    func uniforms(of chain: Int) -> Uniforms {
        let sheetTiles = sheetTiles(of: chain)
        return [
            "grid": .ivec2(picture.grid), "perPixel": .vec2(1 / picture.scale),
            "tilesAcross": .int(tiles.x), "tileBits": .int(Self.tileBits),
            "sheetFirst": .int(firstSheetTile(of: chain)), "sheetAcross": .int(sheetTiles.x),
            "sheetBits": .int(round.chains[chain].tileBits), "spotsFirst": .int(firstSpot),
        ]
    }

    private var tiles: SIMD2<Int> { (picture.grid &+ ((1 << Self.tileBits) - 1)) / (1 << Self.tileBits) }

    private func sheetTiles(of chain: Int) -> SIMD2<Int> {
        round.chains[chain].sheet.size / (1 << round.chains[chain].tileBits)
    }

    private func firstSheetTile(of chain: Int) -> Int {
        (0..<chain).reduce(tiles.x * tiles.y) {
            let tiles = sheetTiles(of: $1)
            return $0 + tiles.x * tiles.y
        }
    }

    private var firstSpot: Int { firstSheetTile(of: round.chains.count) }

    private var vectors: [SIMD4<Float>] {
        let firstSegment = firstSpot + Self.vectorsPerSpot * round.spots.count
        var (spots, segments) = ([SIMD4<Float>](), [SIMD4<Float>]())
        let size = SIMD2<Double>(picture.size)
        for placed in round.spots {
            let points = placed.spot.points.map { $0 * size }
            let radius = placed.spot.radius * size.max()
            spots.append(SIMD4(SIMD4(lowHalf: placed.box.origin, highHalf: placed.box.end)))
            spots.append(SIMD4(SIMD4(lowHalf: placed.place, highHalf: placed.shift)))
            spots.append(
                vector(radius, radius * placed.spot.feather, placed.spot.opacity, Double(placed.chain)))
            let pairs = points.count == 1 ? [(points[0], points[0])] : Array(zip(points, points.dropFirst()))
            spots.append(vector(Double(firstSegment + segments.count), Double(pairs.count)))
            segments += pairs.map { SIMD4(SIMD4(lowHalf: $0.0, highHalf: $0.1)) }
        }
        let firstEntry = firstSegment + segments.count
        var (index, entries) = ([SIMD4<Float>](), [SIMD4<Float>]())
        for list in spotsOfTiles() {
            index.append(vector(Double(firstEntry + entries.count), Double(list.count)))
            entries += list.map { vector(Double($0)) }
        }
        var vectors = index
        for chain in round.chains.indices { vectors += spotsOfSheet(chain) }
        vectors += spots + segments + entries
        let rest = vectors.count % Self.rowLength
        if rest > 0 { vectors += Array(repeating: .zero, count: Self.rowLength - rest) }
        return vectors
    }

    /// The spots that may cover each tile of the picture, in order.
    private func spotsOfTiles() -> [[Int]] {
        let tiles = tiles
        var lists = [[Int]](repeating: [], count: tiles.x * tiles.y)
        for (index, spot) in round.spots.enumerated() {
            let (first, last) = (spot.box.origin, spot.box.end &- 1)
            for row in first.y >> Self.tileBits...last.y >> Self.tileBits {
                for column in first.x >> Self.tileBits...last.x >> Self.tileBits {
                    lists[row * tiles.x + column].append(index)
                }
            }
        }
        return lists
    }

    /// The spot of each tile of a sheet; -1 for none.
    private func spotsOfSheet(_ chain: Int) -> [SIMD4<Float>] {
        let (tiles, bits) = (sheetTiles(of: chain), round.chains[chain].tileBits)
        var vectors = [SIMD4<Float>](repeating: SIMD4(repeating: -1), count: tiles.x * tiles.y)
        for index in round.chains[chain].spots {
            let spot = round.spots[index]
            let (first, last) = (spot.place, spot.place &+ spot.outer.size &- 1)
            for row in first.y >> bits...last.y >> bits {
                for column in first.x >> bits...last.x >> bits {
                    vectors[row * tiles.x + column] = vector(Double(index))
                }
            }
        }
        return vectors
    }
}
