/// Sobel's operator.
struct EdgeDetect: MultiPassFilter {
    private static let lines = ["light": 0, "dark": 1, "colored": 2]

    /// What a gradient on the working grid is to be multiplied by to look like that of the picture, reduced.
    ///
    /// The line along a step is thinner in the picture and so fades in proportion to the scale; texture looks alike at all
    /// scales and does not fade. The root lies in the middle, also by measure on photographs.
    static func gradientFactor(_ conditions: PassConditions) -> SIMD2<Double> {
        conditions.scale.squareRoot()
    }

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        var pass = FilterPass(name: "edge detect", kernel: "edge-detect.glsl")
        pass.constants = ["LINES": Self.lines[values.choice("lines")] ?? 0]
        pass.halo = SIMD2(1, 1)
        let factor = Self.gradientFactor(conditions) * (values.number("strength") / 4)
        pass.values = [vector(factor.x, factor.y)]
        pass.readsPerPixel = 9
        return [pass]
    }
}
