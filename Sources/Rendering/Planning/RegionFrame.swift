import Filters
@preconcurrency import Glibc

/// The outline of a region in its picture, and how dragging changes it.
///
/// Positions are fractions of the picture's width and height, as in the region.
package struct RegionFrame: Sendable, Hashable {
    private let region: Region
    private let picture: SIMD2<Double>

    /// - Parameter picture: the size of the stage's input, in pixels.
    package init(_ region: Region, in picture: SIMD2<Double>) {
        // Infinite numbers cannot be converted to pixels.
        self.region = region.broughtInside
        self.picture = picture
    }

    /// The center, in picture pixels.
    var center: SIMD2<Double> {
        switch region.shape {
        case .gradient: (start + end) / 2
        case .point: start
        default: start + half
        }
    }
    /// Half the width and height, in picture pixels.
    var half: SIMD2<Double> {
        region.shape == .point
            ? SIMD2(repeating: region.radius * picture.max())
            : SIMD2(region.width, region.height) / 2 * picture
    }
    /// The cosine and the sine of the angle.
    var turn: SIMD2<Double> {
        let angle = region.angle * .pi / 180
        return SIMD2(cos(angle), sin(angle))
    }

    /// The bounds of the area that the region covers, in picture pixels; nil if it may cover the whole
    /// picture.
    ///
    /// - Parameter margin: the distance beyond the outline at which the region may still cover pixels.
    func reach(margin: Double) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
        switch region.shape {
        case .rectangle, .ellipse, .point:
            guard !region.isInverted else { return nil }
            let (cosine, sine) = (abs(turn.x), abs(turn.y))
            let reach = SIMD2(cosine * half.x + sine * half.y, sine * half.x + cosine * half.y) + margin
            return (center - reach, center + reach)
        case .gradient: return gradientReach(margin: margin)
        case .luminosity, .color, .file: return nil
        case .brush: return strokeReach(margin: margin)
        }
    }

    /// The position in the picture of a point in the shape's coordinates, in which the center is 0 and the
    /// sides are at -1 and 1. For a gradient, -1 and 1 are its ends along x, and y is ignored.
    package func coordinates(of point: SIMD2<Double>) -> SIMD2<Double> {
        if region.shape == .gradient { return (center + (end - start) / 2 * point.x) / picture }
        return (center + along(point * half)) / picture
    }

    /// The point in the shape's coordinates at a position in the picture.
    package func point(at coordinates: SIMD2<Double>) -> SIMD2<Double> {
        let (way, turn) = (coordinates * picture - center, turn)
        return SIMD2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y) / half
    }

    /// True if a position in the picture lies within the outline.
    package func contains(_ coordinates: SIMD2<Double>) -> Bool {
        let point = point(at: coordinates)
        return switch region.shape {
        case .rectangle: abs(point.x) <= 1 && abs(point.y) <= 1
        case .ellipse, .point: (point * point).sum() <= 1
        case .gradient, .luminosity, .color, .file, .brush: false
        }
    }

    /// Points along the outline, or along the inner end of its soft edge. They form a closed line; for a
    /// gradient, they are the two ends of a line.
    package func outline(insideEdge: Bool = false) -> [SIMD2<Double>] {
        let points: [SIMD2<Double>]
        switch region.shape {
        case .rectangle:
            // The edge has the same width along both axes.
            let inner = insideEdge ? 1 - region.feather * half.min() / half : .one
            points = [SIMD2(-1, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)].map { $0 * inner }
        case .ellipse, .point:
            let radius = insideEdge ? 1 - region.feather : 1
            points = (0..<96).map { step in
                let angle = Double(step) / 48 * .pi
                return SIMD2(cos(angle), sin(angle)) * radius
            }
        case .gradient: return crossLine(through: insideEdge ? start : end)
        case .luminosity, .color, .file, .brush: return []
        }
        return points.map(coordinates)
    }

    /// The region with its center at a position, or at the nearest position in the picture.
    package func moved(middleTo coordinates: SIMD2<Double>) -> Region {
        let middle = coordinates.clamped(lowerBound: .zero, upperBound: .one)
        if region.shape == .gradient {
            let way = middle * picture - center
            return gradient(from: (start + way) / picture, to: (end + way) / picture)
        }
        return region(center: middle * picture, half: half)
    }

    /// The region with a side or a corner moved as far toward a position as possible, while the opposite one
    /// stays in place.
    ///
    /// - Parameter grip: -1 for the left or top side, 1 for the right or bottom side, 0 for neither.
    package func resized(_ grip: SIMD2<Int>, to coordinates: SIMD2<Double>) -> Region {
        if region.shape == .point {
            var result = region
            let way = coordinates * picture - center
            result.radius = Self.rounded((way * way).sum().squareRoot() / picture.max())
            return result.broughtInside
        }
        if region.shape == .gradient {
            return grip.x < 0
                ? gradient(from: coordinates, to: end / picture)
                : gradient(from: start / picture, to: coordinates)
        }
        let target = point(at: coordinates)
        var (low, high) = (SIMD2(-1.0, -1.0), SIMD2(1.0, 1.0))
        for axis in 0..<2 {
            let least = 2 * Self.leastSize * picture[axis] / (2 * half[axis])
            let maximum = 2 * Self.maxSize * picture[axis] / (2 * half[axis])
            if grip[axis] < 0 { low[axis] = max(min(target[axis], 1 - least), 1 - maximum) }
            if grip[axis] > 0 { high[axis] = min(max(target[axis], -1 + least), -1 + maximum) }
        }
        return region(center: center + along((low + high) / 2 * half), half: (high - low) / 2 * half)
    }

    /// An unrotated region with the same properties that has two positions as corners or, for a gradient, as
    /// ends.
    package func drawn(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Region {
        if region.shape == .gradient { return gradient(from: start, to: end) }
        if region.shape == .point {
            let placed = moved(middleTo: start)
            let way = (end - start) * picture
            // A click only chooses the place.
            let isDragged = (way * way).sum().squareRoot() > Self.leastSize * picture.max()
            return isDragged ? RegionFrame(placed, in: picture).resized(SIMD2(1, 0), to: end) : placed
        }
        var upright = region
        upright.angle = 0
        let (low, high) = (pointwiseMin(start, end), pointwiseMax(start, end))
        let size = (high - low).clamped(
            lowerBound: SIMD2(repeating: Self.leastSize), upperBound: SIMD2(repeating: Self.maxSize))
        return RegionFrame(upright, in: picture).region(
            center: (low + size / 2) * picture, half: size / 2 * picture)
    }

    /// The range of sizes that a drag can set, as a fraction of the picture's side.
    private static let leastSize = 0.01
    private static let maxSize = 3.0

    /// Converts a vector from the shape's axes to the picture's. Angles are counterclockwise, and y points
    /// down.
    private func along(_ way: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(turn.x * way.x + turn.y * way.y, turn.x * way.y - turn.y * way.x)
    }

    private func region(center: SIMD2<Double>, half: SIMD2<Double>) -> Region {
        var result = region
        if region.shape == .point {
            let place = Self.position(center / picture)
            (result.x, result.y) = (place.x, place.y)
            return result
        }
        result.width = Self.rounded(2 * half.x / picture.x)
        result.height = Self.rounded(2 * half.y / picture.y)
        let origin = Self.position((center - half) / picture)
        (result.x, result.y) = (origin.x, origin.y)
        return result
    }

    /// Steps of 1/10,000 are less than a pixel of most pictures, and keep the numbers short.
    private static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }

    private static func position(_ coordinates: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(rounded(coordinates.x), rounded(coordinates.y))
            .clamped(lowerBound: SIMD2(repeating: -2), upperBound: SIMD2(repeating: 2))
    }
}

