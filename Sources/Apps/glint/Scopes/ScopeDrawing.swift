@preconcurrency import CAdwaita
import Glibc
import Gtk
import Rendering

extension Drawing {
    private static let background = SIMD4(0.09, 0.09, 0.09, 1)
    private static let graticule = SIMD4(1.0, 1, 1, 0.16)
    /// The space around the traces, in logical pixels.
    private static let margin = 6.0

    /// Draws a scope as on a CRT, dark in every color scheme: brighter for higher counts, with a graticule.
    ///
    /// - Parameter counts: nil while there are none.
    func draw(_ kind: ScopeKind, _ counts: ScopeCounts?) {
        fill([.zero, SIMD2(size.x, 0), size, SIMD2(0, size.y)], Self.background)
        var (origin, extent) = (SIMD2(repeating: Self.margin), size - 2 * Self.margin)
        if kind == .vectorscope {
            let side = extent.min()
            origin += (extent - side) / 2
            extent = SIMD2(repeating: side)
        }
        /// A position in the scope, 0…1 from the left and from the bottom.
        func point(_ x: Double, _ y: Double) -> SIMD2<Double> { origin + SIMD2(x, 1 - y) * extent }
        switch kind {
        case .histogram: break
        case .waveform, .parade:
            for level in stride(from: 0, through: 1, by: 0.25) {
                stroke([point(0, level), point(1, level)], Self.graticule)
            }
            for plane in 1..<max(kind.planes, 2) where kind.planes > 1 {
                let x = Double(plane) / Double(kind.planes)
                stroke([point(x, 0), point(x, 1)], Self.graticule)
            }
        case .vectorscope:
            stroke([point(0, 0.5), point(1, 0.5)], Self.graticule)
            stroke([point(0.5, 0), point(0.5, 1)], Self.graticule)
            let circle = (0...72).map { step in
                let angle = Double(step) * .pi / 36
                return point(0.5 + 0.5 * cos(angle), 0.5 + 0.5 * sin(angle))
            }
            stroke(circle, Self.graticule)
            for target in ScopeKind.vectorTargets {
                let (middle, half) = (point(target.position.x, target.position.y), 3.5)
                let corners = [
                    SIMD2(-half, -half), SIMD2(half, -half), SIMD2(half, half), SIMD2(-half, half),
                ]
                .map { middle + $0 }
                stroke(corners + corners.prefix(1), SIMD4(target.color, 0.8))
            }
        }
        guard let counts else { return }
        let picture = counts.picture()
        draw(picture.pixels, width: picture.width, at: origin, size: extent)
    }
}
