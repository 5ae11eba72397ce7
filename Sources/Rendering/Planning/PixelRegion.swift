import Filters

/// A rectangle of pixels; x to the right and y down from the picture's top left.
package struct PixelRegion: Sendable, Hashable {
    /// The first pixel.
    package var origin: SIMD2<Int>
    /// Pixels along x and y, 0 if the region is empty.
    package var size: SIMD2<Int>

    package init(origin: SIMD2<Int> = .zero, size: SIMD2<Int>) {
        self.origin = origin
        self.size = SIMD2(Swift.max(0, size.x), Swift.max(0, size.y))
    }

    /// The pixel after the last, along x and y.
    package var end: SIMD2<Int> { origin &+ size }

    package var isEmpty: Bool { size.x == 0 || size.y == 0 }

    package var pixelCount: Int { size.x * size.y }

    /// The region with `halo` more pixels on each side, within `bounds`.
    package func grown(by halo: SIMD2<Int>, within bounds: PixelRegion) -> PixelRegion {
        PixelRegion(from: origin &- halo, to: end &+ halo).clipped(to: bounds)
    }

    /// The part that lies in `bounds`.
    package func clipped(to bounds: PixelRegion) -> PixelRegion {
        PixelRegion(
            from: origin.clamped(lowerBound: bounds.origin, upperBound: bounds.end),
            to: end.clamped(lowerBound: bounds.origin, upperBound: bounds.end))
    }

    /// The whole pixels of another grid that cover the region.
    ///
    /// - Parameters:
    ///   - reduction: the number of working pixels that a pixel of this grid covers along x and y.
    ///   - other: the same for the other grid.
    func covering(from reduction: SIMD2<Int>, to other: SIMD2<Int>) -> PixelRegion {
        let perPixel = SIMD2<Double>(reduction) / SIMD2<Double>(other)
        return PixelRegion(
            from: SIMD2<Int>((SIMD2<Double>(origin) * perPixel).rounded(.down)),
            to: SIMD2<Int>((SIMD2<Double>(end) * perPixel).rounded(.up)))
    }

    /// The pixels that the region maps to.
    func mapped(by map: AffineMap) -> PixelRegion {
        let (start, end) = (SIMD2<Double>(origin), SIMD2<Double>(end))
        let corners = [start, SIMD2(end.x, start.y), SIMD2(start.x, end.y), end].map { map($0) }
        // Tolerates rounding errors: a point slightly beyond a pixel's edge counts as on it.
        let low = (corners.reduce(corners[0], pointwiseMin) + 1e-6).rounded(.down)
        let high = (corners.reduce(corners[0], pointwiseMax) - 1e-6).rounded(.up)
        return PixelRegion(from: SIMD2<Int>(low), to: SIMD2<Int>(high))
    }

    /// The region or, if it is empty, the nearest pixel of `bounds`.
    func orNearest(in bounds: PixelRegion) -> PixelRegion {
        guard isEmpty, !bounds.isEmpty else { return self }
        let pixel = origin.clamped(lowerBound: bounds.origin, upperBound: bounds.end &- 1)
        return PixelRegion(origin: pixel, size: .one)
    }

    /// The smallest region that contains both.
    package func union(_ other: PixelRegion) -> PixelRegion {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRegion(from: pointwiseMin(origin, other.origin), to: pointwiseMax(end, other.end))
    }

    package init(from start: SIMD2<Int>, to end: SIMD2<Int>) {
        self.init(origin: start, size: end &- start)
    }
}

/// The part of a picture to render, and at what size.
package struct Viewport: Sendable, Hashable {
    /// The whole picture's size in working pixels: its own size at 100 %, less when it is shown smaller.
    package var gridSize: SIMD2<Int>
    /// The part to render, in working pixels.
    package var region: PixelRegion

    /// A region outside the picture becomes the nearest pixel.
    package init(gridSize: SIMD2<Int>, region: PixelRegion) {
        self.gridSize = gridSize
        let seen = region.clipped(to: PixelRegion(size: gridSize))
        let nearest = PixelRegion(
            origin: seen.origin.clamped(lowerBound: .zero, upperBound: gridSize &- 1), size: .one)
        self.region = seen.isEmpty ? nearest : seen
    }

    /// The same part on a grid of fewer pixels: divided by `factor`, the region rounded outwards.
    package func reduced(by factor: Int) -> Viewport {
        guard factor > 1 else { return self }
        let grid = pointwiseMax((gridSize &+ (factor / 2)) / factor, .one)
        let perPixel = SIMD2<Double>(grid) / SIMD2<Double>(gridSize)
        let start = (SIMD2<Double>(region.origin) * perPixel).rounded(.down)
        let end = (SIMD2<Double>(region.end) * perPixel).rounded(.up)
        return Viewport(
            gridSize: grid, region: PixelRegion(from: SIMD2<Int>(start), to: SIMD2<Int>(end)))
    }

    /// The whole picture at `gridSize`.
    package init(wholeAt gridSize: SIMD2<Int>) {
        self.init(gridSize: gridSize, region: PixelRegion(size: gridSize))
    }
}
