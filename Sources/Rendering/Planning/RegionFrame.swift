import Filters
@preconcurrency import Glibc

/// A region in pixels of its picture: its outline, and how dragging changes it.
///
/// Positions are fractions of the picture's width and height, like those of the region itself.
package struct RegionFrame: Sendable, Hashable {
    private let region: Region
    private let picture: SIMD2<Double>

    /// - Parameter picture: the size of the picture that enters the stage, in pixels.
    package init(_ region: Region, in picture: SIMD2<Double>) {
        // Infinite numbers would map to no pixel.
        self.region = region.broughtInside
        self.picture = picture
    }

    /// The middle, in picture pixels.
    var center: SIMD2<Double> { SIMD2(region.x, region.y) * picture + half }
    /// Half the sides, in picture pixels.
    var half: SIMD2<Double> { SIMD2(region.width, region.height) / 2 * picture }
    /// The cosine and the sine of the angle.
    var turn: SIMD2<Double> {
        let angle = region.angle * .pi / 180
        return SIMD2(cos(angle), sin(angle))
    }

    /// The bounds of the outline, upright or turned, along x and y, in picture pixels.
    var reach: (low: SIMD2<Double>, high: SIMD2<Double>) {
        let (cosine, sine) = (abs(turn.x), abs(turn.y))
        let reach = SIMD2(cosine * half.x + sine * half.y, sine * half.x + cosine * half.y)
        return (center - reach, center + reach)
    }

    /// The position of a point of the shape: -1 and 1 are its sides, 0 its middle.
    package func place(of point: SIMD2<Double>) -> SIMD2<Double> {
        (center + along(point * half)) / picture
    }

    /// The point of the shape at a position.
    package func point(at place: SIMD2<Double>) -> SIMD2<Double> {
        let (way, turn) = (place * picture - center, turn)
        return SIMD2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y) / half
    }

    /// Whether a position lies within the outline.
    package func contains(_ place: SIMD2<Double>) -> Bool {
        let point = point(at: place)
        return switch region.shape {
        case .rectangle: abs(point.x) <= 1 && abs(point.y) <= 1
        case .ellipse: (point * point).sum() <= 1
        }
    }

    /// Points along the outline, or along the inner end of its soft edge.
    package func outline(insideEdge: Bool = false) -> [SIMD2<Double>] {
        let points: [SIMD2<Double>]
        switch region.shape {
        case .rectangle:
            // The edge is equally wide along both axes.
            let inner = insideEdge ? 1 - region.feather * half.min() / half : .one
            points = [SIMD2(-1, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)].map { $0 * inner }
        case .ellipse:
            let radius = insideEdge ? 1 - region.feather : 1
            points = (0..<96).map { step in
                let angle = Double(step) / 48 * .pi
                return SIMD2(cos(angle), sin(angle)) * radius
            }
        }
        return points.map(place)
    }

    /// The region moved with its middle to `place`, or to the nearest position in the picture.
    package func moved(middleTo place: SIMD2<Double>) -> Region {
        let middle = place.clamped(lowerBound: .zero, upperBound: .one)
        return region(center: middle * picture, half: half)
    }

    /// The region with a side or a corner moved as far toward `place` as it can be; the opposite one stays.
    ///
    /// - Parameter grip: -1 for the left or the upper side, 1 for the right or the lower, 0 for neither.
    package func resized(_ grip: SIMD2<Int>, to place: SIMD2<Double>) -> Region {
        let target = point(at: place)
        var (low, high) = (SIMD2(-1.0, -1.0), SIMD2(1.0, 1.0))
        for axis in 0..<2 {
            let least = 2 * Self.leastSize * picture[axis] / (2 * half[axis])
            let most = 2 * Self.mostSize * picture[axis] / (2 * half[axis])
            if grip[axis] < 0 { low[axis] = max(min(target[axis], 1 - least), 1 - most) }
            if grip[axis] > 0 { high[axis] = min(max(target[axis], -1 + least), -1 + most) }
        }
        return region(center: center + along((low + high) / 2 * half), half: (high - low) / 2 * half)
    }

    /// An upright region like this one, with two positions as its corners.
    package func drawn(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Region {
        var upright = region
        upright.angle = 0
        let (low, high) = (pointwiseMin(start, end), pointwiseMax(start, end))
        let size = (high - low).clamped(
            lowerBound: SIMD2(repeating: Self.leastSize), upperBound: SIMD2(repeating: Self.mostSize))
        return RegionFrame(upright, in: picture).region(
            center: (low + size / 2) * picture, half: size / 2 * picture)
    }

    /// The smallest and the largest size a drag gives it, as a fraction of the picture's side.
    private static let leastSize = 0.01
    private static let mostSize = 3.0

    /// Converts a vector from the shape's axes to the picture's; angles run counterclockwise, y points down.
    private func along(_ way: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(turn.x * way.x + turn.y * way.y, turn.x * way.y - turn.y * way.x)
    }

    private func region(center: SIMD2<Double>, half: SIMD2<Double>) -> Region {
        var result = region
        // Steps of a ten thousandth are less than a pixel of most pictures, and short to read.
        func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
        result.width = rounded(2 * half.x / picture.x)
        result.height = rounded(2 * half.y / picture.y)
        let origin = (center - half) / picture
        result.x = min(max(rounded(origin.x), -2), 2)
        result.y = min(max(rounded(origin.y), -2), 2)
        return result
    }
}
