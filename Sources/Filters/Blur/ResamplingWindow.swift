import Glibc

/// Windows for scaling down to a reduced grid and back up; they are 4 pixels of the reduced grid wide.
package enum ResamplingWindow: Sendable, Hashable {
    /// A cubic B-spline, which has the least aliasing when combined with wide Gaussians.
    case spline
    /// A polynomial close to the Kaiser–Bessel window with β = 7.25. Its coefficients were fitted for the
    /// least aliasing with a Gaussian of 1.25 reduced pixels, half that of the spline (on windows for
    /// gridding: Beatty et al., “Rapid gridding reconstruction with a minimal oversampling ratio”, 2005).
    case narrow

    /// The coefficients of `narrow`, a polynomial in the square of half the distance, beginning with the
    /// constant term. `enlarge.glsl` contains the same numbers.
    private static let narrowCoefficients = [1, -3.3610, 4.4942, -2.8728, 0.7421]

    /// The window's value at a distance in reduced pixels.
    func callAsFunction(_ x: Double) -> Double {
        let distance = abs(x)
        guard distance < 2 else { return 0 }
        switch self {
        case .spline:
            return distance < 1
                ? 2.0 / 3 - distance * distance * (1 - distance / 2) : pow(2 - distance, 3) / 6
        case .narrow:
            return Self.narrowCoefficients.reversed().reduce(0) { $0 * (x * x / 4) + $1 }
        }
    }

    /// The window's values at the 4 × `factor` pixels that contribute to one pixel of a grid reduced by
    /// `factor`; they sum to 1.
    func reducingWeights(factor: Int) -> [Double] {
        let weights = (0..<4 * factor).map { self((Double($0) + 0.5) / Double(factor) - 2) }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    /// The frequency response of scaling up, averaged over the pixels. The frequency is in cycles per reduced
    /// pixel.
    func enlargingResponse(_ frequency: Double, factor: Int) -> Double {
        guard self == .narrow else {
            let sinc = sin(.pi * frequency) / (.pi * frequency)
            return pow(sinc, 4)
        }
        let sums = (0..<factor).map { pixel in
            // The distances of the four nearest reduced pixels.
            let position = (Double(pixel) + 0.5) / Double(factor) + 0.5
            let distances = (-1...2).map { position - position.rounded(.down) - Double($0) }
            let weights = distances.map { self($0) }
            let sum = zip(distances, weights).reduce(0) { $0 + $1.1 * cos(2 * .pi * frequency * $1.0) }
            return sum / weights.reduce(0, +)
        }
        return sums.reduce(0, +) / Double(factor)
    }
}
