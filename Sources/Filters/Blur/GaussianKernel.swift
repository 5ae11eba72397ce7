@preconcurrency import Glibc

/// Weights of gaussian kernels, from the middle outwards: the weight at distance k applies to both sides.
package enum GaussianKernel {
    /// Reach of a kernel to each side, in standard deviations. The weight beyond it is 5e-4 of the whole, a tenth of
    /// an 8-bit level at most, or 6e-5, 4 of 65535.
    private static func reach(isExact: Bool) -> Double { isExact ? 4 : 3.5 }

    /// The gaussian with a standard deviation in pixels; the weights sum to 1.
    ///
    /// - Parameter factor: if above 1, pixels are reduced by it with a cubic B-spline before, and enlarged after.
    package static func weights(sigma: Double, isExact: Bool, betweenSplines factor: Int = 1) -> [Float] {
        let reach = max(1, Int((sigma * reach(isExact: isExact)).rounded(.up)))
        let half =
            factor > 1
            ? betweenSplines(sigma: sigma, factor: factor, reach: reach)
            : (0...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * half.reduce(0, +) - half[0]
        return half.map { Float($0 / sum) }
    }

    /// A cubic B-spline over the 4 `factor` pixels that make up one pixel of a grid reduced by `factor`.
    static func splineWeights(factor: Int) -> [Double] {
        let weights = (0..<4 * factor).map { cubicSpline((Double($0) + 0.5) / Double(factor) - 2) }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    /// The kernel for the reduced grid, whose frequency response is the gaussian's divided by those of the two
    /// splines; `sigma` is in reduced pixels.
    ///
    /// Responses: exp(-2 π² σ² ν²) for the gaussian, the sum of weights times cosines for the reduction, and sinc(ν)⁴
    /// for the enlarging spline (Unser, “Splines: a perfect fit for signal and image processing”, 1999).
    private static func betweenSplines(sigma: Double, factor: Int, reach: Int) -> [Double] {
        let spline = splineWeights(factor: factor)
        let samples = 128
        let response = (0..<samples).map { sample in
            let frequency = (Double(sample) + 0.5) / Double(2 * samples)
            let reduction = spline.indices.reduce(0) {
                let distance = (Double($1) + 0.5) / Double(factor) - 2
                return $0 + spline[$1] * cos(2 * .pi * frequency * distance)
            }
            let sinc = sin(.pi * frequency) / (.pi * frequency)
            return exp(-2 * pow(.pi * sigma * frequency, 2)) / (reduction * pow(sinc, 4))
        }
        return (0...reach).map { distance in
            response.indices.reduce(0) {
                $0 + response[$1] * cos(.pi * (Double($1) + 0.5) * Double(distance) / Double(samples))
            }
        }
    }

    /// The cubic B-spline, 4 wide around 0, with integral 1.
    private static func cubicSpline(_ x: Double) -> Double {
        let distance = abs(x)
        if distance < 1 { return 2.0 / 3 - distance * distance * (1 - distance / 2) }
        return distance < 2 ? pow(2 - distance, 3) / 6 : 0
    }
}
