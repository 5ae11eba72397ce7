import Filters

/// A rectangle of pixels; x points right and y down from the picture's top left.
package struct PixelRegion: Sendable, Hashable {
    /// The first pixel.
    package var origin: SIMD2<Int>
    /// The number of pixels along x and y; 0 if the region is empty.
    package var size: SIMD2<Int>

    package init(origin: SIMD2<Int> = .zero, size: SIMD2<Int>) {
        self.origin = origin
        self.size = SIMD2(Swift.max(0, size.x), Swift.max(0, size.y))
    }

    /// The end along x and y, exclusive.
    package var end: SIMD2<Int> { origin &+ size }

    package var isEmpty: Bool { size.x == 0 || size.y == 0 }

    package var pixelCount: Int { size.x * size.y }

    /// The region extended by `halo` pixels on each side, within `bounds`.
    package func grown(by halo: SIMD2<Int>, within bounds: PixelRegion) -> PixelRegion {
        PixelRegion(from: origin &- halo, to: end &+ halo).clipped(to: bounds)
    }

    /// The part that lies within `bounds`.
    package func clipped(to bounds: PixelRegion) -> PixelRegion {
        PixelRegion(
            from: origin.clamped(lowerBound: bounds.origin, upperBound: bounds.end),
            to: end.clamped(lowerBound: bounds.origin, upperBound: bounds.end))
    }

    /// The pixels of another grid that cover the region.
    ///
    /// - Parameters:
    ///   - reduction: the number of working pixels that a pixel of this grid covers along x and y.
    ///   - other: the number of working pixels that a pixel of the other grid covers.
    func covering(from reduction: SIMD2<Int>, to other: SIMD2<Int>) -> PixelRegion {
        let perPixel = SIMD2<Double>(reduction) / SIMD2<Double>(other)
        return PixelRegion(
            from: SIMD2<Int>((SIMD2<Double>(origin) * perPixel).rounded(.down)),
            to: SIMD2<Int>((SIMD2<Double>(end) * perPixel).rounded(.up)))
    }

    /// The pixels to which a map takes the region.
    func mapped(by map: ProjectiveMap) -> PixelRegion {
        let (start, end) = (SIMD2<Double>(origin), SIMD2<Double>(end))
        let corners = [start, SIMD2(end.x, start.y), SIMD2(start.x, end.y), end].map { map($0) }
        // Tolerates rounding errors: a point slightly past a pixel's edge counts as being on it.
        let low = (corners.reduce(corners[0], pointwiseMin) + 1e-6).rounded(.down)
        let high = (corners.reduce(corners[0], pointwiseMax) - 1e-6).rounded(.up)
        return PixelRegion(from: SIMD2<Int>(low), to: SIMD2<Int>(high))
    }

    /// The region, or the nearest pixel of `bounds` if the region is empty.
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

    package init(_ box: PixelBox) { self.init(from: box.origin, to: box.end) }

    package init(from start: SIMD2<Int>, to end: SIMD2<Int>) {
        self.init(origin: start, size: end &- start)
    }
}

/// A part of a picture, and the size at which to render it.
package struct Viewport: Sendable, Hashable {
    /// The size of the whole picture in working pixels: its actual size at 100 %, less if it is shown
    /// smaller.
    package var gridSize: SIMD2<Int>
    /// The part to render, in working pixels.
    package var region: PixelRegion

    /// A region outside the picture is replaced by the nearest pixel.
    package init(gridSize: SIMD2<Int>, region: PixelRegion) {
        self.gridSize = gridSize
        let seen = region.clipped(to: PixelRegion(size: gridSize))
        let nearest = PixelRegion(
            origin: seen.origin.clamped(lowerBound: .zero, upperBound: gridSize &- 1), size: .one)
        self.region = seen.isEmpty ? nearest : seen
    }

    /// The same part on a grid that is coarser by `factor`, with the region rounded outward.
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
