import Filters
import Glibc

/// The tilt of the camera, found from the lines in a picture.
///
/// Every edge of the picture lies in a plane through the camera's center. The planes of parallel lines share
/// a direction, the lines' vanishing point: the direction near the vertical, or near the horizontal, that
/// lies in as much edge as possible (a Hough transform on the sphere of directions: Barnard, “Interpreting
/// perspective images”, 1983).
package struct AutoPerspective: Sendable {
    /// The tilts and the straightening of the picture, in degrees, for ``Framing``.
    package private(set) var vertical = 0.0
    package private(set) var horizontal = 0.0
    package private(set) var angle = 0.0

    /// The longer side of the thumbnail, in pixels.
    package static let side = 400

    /// - Parameters:
    ///   - bytes: red, green, blue and straight alpha of each pixel of a thumbnail of the whole picture, row
    ///     by row, sRGB-encoded.
    ///   - width: the number of pixels in a row.
    ///   - focalLength: for 35 mm film, in millimeters.
    ///
    /// Returns nil if too few lines agree.
    package init?(bytes: [UInt8], width: Int, focalLength: Double) {
        let edges = Self.edges(bytes, width: width, focalLength: focalLength)
        let total = edges.reduce(0) { $0 + $1.weight }
        guard total > 0, let upright = Self.direction(of: edges, near: SIMD3(0, 1, 0)),
            upright.weight > Self.leastShare * total
        else { return nil }
        var level = Self.cross(SIMD3(1, 0, 0), upright.direction)
        if let across = Self.direction(of: edges, near: SIMD3(1, 0, 0)),
            across.weight > Self.leastHorizontalShare * total
        {
            level = Self.cross(across.direction, upright.direction)
        }
        level /= (level * level).sum().squareRoot()
        // The rotation of `Perspective` takes the axis of the camera to the normal of the facade.
        let (across, down) = (atan2(level.x, level.z), asin(min(max(-level.y, -1), 1)))
        let line = Self.turned(upright.direction, across: across, down: down)
        vertical = Self.rounded(-down)
        horizontal = Self.rounded(across)
        angle = Framing.straightened(0, along: line)
        guard max(abs(vertical), abs(horizontal)) <= Self.maxTilt else { return nil }
    }

    /// The share of all edges that must belong to vertical lines, and to horizontal ones.
    private static let leastShare = 0.08
    private static let leastHorizontalShare = 0.2
    /// In degrees; more is hardly ever meant.
    private static let maxTilt = 35.0
    /// How far an edge may be from a direction, in radians.
    private static let tolerance = 0.02

    private static func rounded(_ angle: Double) -> Double { (angle * 1800 / .pi).rounded() / 10 }

    // Edges

    /// A pixel on an edge: the unit normal of its plane through the camera's center.
    private struct Edge {
        let normal: SIMD3<Double>
        let weight: Double
    }

    private static func edges(_ bytes: [UInt8], width: Int, focalLength: Double) -> [Edge] {
        let height = width > 0 ? bytes.count / 4 / width : 0
        guard width > 4, height > 4 else { return [] }
        let gray = (0..<width * height).map { index -> Double in
            let pixel = SIMD3(
                Double(bytes[4 * index]), Double(bytes[4 * index + 1]), Double(bytes[4 * index + 2]))
            return (pixel * SIMD3(0.299, 0.587, 0.114)).sum()
        }
        let luma = blurred(gray, width: width)
        let size = SIMD2(Double(width), Double(height))
        let focal = (size * size).sum().squareRoot() * focalLength / Perspective.filmDiagonal
        // The gradient by Sobel's operator.
        var gradients = [SIMD2<Double>](repeating: .zero, count: width * height)
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                let index = y * width + x
                var (across, down) = (0.0, 0.0)
                for (step, weight) in [(-1, 1.0), (0, 2), (1, 1)] {
                    let (row, column) = (index + step * width, index + step)
                    across += weight * (luma[row + 1] - luma[row - 1])
                    down += weight * (luma[column + width] - luma[column - width])
                }
                gradients[index] = SIMD2(across, down)
            }
        }
        let lengths = gradients.map { ($0 * $0).sum().squareRoot() }
        let ordered = lengths.sorted()
        // A tenth of the pixels at most, and no noise.
        let least = max(ordered[ordered.count * 9 / 10], 60)
        var edges: [Edge] = []
        for y in 2..<height - 2 {
            for x in 2..<width - 2 {
                let index = y * width + x
                let (gradient, length) = (gradients[index], lengths[index])
                guard length >= least else { continue }
                // Only the ridge of an edge.
                let step = (gradient / length).rounded(.toNearestOrAwayFromZero)
                let offset = Int(step.y) * width + Int(step.x)
                guard length >= lengths[index + offset], length > lengths[index - offset] else { continue }
                let position = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - size / 2
                let along = SIMD3(-gradient.y, gradient.x, 0)
                let normal = cross(SIMD3(position.x, position.y, focal), along)
                edges.append(
                    Edge(
                        normal: normal / (normal * normal).sum().squareRoot(),
                        weight: min(length, 4 * least) / least))
            }
        }
        return edges
    }

    /// The image blurred by the kernel 1 4 6 4 1, four times along each axis: a Gaussian blur with a standard
    /// deviation of 2 pixels. Without it, the steps of pixels would pull the gradients toward the axes.
    private static func blurred(_ image: [Double], width: Int) -> [Double] {
        let height = image.count / width
        var image = image
        for pass in 0..<8 {
            let before = image
            let (dx, dy) = pass % 2 == 0 ? (1, 0) : (0, 1)
            for y in 0..<height {
                for x in 0..<width {
                    func at(_ step: Int) -> Double {
                        let column = min(max(x + step * dx, 0), width - 1)
                        return before[min(max(y + step * dy, 0), height - 1) * width + column]
                    }
                    image[y * width + x] = (at(-2) + 4 * at(-1) + 6 * at(0) + 4 * at(1) + at(2)) / 16
                }
            }
        }
        return image
    }

    // Directions

    /// The direction near an axis that most edges share, and the weight of these.
    private static func direction(
        of edges: [Edge], near axis: SIMD3<Double>
    ) -> (direction: SIMD3<Double>, weight: Double)? {
        let side = SIMD3(axis.y, axis.x, 0)
        // Edges that cannot belong to a direction in the range are left out at once.
        let candidates = edges.filter { abs(($0.normal * axis).sum()) < 0.75 }
        func direction(_ roll: Double, _ tilt: Double) -> SIMD3<Double> {
            let way = axis + side * roll + SIMD3(0, 0, tilt)
            return way / (way * way).sum().squareRoot()
        }
        func weight(_ direction: SIMD3<Double>, _ tolerance: Double) -> Double {
            candidates.reduce(0) { sum, edge in
                let far = (edge.normal * direction).sum() / tolerance
                return far * far < 4 ? sum + edge.weight * (1 - far * far / 4) : sum
            }
        }
        var best = (roll: 0.0, tilt: 0.0, weight: weight(axis, 2 * tolerance))
        func search(around roll: Double, _ tilt: Double, steps: Int, by step: SIMD2<Double>, _ width: Double)
        {
            for i in -steps...steps {
                for j in -steps...steps {
                    let (roll, tilt) = (roll + Double(i) * step.x, tilt + Double(j) * step.y)
                    let found = weight(direction(roll, tilt), width)
                    if found > best.weight { best = (roll, tilt, found) }
                }
            }
        }
        search(around: 0, 0, steps: 16, by: SIMD2(0.02, 0.045), 2 * tolerance)
        for step in [0.01, 0.003, 0.001] {
            best.weight = weight(direction(best.roll, best.tilt), tolerance)
            search(around: best.roll, best.tilt, steps: 3, by: SIMD2(step, step), tolerance)
        }
        return (direction(best.roll, best.tilt), best.weight)
    }

    /// A direction after `Perspective` has rotated the camera, as a vector in the picture.
    private static func turned(
        _ direction: SIMD3<Double>, across: Double, down: Double
    ) -> SIMD2<Double> {
        let flat = SIMD3(
            cos(across) * direction.x - sin(across) * direction.z, direction.y,
            sin(across) * direction.x + cos(across) * direction.z)
        return SIMD2(flat.x, cos(down) * flat.y + sin(down) * flat.z)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
