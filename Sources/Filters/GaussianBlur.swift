@preconcurrency import Glibc

/// A gaussian blur in two passes, along x and along y.
///
/// The standard deviation is half the radius.
package struct GaussianBlur: MultiPassFilter {
    /// Standard deviations that the kernel reaches to each side; beyond lies 0.05 % of the whole, a tenth of an
    /// 8-bit level at most.
    static let reach = 3.5
    /// Below this standard deviation, in pixels, the neighbor's weight is under 4e-6: nothing changes.
    private static let smallestSigma = 0.2
    /// Outputs that one invocation makes along the blur, so that they share what they read.
    package static let outputsPerInvocation = 8

    package init() {}

    package func passes(values: [String: ParameterValue], scale: SIMD2<Double>) -> [FilterPass] {
        guard case .number(let radius)? = values["radius"] else { return [] }
        let sigma = scale * (radius / 2)
        let axes = [0, 1].filter { sigma[$0] >= Self.smallestSigma }
        return axes.map { axis in
            let weights = Self.weights(sigma: sigma[axis])
            let reach = weights.count / 2
            // Whole chunks that cover what the first output and the last one read.
            let outputs = Self.outputsPerInvocation
            let chunks = (weights.count + outputs - 1 + outputs - 1) / outputs
            let before = [Float](repeating: 0, count: outputs - 1)
            let after = [Float](repeating: 0, count: (chunks + 1) * outputs - weights.count)
            var pass = FilterPass(
                name: axis == 0 ? "gaussian blur, rows" : "gaussian blur, columns",
                kernel: "gaussian-blur.glsl")
            pass.constants = [
                "AXIS": axis, "OUTPUTS": outputs,
                "PREMULTIPLY": axis == axes.first ? 1 : 0, "UNPREMULTIPLY": axis == axes.last ? 1 : 0,
            ]
            pass.halo[axis] = reach
            pass.values = [SIMD4(Float(reach), Float(chunks), 0, 0)]
            pass.data = before + weights + after
            pass.pixelsPerInvocation[axis] = outputs
            pass.readsPerPixel = chunks
            return pass
        }
    }

    /// The weights from one end of the kernel to the other, an odd number that sums to 1.
    ///
    /// A weight is the gaussian at the middle of the pixel: the sampled gaussian kernel.
    package static func weights(sigma: Double) -> [Float] {
        let reach = max(1, Int((sigma * Self.reach).rounded(.up)))
        let gaussian = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = gaussian.reduce(0, +)
        return gaussian.map { Float($0 / sum) }
    }
}
