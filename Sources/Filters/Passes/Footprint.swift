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
        case .whole: .zero
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