// Brushes
extension RegionFrame {
    /// The bounds of the strokes that do not erase.
    private func strokeReach(margin: Double) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
        // The refinement extends the strokes by its radius.
        let spread = 2 * (region.refinement?.radius ?? 0) * picture.max()
        guard !region.isInverted else { return nil }
        var bounds: (low: SIMD2<Double>, high: SIMD2<Double>)?
        for stroke in region.strokes where !stroke.erases {
            let reach = stroke.radius * picture.max() + margin + spread
            for point in stroke.points {
                let position = SIMD2(point.x, point.y) * picture
                let (low, high) = (position - reach, position + reach)
                bounds =
                    bounds.map { (pointwiseMin($0.low, low), pointwiseMax($0.high, high)) } ?? (low, high)
            }
        }
        return bounds ?? (.zero, .zero)
    }
}

// Gradients
extension RegionFrame {
    /// The end of a gradient at which it has the full effect, or the place of another shape, in picture
    /// pixels.
    var start: SIMD2<Double> { SIMD2(region.x, region.y) * picture }
    /// The end of a gradient at which it has no effect, in picture pixels.
    var end: SIMD2<Double> { SIMD2(region.endX, region.endY) * picture }
    /// The distance over which a gradient fades, in picture pixels.
    var fade: Double { ((end - start) * (end - start)).sum().squareRoot() }
    /// The direction in which a gradient fades; downward if its ends coincide.
    var direction: SIMD2<Double> { fade > 0 ? (end - start) / fade : SIMD2(0, 1) }

    private func gradient(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Region {
        var result = region
        let (start, end) = (Self.position(start), Self.position(end))
        (result.x, result.y, result.endX, result.endY) = (start.x, start.y, end.x, end.y)
        return result
    }

    /// The bounds of the part of the picture on which a gradient has an effect.
    private func gradientReach(margin: Double) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
        /// How far a position is on the side with the effect, plus the margin: the distance from the end of
        /// the gradient or, if the region is inverted, from its start.
        func depth(_ point: SIMD2<Double>) -> Double {
            let way = ((point - start) * direction).sum()
            return (region.isInverted ? way : fade - way) + margin
        }
        let corners = [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map { $0 * picture }
        var points = corners.filter { depth($0) > 0 }
        for (one, other) in zip(corners, corners[1...] + corners[..<1]) {
            let (from, to) = (depth(one), depth(other))
            if (from > 0) != (to > 0) { points.append(one + (other - one) * (from / (from - to))) }
        }
        guard let first = points.first else { return (start, start) }
        return (points.reduce(first, pointwiseMin), points.reduce(first, pointwiseMax))
    }

    /// The ends, clipped to the picture, of the line that passes through a point and is perpendicular to a
    /// gradient.
    private func crossLine(through point: SIMD2<Double>) -> [SIMD2<Double>] {
        let across = SIMD2(-direction.y, direction.x)
        var (low, high) = (-Double.infinity, Double.infinity)
        for axis in 0..<2 {
            guard abs(across[axis]) > 1e-9 else {
                if !(0...picture[axis]).contains(point[axis]) { return [] }
                continue
            }
            let ends = [-point[axis] / across[axis], (picture[axis] - point[axis]) / across[axis]]
            low = max(low, min(ends[0], ends[1]))
            high = min(high, max(ends[0], ends[1]))
        }
        return low < high ? [low, high].map { (point + across * $0) / picture } : []
    }
}
