/// Which spots are computed together, and where.
struct RetouchLayout {
    private(set) var rounds: [RetouchRound] = []

    init(_ spots: [RetouchSpot], in picture: WorkingPicture) {
        for spot in spots {
            guard let placed = PlacedSpot(spot, in: picture) else { continue }
            if rounds.isEmpty || !rounds[rounds.count - 1].add(placed) {
                var round = RetouchRound()
                _ = round.add(placed)
                rounds.append(round)
            }
        }
        for index in rounds.indices { rounds[index].pack() }
    }
}

/// A spot in working pixels.
struct PlacedSpot {
    let spot: RetouchSpot
    /// The pixels that may have a weight.
    let box: PixelBox
    /// The same with the surrounding pixels, whose colors the healed ones continue.
    let outer: PixelBox
    /// True along x or y if the spot reaches the picture's right or bottom edge.
    let endsAtEdge: SIMDMask<SIMD2<Int>.MaskStorage>
    /// From a pixel to the pixel that it copies.
    let shift: SIMD2<Int>
    /// The pixels that the spot reads.
    let reads: [PixelBox]
    /// The chain that computes the spot, by its number in the round.
    var chain = 0
    /// Where the first pixel of ``outer`` lies in the chain's sheet.
    var place = SIMD2<Int>.zero

    /// Nil if the spot lies outside the picture.
    init?(_ spot: RetouchSpot, in picture: WorkingPicture) {
        guard let first = spot.points.first else { return nil }
        let (low, high) = spot.points.reduce((first, first)) {
            (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
        }
        let (size, scale) = (SIMD2<Double>(picture.size), picture.scale)
        // An edge extends up to half a working pixel beyond the radius.
        let reach = spot.radius * size.max() + 0.5 / scale.min()
        let box = PixelBox(
            origin: SIMD2<Int>(((low * size - reach) * scale).rounded(.down)),
            end: ((high * size + reach) * scale).ceiling
        ).clipped(to: picture.grid)
        if box.isEmpty { return nil }
        self.spot = spot
        self.box = box
        outer = box.grown(by: 1)
        endsAtEdge = box.end .== picture.grid
        // A picture is copied from the same whole pixels wherever the target lies.
        shift = SIMD2<Int>((spot.offset * size * scale).rounded(.toNearestOrAwayFromZero))
        reads = [outer, outer.shifted(by: shift)].map { $0.clamped(to: picture.grid) }
    }

    /// Spots of a similar size share a sheet, whose grids then fit all of them; copies need no grids.
    var group: Int {
        guard spot.mode == .heal else { return 0 }
        let levels = LaplaceSolver(side: outer.size.max()).levels
        return levels <= 6 ? 1 : levels <= 8 ? 2 : 3
    }
}

/// Chains whose results are laid over the picture in one pass.
struct RetouchRound {
    private(set) var spots: [PlacedSpot] = []
    private(set) var chains: [RetouchChain] = []

    /// A pass has six inputs: the picture and these, or while spots are computed one less and their solution.
    private static let maximumOfChains = 5
    /// The sides of a square that holds what a chain reads from the picture, and the pixels of its sheet.
    /// Parts of an export that touch a chain compute all of it.
    private static let longestRead = 4096
    private static let largestSheet = 1 << 22

    /// Adds a spot that is applied after those of the round; false if it belongs to the next one.
    mutating func add(_ spot: PlacedSpot) -> Bool {
        var spot = spot
        let group = spot.group
        // What a spot reads must have been computed by an earlier chain.
        let before = spots.filter { earlier in spot.reads.contains(where: earlier.box.intersects) }
        let first = before.map { $0.chain + 1 }.max() ?? 0
        let place = chains.indices.dropFirst(first).first { index in
            let chain = chains[index]
            return chain.group == group && chain.pixels + spot.outer.pixelCount <= Self.largestSheet
                && spot.reads.reduce(chain.read, { $0.union($1) }).size.max() <= Self.longestRead
        }
        if let place {
            spot.chain = place
            chains[place].add(spot, at: spots.count)
        } else {
            guard chains.count < Self.maximumOfChains else { return false }
            spot.chain = chains.count
            chains.append(RetouchChain(spot, at: spots.count))
        }
        spots.append(spot)
        return true
    }

    /// Assigns the places in the sheets.
    mutating func pack() {
        for index in chains.indices {
            for (spot, place) in chains[index].pack(spots) { spots[spot].place = place }
        }
    }
}

/// Spots that are computed together, because none reads another one's result.
struct RetouchChain {
    let group: Int
    /// The spots, by their indices in the round.
    private(set) var spots: [Int]
    /// What the spots read of the picture.
    private(set) var read: PixelBox
    /// Contains all spots in the picture.
    private(set) var targets: PixelBox
    private(set) var pixels: Int
    private var longestSide: Int
    /// The sheet in which the spots lie side by side.
    private(set) var sheet = PixelBox(end: .one)

    init(_ spot: PlacedSpot, at index: Int) {
        group = spot.group
        spots = [index]
        read = spot.reads.reduce(spot.reads[0]) { $0.union($1) }
        targets = spot.box
        pixels = spot.outer.pixelCount
        longestSide = spot.outer.size.max()
    }

    mutating func add(_ spot: PlacedSpot, at index: Int) {
        spots.append(index)
        read = spot.reads.reduce(read) { $0.union($1) }
        targets = targets.union(spot.box)
        pixels += spot.outer.pixelCount
        longestSide = max(longestSide, spot.outer.size.max())
    }

    /// How the spots are healed; nil if they are copied.
    var solver: LaplaceSolver? { group == 0 ? nil : LaplaceSolver(side: longestSide) }

    /// Places in the sheet are multiples of this power of two, so that the pixels around the spots separate
    /// them also on most of the coarser grids.
    var tileBits: Int { [3, 3, 5, 7][group] }

    /// Lays the spots side by side in rows, and returns their places.
    fileprivate mutating func pack(_ all: [PlacedSpot]) -> [(spot: Int, place: SIMD2<Int>)] {
        let tile = 1 << tileBits
        func aligned(_ length: Int) -> Int { (length + tile - 1) / tile * tile }
        let sizes = spots.map { all[$0] }.map { spot in
            // At the far edges of the picture, pixels of the coarser grids must find that they are outside.
            let margin = SIMD2(repeating: 4 * tile).replacing(with: 0, where: .!spot.endsAtEdge)
            return SIMD2(aligned(spot.outer.size.x), aligned(spot.outer.size.y)) &+ margin
        }
        let area = sizes.reduce(0) { $0 + $1.x * $1.y }
        let width = max(sizes.map(\.x).max() ?? tile, aligned(Int(Double(area).squareRoot())))
        var (next, rowHeight, end) = (SIMD2<Int>.zero, 0, SIMD2<Int>.zero)
        var places: [(Int, SIMD2<Int>)] = []
        for (spot, size) in zip(spots, sizes) {
            if next.x + size.x > width {
                next = SIMD2(0, next.y + rowHeight)
                rowHeight = 0
            }
            places.append((spot, next))
            end = pointwiseMax(end, next &+ size)
            next.x += size.x
            rowHeight = max(rowHeight, size.y)
        }
        sheet = PixelBox(end: end)
        return places
    }
}

extension PixelBox {
    var pixelCount: Int { size.x * size.y }
}
