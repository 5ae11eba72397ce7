@preconcurrency import Glibc

/// Weights of Gaussian kernels, from the center outward: the weight at distance k applies to both sides.
package enum GaussianKernel {
    /// The reach of a kernel on each side, in standard deviations. The total weight beyond it is 5e-4 (at
    /// most a tenth of an 8-bit level) or, if exact, 6e-5 (4 of 65535).
    private static func reach(isExact: Bool) -> Double { isExact ? 4 : 3.5 }

    /// The Gaussian with a standard deviation in pixels; the weights sum to 1.
    ///
    /// - Parameters:
    ///   - factor: if above 1, the grid is reduced by this factor for the convolution.
    ///   - window: the window for scaling down and up.
    package static func weights(
        sigma: Double, isExact: Bool, betweenGrids factor: Int = 1, window: ResamplingWindow = .spline
    ) -> [Float] {
        let reach = max(1, Int((sigma * reach(isExact: isExact)).rounded(.up)))
        let half =
            factor > 1
            ? betweenGrids(sigma: sigma, factor: factor, window: window, reach: reach)
            : (0...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * half.reduce(0, +) - half[0]
        return half.map { Float($0 / sum) }
    }

    /// The kernel for the reduced grid: its frequency response is the Gaussian's divided by those of scaling
    /// down and up. `sigma` is in reduced pixels.
    ///
    /// Responses: exp(-2 π² σ² ν²) for the Gaussian, and sums of weights times cosines for the windows
    /// (Unser, “Splines: a perfect fit for signal and image processing”, 1999).
    private static func betweenGrids(
        sigma: Double, factor: Int, window: ResamplingWindow, reach: Int
    ) -> [Double] {
        let reducing = window.reducingWeights(factor: factor)
        let samples = 128
        let response = (0..<samples).map { sample in
            let frequency = (Double(sample) + 0.5) / Double(2 * samples)
            let reduction = reducing.indices.reduce(0) {
                let distance = (Double($1) + 0.5) / Double(factor) - 2
                return $0 + reducing[$1] * cos(2 * .pi * frequency * distance)
            }
            let enlargement = window.enlargingResponse(frequency, factor: factor)
            return exp(-2 * pow(.pi * sigma * frequency, 2)) / (reduction * enlargement)
        }
        return (0...reach).map { distance in
            response.indices.reduce(0) {
                $0 + response[$1] * cos(.pi * (Double($1) + 0.5) * Double(distance) / Double(samples))
            }
        }
    }
}
