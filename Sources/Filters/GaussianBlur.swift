@preconcurrency import Glibc

/// A gaussian blur in two passes, along x and along y.
///
/// The standard deviation is half the radius. The kernel reaches at least 3 standard deviations, where the
/// weight has fallen to 1.1 % of the middle's, and is normalized, so nothing visible is cut off.
package struct GaussianBlur: MultiPassFilter {
    /// Standard deviations that the kernel reaches to each side; beyond lies 0.05 % of the whole.
    static let reach = 3.5
    /// Below this standard deviation, in pixels, the neighbour's weight is under 4e-6: nothing changes.
    private static let smallestSigma = 0.2
    /// Outputs that one invocation makes along the blur, so that they share what they read.
    package static let outputsPerInvocation = 8

    package init() {}

    package func passes(values: [String: ParameterValue], scale: SIMD2<Double>) -> [FilterPass] {
        guard case .number(let radius)? = values["radius"] else { return [] }
        return [0, 1].compactMap { axis in
            let sigma = radius / 2 * scale[axis]
            guard sigma >= Self.smallestSigma else { return nil }
            let weights = Self.weights(sigma: sigma)
            var halo = SIMD2(0, 0)
            halo[axis] = weights.count - 1
            var pixels = SIMD2(1, 1)
            pixels[axis] = Self.outputsPerInvocation
            return FilterPass(
                name: axis == 0 ? "gaussian blur, rows" : "gaussian blur, columns", kernel: "gaussian-blur.glsl",
                constants: ["AXIS": axis, "OUTPUTS": Self.outputsPerInvocation], halo: halo,
                values: [SIMD4(Float(weights.count - 1), 0, 0, 0)], data: weights, pixelsPerInvocation: pixels,
                readsPerPixel: 2 * weights.count - 1)
        }
    }

    /// The weights of the middle and of each step to one side; both sides together sum to 1.
    ///
    /// A weight is the gaussian at the pixel's middle, as in the definition of a sampled gaussian kernel.
    package static func weights(sigma: Double) -> [Float] {
        let radius = max(1, Int((sigma * reach).rounded(.up)))
        let gaussian = (0...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = gaussian[0] + 2 * gaussian.dropFirst().reduce(0, +)
        return gaussian.map { Float($0 / sum) }
    }
}
