import Filters

/// Adds the strokes of the pointer to a brush region.
@MainActor
struct MaskPainter {
    private(set) var region: Region
    /// The size of the stage's input.
    private let size: SIMD2<Double>
    /// The positions of the pointer.
    private var points: [BrushStroke.Point]

    /// Begins a stroke.
    ///
    /// - Parameters:
    ///   - place: the pointer's position, as fractions of the size.
    ///   - isLine: whether a line is drawn from the end of the stroke before.
    init(_ region: Region, in size: SIMD2<Double>, at place: SIMD2<Double>, pressure: Double, isLine: Bool) {
        self.region = region
        self.size = size
        var stroke = BrushSettings.shared.stroke(from: Self.point(place, pressure))
        if isLine, let last = region.strokes.last?.points.last {
            stroke.points.insert(.init(x: last.x, y: last.y, pressure: pressure), at: 0)
        }
        points = stroke.points
        if !isFull { self.region.strokes.append(stroke) }
    }

    /// Continues the stroke, unless the pointer has hardly moved; returns whether it was continued.
    mutating func move(to place: SIMD2<Double>, pressure: Double) -> Bool {
        guard let index = region.strokes.indices.last, let last = points.last, !isFull else { return false }
        let way = (place - SIMD2(last.x, last.y)) * size
        // Closer points would not change the shape visibly.
        let radius = region.strokes[index].radius * size.max()
        guard (way * way).sum() >= radius * radius / 64 else { return false }
        points.append(Self.point(place, pressure))
        // At each move rather than at the end, which would be a change after the button was released.
        region.strokes[index].points = Self.simplified(points, within: radius / 40, in: size)
        return true
    }

    /// True if the region can hold no more points.
    private var isFull: Bool {
        region.strokes.reduce(0) { $0 + $1.points.count } >= Region.maximumOfPoints - 2
    }

    /// Steps of 1/10,000 keep the numbers short.
    private static func point(_ place: SIMD2<Double>, _ pressure: Double) -> BrushStroke.Point {
        let inside = place.clamped(lowerBound: SIMD2(repeating: -2), upperBound: SIMD2(repeating: 2))
        let rounded = (inside * 1e4).rounded(.toNearestOrAwayFromZero) / 1e4
        return .init(x: rounded.x, y: rounded.y, pressure: (pressure * 100).rounded() / 100)
    }
}

extension MaskPainter {
    /// The points without those that are within a distance of the line between their neighbors (Douglas and
    /// Peucker, 1973); positions are multiplied by `size` before they are compared.
    private static func simplified(
        _ points: [BrushStroke.Point], within distance: Double, in size: SIMD2<Double>
    ) -> [BrushStroke.Point] {
        guard points.count > 2 else { return points }
        let places = points.map { SIMD2($0.x, $0.y) * size }
        var kept: Set<Int> = [0, points.count - 1]
        var parts = [(0, points.count - 1)]
        while let (first, last) = parts.popLast() {
            guard last - first > 1 else { continue }
            let way = places[last] - places[first]
            let length = (way * way).sum()
            func far(_ index: Int) -> Double {
                let offset = places[index] - places[first]
                let part = length > 0 ? min(max((offset * way).sum() / length, 0), 1) : 0
                let across = offset - way * part
                let (start, end) = (points[first].pressure, points[last].pressure)
                // A change of the pressure is as visible as one of the position, which is compared with a
                // fortieth of the radius.
                let change = (points[index].pressure - start - part * (end - start)) * distance * 40
                return (across * across).sum() + change * change
            }
            var (farthest, most) = (first, distance * distance)
            for index in first + 1..<last {
                let distance = far(index)
                if distance > most { (farthest, most) = (index, distance) }
            }
            guard farthest > first else { continue }
            kept.insert(farthest)
            parts += [(first, farthest), (farthest, last)]
        }
        return points.indices.filter(kept.contains).map { points[$0] }
    }
}
