/// A Gaussian blur along x and along y, at a cost per pixel that hardly grows with the radius.
///
/// The standard deviation is half the radius. From a few pixels on, the blur runs on a reduced grid: the
/// picture is reduced with a short window, convolved there, and enlarged with the same window
/// (``ResamplingWindow``). The kernel (``GaussianKernel/betweenGrids``) subtracts the blur of the two
/// windows, so the result is the Gaussian up to aliasing, which the smallest standard deviation allowed on a
/// reduced grid keeps below what can be seen.
package struct GaussianBlur: MultiPassFilter {
    /// Outputs per invocation along an axis; they share their reads.
    package static let outputsPerInvocation = 8
    /// Rows that an invocation computes when enlarging: more would take the driver longer to compile than
    /// they save.
    private static let rowsPerEnlargement = 4
    /// Below this standard deviation, in pixels, the neighbor's weight is under 4e-6, so the blur has no
    /// effect.
    private static let smallestSigma = 0.2
    /// In pixels: with a grid reduced by 1024, the weights just fit a kernel's table.
    private static let largestSigma = 2048.0
    /// The reaches that kernels are compiled for; weights beyond the Gaussian's reach are 0.
    private static let reaches = [3, 5, 7, 9, 12, 16, 20]

    package init() {}

    /// As a pass of another filter, its radius may be a fraction of a picture of any size.
    package var takesLargerNumbers: Bool { true }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        guard case .number(let radius)? = values["radius"] else { return [] }
        let sigma = pointwiseMin(
            conditions.scale * (radius / 2), SIMD2(repeating: Self.largestSigma))
        let axes = [0, 1].filter { sigma[$0] >= Self.smallestSigma }
        let factors = [0, 1].map { Self.reduction(sigma: sigma[$0], isExact: conditions.isExact) }
        // Axis 1 first: the first pass reads the whole picture, and along y it reads contiguous rows.
        let reduced = [1, 0].filter { factors[$0] > 1 }
        var grid = SIMD2(1, 1)
        var passes: [FilterPass] = []
        let window: ResamplingWindow = conditions.isExact ? .spline : .narrow
        for axis in reduced {
            grid[axis] = factors[axis]
            passes.append(reduce(axis, by: factors[axis], to: grid, window: window))
        }
        for axis in axes {
            let kernel = GaussianKernel.weights(
                sigma: sigma[axis] / Double(factors[axis]), isExact: conditions.isExact,
                betweenGrids: factors[axis], window: window)
            passes.append(convolve(axis, with: kernel, on: grid))
        }
        if !reduced.isEmpty { passes.append(enlarge(by: SIMD2(factors[0], factors[1]), window: window)) }
        // Half floats would round each of the few pixels from which all others are computed.
        for index in passes.indices where passes[index].reduction == grid && grid.x * grid.y >= 16 {
            passes[index].needsFloats = true
        }
        for index in passes.indices {
            let isWeighed = !conditions.isOpaque
            passes[index].constants["OPAQUE"] = isWeighed ? 0 : 1
            passes[index].constants["PREMULTIPLY"] = isWeighed && index == 0 ? 1 : 0
            passes[index].constants["UNPREMULTIPLY"] = isWeighed && index == passes.count - 1 ? 1 : 0
        }
        return passes
    }

    /// The power of two by which to reduce.
    ///
    /// With standard deviations of 1.25 and 2.5 reduced pixels, the error of the worst possible picture is
    /// 0.55 of an 8-bit level and 8 of 65535 respectively: the sum, over both axes, of half the absolute
    /// difference of the kernels. Below 1.5, reducing does not save any time.
    static func reduction(sigma: Double, isExact: Bool) -> Int {
        var factor = 1
        while sigma / Double(2 * factor) >= (isExact ? 2.5 : factor == 1 ? 1.5 : 1.25) { factor *= 2 }
        return factor
    }

    private func convolve(_ axis: Int, with weights: [Float], on grid: SIMD2<Int>) -> FilterPass {
        var pass = pass(
            axis == 0 ? "rows" : "columns", "gaussian-blur/gaussian-blur.glsl", axis: axis, grid: grid)
        let reach = Self.reaches.first { $0 >= weights.count - 1 } ?? weights.count - 1
        pass.constants["REACH"] = reach
        pass.footprint = .around(weights.count - 1, along: axis)
        pass.data = weights + [Float](repeating: 0, count: reach + 1 - weights.count)
        pass.readsPerPixel = 1 + 2 * reach / Self.outputsPerInvocation
        return pass
    }

    func reduce(
        _ axis: Int, by factor: Int, to grid: SIMD2<Int>, window: ResamplingWindow = .spline
    ) -> FilterPass {
        var pass = pass(
            axis == 0 ? "reduce rows" : "reduce columns", "gaussian-blur/reduce.glsl", axis: axis,
            grid: grid)
        pass.constants["FACTOR"] = factor <= 4 ? factor : 0
        pass.footprint = .around(3 * factor / 2, along: axis)
        pass.uniforms = ["scaling": .int(factor)]
        pass.data = window.reducingWeights(factor: factor).map { Float($0) }
        pass.readsPerPixel = 2 * factor
        return pass
    }

    /// Enlarges back to the original grid, along both axes at once: storing an intermediate result would take
    /// longer than computing it again.
    ///
    /// - Parameter factors: the reduction factors along x and y.
    func enlarge(by factors: SIMD2<Int>, window: ResamplingWindow = .spline) -> FilterPass {
        var pass = FilterPass(name: "gaussian blur, enlarge", kernel: "gaussian-blur/enlarge.glsl")
        let outputs = SIMD2(Self.outputsPerInvocation, Self.rowsPerEnlargement)
        pass.pixelsPerInvocation = outputs
        pass.sharesAnyway = false
        pass.constants = ["NARROW": window == .narrow ? 1 : 0]
        for (axis, name) in ["X", "Y"].enumerated() {
            pass.constants["OUTPUTS_\(name)"] = outputs[axis]
            pass.constants["FACTOR_\(name)"] = factors[axis] <= outputs[axis] ? factors[axis] : 0
        }
        pass.footprint = .around(halo: SIMD2(factors.x > 1 ? 2 : 0, factors.y > 1 ? 2 : 0))
        pass.uniforms = ["scaling": .ivec2(factors)]
        pass.readsPerPixel = 2
        return pass
    }

    private func pass(_ name: String, _ kernel: String, axis: Int, grid: SIMD2<Int>) -> FilterPass {
        var pass = FilterPass(name: "gaussian blur, \(name)", kernel: kernel)
        pass.constants = ["AXIS": axis, "OUTPUTS": Self.outputsPerInvocation]
        pass.reduction = grid
        pass.pixelsPerInvocation[axis] = Self.outputsPerInvocation
        pass.sharesAnyway = false
        return pass
    }
}
