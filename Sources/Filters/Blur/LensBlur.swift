/// The mean over a disc of colors raised to a power, so that highlights glow. Large discs use a reduced grid.
struct LensBlur: MultiPassFilter {
    private static let outputsPerInvocation = 8
    /// The radius of the largest disc that is summed at full resolution.
    private static let largestRadius = 10.0
    /// The power at full highlights; 1 averages encoded values, 2.2 roughly linear light.
    private static let strongestPower = 2.6

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let radius = values.number("radius") * conditions.scale.max()
        guard radius > 0.05 else { return [] }
        let power = 1 + (Self.strongestPower - 1) * values.number("highlights")
        var factor = 1
        while radius / Double(factor) > Self.largestRadius { factor *= 2 }
        var passes = [light(power, back: false)]
        passes += reduced(by: factor)
        passes.append(disc(radius: radius / Double(factor), reduction: factor))
        passes += enlarged(by: factor)
        return passes + [light(1 / power, back: true)]
    }

    private func light(_ power: Double, back: Bool) -> FilterPass {
        var pass = FilterPass(name: "lens blur, light", kernel: "lens-blur/lens-blur-light.glsl")
        pass.constants = ["BACK": back ? 1 : 0]
        pass.uniforms = ["power": .float(power)]
        return pass
    }

    /// Scales down to a grid that is coarser by `factor` along both axes.
    private func reduced(by factor: Int) -> [FilterPass] {
        guard factor > 1 else { return [] }
        var grid = SIMD2(1, 1)
        return [1, 0].map { axis in
            grid[axis] = factor
            var pass = GaussianBlur().reduce(axis, by: factor, to: grid)
            pass.name = "lens blur, reduce \(axis == 0 ? "rows" : "columns")"
            pass.constants["PREMULTIPLY"] = 0
            pass.constants["OPAQUE"] = 0
            return pass
        }
    }

    /// Scales up from the reduced grid.
    private func enlarged(by factor: Int) -> [FilterPass] {
        guard factor > 1 else { return [] }
        var pass = GaussianBlur().enlarge(by: SIMD2(factor, factor))
        pass.name = "lens blur, enlarge"
        pass.constants["UNPREMULTIPLY"] = 0
        pass.constants["OPAQUE"] = 0
        return [pass]
    }

    private func disc(radius: Double, reduction: Int) -> FilterPass {
        // A disc of radius 0 is one pixel.
        let outer = radius + 0.5
        let rows = Int(radius.rounded(.up))
        var data: [Float] = []
        var weight = 0.0
        for row in -rows...rows {
            let half = max(0, outer * outer - Double(row * row)).squareRoot()
            weight += 2 * half
            let reach = (half - 0.5).rounded(.down)
            // A row that extends less than half a pixel to each side covers only part of the middle pixel.
            data += reach < 0 ? [-1, Float(2 * half)] : [Float(reach), Float(half - 0.5 - reach)]
        }
        var pass = FilterPass(name: "lens blur, disc", kernel: "lens-blur/lens-blur.glsl")
        pass.constants = ["OUTPUTS": Self.outputsPerInvocation]
        pass.reduction = SIMD2(reduction, reduction)
        // The first pixel of a running sum can be up to this many pixels before the result's pixel.
        pass.footprint = .around(halo: SIMD2(rows + Self.outputsPerInvocation, rows))
        pass.pixelsPerInvocation.x = Self.outputsPerInvocation
        pass.uniforms = ["rows": .int(rows), "weight": .float(1 / weight)]
        pass.data = data
        pass.readsPerPixel = (2 * rows + 1) * (2 + 2 * rows / Self.outputsPerInvocation)
        return pass
    }
}
