/// The part of a picture that a crop keeps. Coordinates are fractions of the picture's width or height, 0…1.
package struct CropRectangle: Sendable, Hashable {
    /// The coordinates of the left and top sides.
    package var low: SIMD2<Double>
    /// The coordinates of the right and bottom sides.
    package var high: SIMD2<Double>

    package init(low: SIMD2<Double>, high: SIMD2<Double>) {
        self.low = low
        self.high = high
    }

    /// All of the picture.
    package static let whole = CropRectangle(low: .zero, high: .one)

    /// The width and the height.
    package var size: SIMD2<Double> { high - low }
    package var middle: SIMD2<Double> { (low + high) / 2 }

    /// The rectangle moved by a distance, but kept within the picture.
    package func moved(by way: SIMD2<Double>) -> CropRectangle {
        let inside = way.clamped(lowerBound: -low, upperBound: 1 - high)
        return CropRectangle(low: low + inside, high: high + inside)
    }

    /// A rectangle with the given aspect ratio and the same area and center. If it does not fit the picture,
    /// it is moved, and made smaller if necessary.
    ///
    /// - Parameter ratio: the width divided by the height, both relative to those of the picture.
    package func fitted(to ratio: Double) -> CropRectangle {
        let area = size.x * size.y
        var wanted = SIMD2((area * ratio).squareRoot(), (area / ratio).squareRoot())
        wanted /= max(1, wanted.max())
        return CropRectangle(low: middle - wanted / 2, high: middle + wanted / 2).broughtInside
    }

    /// The rectangle moved into the picture, with the same size, except for sides longer than the picture's.
    private var broughtInside: CropRectangle {
        var rectangle = self
        for axis in 0..<2 {
            let length = min(size[axis], 1)
            let start = min(max(low[axis], 0), 1 - length)
            rectangle.low[axis] = start
            rectangle.high[axis] = start + length
        }
        return rectangle
    }

    /// The rectangle with a side or a corner moved to a position, while the opposite one stays in place.
    ///
    /// - Parameters:
    ///   - grip: the direction of the side or corner from the center, −1, 0 or 1 on each axis.
    ///   - ratio: the aspect ratio to keep, as for ``fitted(to:)``; nil for any.
    ///   - least: the minimum width and height.
    package func resized(
        _ grip: SIMD2<Int>, to target: SIMD2<Double>, ratio: Double?, least: SIMD2<Double>
    ) -> CropRectangle {
        var wanted = size
        for axis in 0..<2 where grip[axis] != 0 {
            let length = grip[axis] > 0 ? target[axis] - low[axis] : high[axis] - target[axis]
            wanted[axis] = max(length, least[axis])
        }
        if let ratio {
            // With a corner, the axis that was dragged farther determines the size; with a side, the other
            // axis is scaled, too.
            let width =
                grip.x == 0 ? wanted.y * ratio : grip.y == 0 ? wanted.x : max(wanted.x, wanted.y * ratio)
            wanted = SIMD2(width, width / ratio)
            let small = max(least.x / wanted.x, least.y / wanted.y, 1)
            wanted *= small
        }
        // The available length from the opposite side to the picture's edge, or from the center in both
        // directions.
        var room = SIMD2<Double>.zero
        for axis in 0..<2 {
            switch grip[axis] {
            case 1: room[axis] = 1 - low[axis]
            case -1: room[axis] = high[axis]
            default: room[axis] = 2 * min(middle[axis], 1 - middle[axis])
            }
        }
        if ratio != nil {
            wanted *= min(1, room.x / wanted.x, room.y / wanted.y)
        } else {
            wanted = pointwiseMin(wanted, room)
        }
        var result = self
        for axis in 0..<2 {
            switch grip[axis] {
            case 1: result.high[axis] = low[axis] + wanted[axis]
            case -1: result.low[axis] = high[axis] - wanted[axis]
            default:
                guard ratio != nil else { continue }
                result.low[axis] = middle[axis] - wanted[axis] / 2
                result.high[axis] = middle[axis] + wanted[axis] / 2
            }
        }
        return result
    }

    /// The rectangle with sides rounded to whole pixels of a picture; it is at least one pixel in size.
    package func snapped(to size: SIMD2<Int>) -> CropRectangle {
        let size = pointwiseMax(SIMD2<Double>(size), .one)
        func snap(_ point: SIMD2<Double>) -> SIMD2<Double> {
            (point * size).rounded(.toNearestOrAwayFromZero) / size
        }
        let (low, pixel) = (pointwiseMin(snap(low), 1 - 1 / size), 1 / size)
        return CropRectangle(low: low, high: pointwiseMax(snap(high), low + pixel))
    }
}
