import Glibc

/// The correction of a lens in a picture of a given size, as liblensfun 0.3 computes it: a position of the
/// result is scaled about the center, then distorted, and then moved along its radius for red and blue, which
/// yields the position in the picture; there, each color is divided by the relative brightness.
///
/// A strength multiplies displacements, and the deviation of the brightness from 1.
package struct LensCorrection: Sendable, Hashable {
    /// The strengths of the three corrections; 1 is what was measured.
    package struct Strengths: Sendable, Hashable {
        package var distortion = 1.0
        package var aberration = 1.0
        package var vignetting = 1.0

        package init(distortion: Double = 1, aberration: Double = 1, vignetting: Double = 1) {
            self.distortion = distortion
            self.aberration = aberration
            self.vignetting = vignetting
        }
    }

    /// The optical center in pixels; the first pixel covers 0…1.
    package let center: SIMD2<Double>
    /// Normalized units per pixel: half the shorter side of the calibrated sensor is about 1.
    package let unit: Double
    /// Vignetting's unit, half the diagonal of the calibrated sensor, in the other units.
    package let diagonal: Double
    /// The factor of distances from the center that is applied first; 1 divided by the enlargement.
    package private(set) var step = 1.0
    /// The factor of the distorted distance, as a polynomial up to the fourth power.
    package let distortion: [Double]
    /// The factors of the distances of red and blue, up to the second power.
    package let red: SIMD3<Double>
    package let blue: SIMD3<Double>
    /// The relative brightness minus 1: the coefficients of the powers 2, 4 and 6.
    package let vignetting: SIMD3<Double>
    private let size: SIMD2<Double>

    /// - Parameters:
    ///   - size: the picture's size in pixels.
    ///   - isScaled: whether the result is enlarged so that it has no empty corners, as little as possible,
    ///     or reduced if more of the picture fits.
    package init(_ profile: LensProfile, size: SIMD2<Int>, strengths: Strengths, isScaled: Bool) {
        self.size = SIMD2<Double>(size)
        // lfModifier's constructor, which measures sizes between the centers of the outer pixels.
        let sides = pointwiseMax(SIMD2<Double>(size) - 1, SIMD2(1, 1))
        let (short, long) = (sides.min(), sides.max())
        let ratio = long / short
        diagonal = (profile.calibratedAspectRatio * profile.calibratedAspectRatio + 1).squareRoot()
        unit =
            2 / short * profile.calibratedCropFactor / profile.cropFactor * diagonal
            / (ratio * ratio + 1).squareRoot()
        center = 0.5 + sides / 2 + profile.shift * short / 2
        func factors(_ terms: [Double], _ strength: Double) -> [Double] {
            var terms = terms.map { strength * $0 }
            terms[0] += 1
            return terms
        }
        distortion = factors(profile.distortion ?? [0, 0, 0, 0, 0], strengths.distortion)
        let one = SIMD3<Double>(1, 0, 0)
        red = one + strengths.aberration * (profile.red ?? .zero)
        blue = one + strengths.aberration * (profile.blue ?? .zero)
        vignetting = strengths.vignetting * (profile.vignetting ?? .zero)
        if isScaled, moves { step = fittingStep }
    }

    /// True if pixels move.
    package var moves: Bool { step != 1 || distortion != [1, 0, 0, 0, 0] || movesColors }

    /// True if colors move apart.
    package var movesColors: Bool {
        red != SIMD3(1, 0, 0) || blue != SIMD3(1, 0, 0)
    }

    /// True if brightness changes.
    package var changesLight: Bool { vignetting != .zero }

    /// The factors by which the distances of red, green and blue from the center are multiplied.
    ///
    /// - Parameter distance: the distance in the result, in pixels.
    package func factors(at distance: Double) -> SIMD3<Double> {
        let r = step * distance * unit
        let bend = step * distortion.reversed().reduce(0) { $0 * r + $1 }
        let bent = bend * distance * unit
        func moved(_ terms: SIMD3<Double>) -> Double { bend * (terms.x + bent * (terms.y + bent * terms.z)) }
        return SIMD3(moved(red), bend, moved(blue))
    }

    /// The brightness that the lens has left at a distance in the picture, in pixels, relative to the center.
    package func brightness(at distance: Double) -> Double {
        let r = distance * unit / diagonal
        let square = r * r
        return 1 + square * (vignetting.x + square * (vignetting.y + square * vignetting.z))
    }

    /// The largest factor, or the inverse of the smallest, by which the correction multiplies distances.
    package var largestFactor: Double {
        let steps = 256
        return (0...steps).reduce(1) { largest, index in
            let factors = factors(at: farthest * Double(index) / Double(steps))
            let smallest = factors.min()
            return max(largest, factors.max(), smallest > 0 ? 1 / smallest : 1)
        }
    }

    /// The distance of the farthest corner from the center.
    private var farthest: Double {
        let reach = pointwiseMax(center, size - center)
        return (reach * reach).sum().squareRoot()
    }

    /// The largest step with which all colors of the outer pixels come from within the picture.
    private var fittingStep: Double {
        let low = SIMD2<Double>(0.5, 0.5)
        let high = pointwiseMax(size - 0.5, low)
        // The picture's edge is curved in the result, so corners and middles are not enough.
        let count = 128
        let distances = (0...count).flatMap { index -> [Double] in
            let part = low + (high - low) * (Double(index) / Double(count))
            return [
                SIMD2(part.x, low.y), SIMD2(part.x, high.y), SIMD2(low.x, part.y), SIMD2(high.x, part.y),
            ].map { point in
                let way = point - center
                return (way * way).sum().squareRoot()
            }
        }
        // Pixels move along the ray through the center, which leaves the picture at the outer pixel itself.
        func fits(_ step: Double) -> Bool {
            var scaled = self
            scaled.step = step
            return distances.allSatisfy { scaled.factors(at: $0).max() <= 1 }
        }
        var (fitting, tooFar) = (0.25, 4.0)
        guard fits(fitting) else { return fitting }
        for _ in 0..<40 {
            let middle = (fitting + tooFar) / 2
            if fits(middle) { fitting = middle } else { tooFar = middle }
        }
        return fitting
    }
}

extension LensCorrection {
    /// The position in the picture of green at a position in the result, both in pixels.
    package func source(of position: SIMD2<Double>) -> SIMD2<Double> {
        let way = position - center
        return center + way * factors(at: (way * way).sum().squareRoot()).y
    }

    /// The position in the result of a position in the picture, both in pixels.
    package func result(of position: SIMD2<Double>) -> SIMD2<Double> {
        let way = position - center
        let wanted = (way * way).sum().squareRoot()
        guard wanted > 0 else { return position }
        // Newton's method with a numeric slope; lenses bend by a few percent.
        var distance = wanted
        for _ in 0..<20 {
            func error(_ distance: Double) -> Double { distance * factors(at: distance).y - wanted }
            let slope = error(distance + 0.5) - error(distance - 0.5)
            guard slope > 1e-3 else { break }
            let change = error(distance) / slope
            distance -= change
            if abs(change) < 1e-6 { break }
        }
        return center + way * (distance / wanted)
    }
}
