import Filters
import Glibc

/// Finds the place from which a new spot is best copied: one whose surroundings look like those of the spot,
/// and whose texture is as even as theirs.
package struct RetouchSource {
    private let size: SIMD2<Int>
    /// Red, green and blue of each pixel.
    private let colors: [SIMD3<Float>]

    /// - Parameter picture: the stage's input, usually reduced.
    package init(_ picture: Thumbnail) {
        self.init(size: picture.size, bytes: picture.bytes)
    }

    /// - Parameter bytes: red, green, blue and alpha of each pixel.
    init(size: SIMD2<Int>, bytes: [UInt8]) {
        self.size = size
        colors = (0..<min(size.x * size.y, bytes.count / 4)).map { index in
            let (red, green, blue) = (bytes[4 * index], bytes[4 * index + 1], bytes[4 * index + 2])
            return SIMD3<Float>(Float(red), Float(green), Float(blue)) / 255
        }
    }

    /// The distances of the candidates from the target, in radii; nearer ones would overlap it.
    private static let distances = [2.3, 2.8, 3.5, 4.5, 6, 8, 11]
    private static let directions = 24
    /// How much the difference of texture counts, relative to that of the surroundings.
    private static let weightOfTexture: Float = 2
    /// The cost of a radius of distance: between equal places the nearer one is better.
    private static let costOfDistance: Float = 0.0002

    /// The source of a spot: a position for ``RetouchSpot/source``. The same picture always leads to the same
    /// place.
    ///
    /// - Parameter others: spots whose targets may have to be replaced themselves, and are avoided.
    package func source(for spot: RetouchSpot, avoiding others: [RetouchSpot] = []) -> SIMD2<Double> {
        let extent = SIMD2<Double>(size)
        let points = spot.points.map { $0 * extent }
        guard let first = points.first, size.min() > 0, colors.count == size.x * size.y else {
            return spot.source
        }
        let radius = max(spot.radius * extent.max(), 1)
        let rim = around(points, by: [1.25, 1.6].map { $0 * radius }, outside: 1.15 * radius)
        let inside = around(points, by: [0, 0.4, 0.8].map { $0 * radius }, outside: 0)
        let rimColors = rim.map(color)
        let evenness = roughness(rim)
        var best: (cost: Float, offset: SIMD2<Double>)?
        for distance in Self.distances {
            for direction in 0..<Self.directions {
                let angle = 2 * Double.pi * Double(direction) / Double(Self.directions)
                let offset = Self.vector(angle) * distance * radius
                let moved = points.map { $0 + offset }
                guard moved.allSatisfy({ isInside($0, margin: radius) }),
                    !Self.overlap(moved, points, within: 2.2 * radius),
                    !others.contains(where: { other in
                        let reach = radius + other.radius * extent.max()
                        return Self.overlap(moved, other.points.map { $0 * extent }, within: reach)
                    })
                else { continue }
                let cost =
                    difference(rim, rimColors, movedBy: offset)
                    + Self.weightOfTexture * abs(roughness(inside.map { $0 + offset }) - evenness)
                    + Self.costOfDistance * Float(distance)
                if best.map({ cost < $0.cost }) ?? true { best = (cost, offset) }
            }
        }
        let offset = best?.offset ?? fallback(first, radius)
        return (((first + offset) / extent) * 1e5).rounded(.toNearestOrAwayFromZero) / 1e5
    }

    /// Toward the middle of the picture.
    private func fallback(_ point: SIMD2<Double>, _ radius: Double) -> SIMD2<Double> {
        let way = SIMD2<Double>(size) / 2 - point
        let length = (way * way).sum().squareRoot()
        return (length > 0 ? way / length : SIMD2(1, 0)) * 2.5 * radius
    }

    private static func vector(_ angle: Double) -> SIMD2<Double> {
        SIMD2(cos(angle), sin(angle))
    }

    /// Positions at these distances around each point, as far as they are outside of all others.
    private func around(
        _ points: [SIMD2<Double>], by distances: [Double], outside: Double
    ) -> [SIMD2<Double>] {
        let count = points.count > 4 ? 8 : 16
        return points.flatMap { point in
            distances.flatMap { distance in
                (0..<(distance == 0 ? 1 : count)).map { index in
                    point + Self.vector(2 * .pi * Double(index) / Double(count)) * distance
                }
            }
        }.filter { place in isInside(place, margin: 0) && !Self.overlap([place], points, within: outside) }
    }

    private func isInside(_ place: SIMD2<Double>, margin: Double) -> Bool {
        all(place .>= SIMD2(repeating: margin))
            && all(place .<= SIMD2<Double>(size) - SIMD2(repeating: margin))
    }

    private static func overlap(
        _ places: [SIMD2<Double>], _ others: [SIMD2<Double>], within distance: Double
    ) -> Bool {
        places.contains { place in
            others.contains { other in
                let way = place - other
                return (way * way).sum() < distance * distance
            }
        }
    }

    private func color(at place: SIMD2<Double>) -> SIMD3<Float> {
        let pixel = SIMD2<Int>(place.rounded(.down)).clamped(lowerBound: .zero, upperBound: size &- 1)
        return colors[pixel.y * size.x + pixel.x]
    }

    /// The mean square of the difference of the surroundings. That of their means counts less, since healing
    /// evens it out.
    private func difference(
        _ places: [SIMD2<Double>], _ wanted: [SIMD3<Float>], movedBy offset: SIMD2<Double>
    ) -> Float {
        guard !places.isEmpty else { return 0 }
        var (sum, squares) = (SIMD3<Float>.zero, Float(0))
        for (place, color) in zip(places, wanted) {
            let apart = self.color(at: place + offset) - color
            sum += apart
            squares += (apart * apart).sum()
        }
        let mean = sum / Float(places.count)
        return squares / Float(places.count) - 0.5 * (mean * mean).sum()
    }

    /// The mean square of the differences of neighboring pixels.
    private func roughness(_ places: [SIMD2<Double>]) -> Float {
        guard !places.isEmpty else { return 0 }
        let squares = places.reduce(Float(0)) { sum, place in
            let own = color(at: place)
            let (right, below) = (
                color(at: place + SIMD2(1, 0)) - own, color(at: place + SIMD2(0, 1)) - own
            )
            return sum + (right * right).sum() + (below * below).sum()
        }
        return squares / Float(places.count)
    }
}
