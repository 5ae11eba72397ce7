/// A Gaussian blur along x and along y, whose cost per pixel hardly grows with the radius.
///
/// The standard deviation is half the radius. Above a few pixels, the picture is scaled down with a short
/// window, convolved on the reduced grid, and scaled up with the same window (``ResamplingWindow``). The
/// kernel (``GaussianKernel/betweenGrids``) compensates for the blur of the two windows, so the result is the
/// Gaussian apart from aliasing. A minimum standard deviation on the reduced grid keeps the aliasing
/// invisible.
package struct GaussianBlur: MultiPassFilter {
    /// Outputs per invocation along an axis, which share their reads.
    package static let outputsPerInvocation = 8
    /// Rows that an invocation computes when scaling up: with more, the driver's compiler would take more
    /// time than they save.
    private static let rowsPerEnlargement = 4
    /// Below this standard deviation, in pixels, the weight of the neighboring pixel is under 4e-6, so the
    /// blur has no effect.
    private static let smallestSigma = 0.2
    /// In pixels: on a grid reduced by 1024, the weights just fit a kernel's table.
    private static let largestSigma = 2048.0
    /// The reaches for which kernels are compiled; weights beyond the Gaussian's own reach are 0.
    private static let reaches = [3, 5, 7, 9, 12, 16, 20]

    package init() {}

    /// If another filter uses the blur as a pass, the radius may be a fraction of a picture of any size.
    package var takesLargerNumbers: Bool { true }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        guard case .number(let radius)? = values["radius"] else { return [] }
        let sigma = pointwiseMin(
            conditions.scale * (radius / 2), SIMD2(repeating: Self.largestSigma))
        let axes = [0, 1].filter { sigma[$0] >= Self.smallestSigma }
        let factors = [0, 1].map { Self.reduction(sigma: sigma[$0], isExact: conditions.isExact) }
        // The y axis comes first: the first pass reads the whole picture, and along y it reads contiguous
        // rows.
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
        // All pixels of the result are computed from these few, which half floats would round.
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

    /// The power of two by which to reduce the grid.
    ///
    /// With standard deviations of 1.25 and 2.5 reduced pixels, the error for the worst possible picture is
    /// 0.55 of an 8-bit level and 8 of 65535, respectively. It is computed as the sum, over both axes, of
    /// half the absolute difference of the kernels. Below 1.5, reducing the grid does not save time.
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

    /// Scales up to the original grid along both axes at once: computing intermediate results again is faster
    /// than storing them.
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
