import Filters

/// The points of a curve while it is edited: ordered by x, each coordinate 0…1, at least two.
struct CurvePoints: Equatable {
    private(set) var points: [SIMD2<Double>]

    /// The minimum distance between points along x; one level of an 8-bit picture is 0.004.
    static let gap = 0.004

    init(_ points: [SIMD2<Double>]) {
        self.points = points
    }

    /// Adds a point; returns its index, or nil if there is no space between its neighbors.
    mutating func add(_ point: SIMD2<Double>) -> Int? {
        let point = Self.rounded(point)
        let index = points.firstIndex { $0.x > point.x } ?? points.count
        let isClear = points.allSatisfy { abs($0.x - point.x) >= Self.gap }
        guard isClear else { return nil }
        points.insert(point, at: index)
        return index
    }

    /// Adds a point on the curve, halfway between a point and the next; returns its index.
    mutating func addAfter(_ index: Int) -> Int? {
        let first = min(index, points.count - 2)
        let x = (points[first].x + points[first + 1].x) / 2
        return add(SIMD2(x, MonotoneCurve(points)(x)))
    }

    /// Moves a point as far as its neighbors allow.
    mutating func move(_ index: Int, to point: SIMD2<Double>) {
        let low = index > 0 ? points[index - 1].x + Self.gap : 0
        let high = index < points.count - 1 ? points[index + 1].x - Self.gap : 1
        guard low <= high else { return }
        points[index] = Self.rounded(SIMD2(min(max(point.x, low), high), point.y))
    }

    /// True if a point can be removed; the end points cannot.
    func canRemove(_ index: Int) -> Bool { index > 0 && index < points.count - 1 }

    mutating func remove(_ index: Int) {
        if canRemove(index) { points.remove(at: index) }
    }

    /// The point nearest to a position, if any lies within `reach` (along x and y).
    func nearest(to point: SIMD2<Double>, within reach: SIMD2<Double>) -> Int? {
        func distance(_ index: Int) -> Double {
            let way = (points[index] - point) / reach
            return (way * way).sum()
        }
        return points.indices.min { distance($0) < distance($1) }.flatMap { distance($0) <= 1 ? $0 : nil }
    }

    /// A thousandth is finer than the hand or the screen can resolve, and keeps recipes short.
    private static func rounded(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let inside = point.clamped(lowerBound: .zero, upperBound: .one)
        return (inside * 1000).rounded(.toNearestOrAwayFromZero) / 1000
    }
}
