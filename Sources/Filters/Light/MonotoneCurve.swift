/// A curve through given points that rises or falls only where the points do.
///
/// The points are connected by cubic Hermite segments with limited slopes (Fritsch and Carlson, “Monotone
/// Piecewise Cubic Interpolation”, 1980). Before the first point and after the last, the curve is constant.
package struct MonotoneCurve: Sendable, Hashable {
    private let points: [SIMD2<Double>]
    private let slopes: [Double]

    /// - Parameter points: at least two, in ascending order of x.
    package init(_ points: [SIMD2<Double>]) {
        self.points = points
        let secants = zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
        guard let first = secants.first, let last = secants.last else {
            slopes = points.map { _ in 0 }
            return
        }
        // The harmonic mean of the neighboring slopes keeps each segment monotone (Fritsch and Butland,
        // 1984).
        let inner = zip(secants, secants.dropFirst()).map { $0 * $1 > 0 ? 2 * $0 * $1 / ($0 + $1) : 0 }
        slopes = [first] + inner + [last]
    }

    package func callAsFunction(_ x: Double) -> Double {
        guard let first = points.first, let last = points.last else { return x }
        if x <= first.x { return first.y }
        if x >= last.x { return last.y }
        let index = max(1, points.firstIndex { $0.x >= x } ?? points.count - 1)
        let (start, end) = (points[index - 1], points[index])
        let width = end.x - start.x
        let t = (x - start.x) / width
        let (t2, t3) = (t * t, t * t * t)
        return (2 * t3 - 3 * t2 + 1) * start.y + (t3 - 2 * t2 + t) * width * slopes[index - 1]
            + (3 * t2 - 2 * t3) * end.y + (t3 - t2) * width * slopes[index]
    }

    /// The number of samples, between which kernels interpolate.
    package static let sampleCount = 256

    /// The curve's values at ``sampleCount`` positions from 0 to 1, packed in groups of four for kernels.
    package var samples: [SIMD4<Float>] {
        let values = samples(Self.sampleCount).map { Float($0) }
        return stride(from: 0, to: values.count, by: 4).map {
            SIMD4(values[$0], values[$0 + 1], values[$0 + 2], values[$0 + 3])
        }
    }

    /// The curve's values at `count` positions from 0 to 1.
    package func samples(_ count: Int) -> [Double] {
        (0..<count).map { self(Double($0) / Double(count - 1)) }
    }
}
