/// Which pixels of its inputs a pass reads to compute a pixel; lengths are in pixels of the input.
package enum Footprint: Sendable, Hashable {
    /// The pixels up to `halo` away from the pixel's position, along x and y.
    case around(halo: SIMD2<Int>)
    /// The pixels up to `halo` away from the position to which a map takes the pixel, for filters that change
    /// the picture's shape.
    case mapped(ProjectiveMap, halo: SIMD2<Int>)
    /// The pixels up to `halo` away from the pixel's position in a picture scaled by anything from 1 /
    /// `factor` to `factor`, which is at least 1, about `center`: the reach grows with the distance from the
    /// center.
    case scaled(center: SIMD2<Double>, factor: Double, halo: SIMD2<Int>)
    /// Whole rows: the pixel's own row, and `halo` rows above and below it. Such a pass also computes whole
    /// rows, even if only part of them is needed.
    case rows(halo: Int)
    /// A fixed rectangle of each input, or none if the computed part of the result contains no pixels that
    /// read the input.
    case fixed([FixedRead])
    /// Any pixel: the whole inputs are available, whichever part of the result is computed.
    case whole

    /// The pixel itself.
    package static let pixel = around(halo: .zero)

    /// A halo along one axis, 0 for x and 1 for y.
    package static func around(_ reach: Int, along axis: Int) -> Footprint {
        .around(halo: axis == 0 ? SIMD2(reach, 0) : SIMD2(0, reach))
    }

    /// The distance along x and y that the pass reads from the position of a pixel, which a map may have
    /// moved; zero if it reads the whole inputs.
    package var halo: SIMD2<Int> {
        switch self {
        case .around(let halo), .mapped(_, let halo), .scaled(_, _, let halo): halo
        case .rows(let halo): SIMD2(0, halo)
        case .fixed, .whole: .zero
        }
    }

    /// True if whole rows are read and computed.
    package var isRows: Bool {
        if case .rows = self { true } else { false }
    }

    /// True if the inputs are read as a whole.
    package var isWhole: Bool { self == .whole }

    /// The map from positions in the result to positions in the inputs, if the filter changes the picture's
    /// shape.
    package var map: ProjectiveMap? {
        if case .mapped(let map, _) = self { map } else { nil }
    }
}

/// The part of an input that a pass reads, whichever part of its result is computed.
package struct FixedRead: Sendable, Hashable {
    /// The rectangle of the input; nil for the position of each pixel.
    package var box: PixelBox?
    /// The part of the result whose pixels read the input; nil for the whole result.
    package var readers: PixelBox?

    /// The position of each pixel.
    package static let pixel = FixedRead()
}

/// A rectangle of pixels.
package struct PixelBox: Sendable, Hashable {
    /// The first pixel along x and y.
    package var origin: SIMD2<Int>
    /// The end along x and y, exclusive.
    package var end: SIMD2<Int>

    package init(origin: SIMD2<Int> = .zero, end: SIMD2<Int>) {
        self.origin = origin
        self.end = end
    }

    package var size: SIMD2<Int> { end &- origin }
    package var isEmpty: Bool { size.x <= 0 || size.y <= 0 }

    /// The smallest rectangle that contains both.
    package func union(_ other: PixelBox) -> PixelBox {
        PixelBox(origin: pointwiseMin(origin, other.origin), end: pointwiseMax(end, other.end))
    }

    /// True if the rectangles have pixels in common.
    package func intersects(_ other: PixelBox) -> Bool {
        all(origin .< other.end) && all(other.origin .< end)
    }

    /// The rectangle with another pixel on each side.
    func grown(by margin: Int) -> PixelBox { PixelBox(origin: origin &- margin, end: end &+ margin) }

    func shifted(by shift: SIMD2<Int>) -> PixelBox { PixelBox(origin: origin &+ shift, end: end &+ shift) }

    /// The part within a picture.
    func clipped(to size: SIMD2<Int>) -> PixelBox {
        PixelBox(
            origin: origin.clamped(lowerBound: .zero, upperBound: size),
            end: end.clamped(lowerBound: .zero, upperBound: size))
    }

    /// The pixels of a picture that are nearest to those of the rectangle.
    func clamped(to size: SIMD2<Int>) -> PixelBox {
        PixelBox(
            origin: origin.clamped(lowerBound: .zero, upperBound: size &- 1),
            end: (end &- 1).clamped(lowerBound: .zero, upperBound: size &- 1) &+ 1)
    }
}
