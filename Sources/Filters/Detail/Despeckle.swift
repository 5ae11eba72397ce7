/// Replaces single pixels that differ from all their neighbors.
struct Despeckle: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        guard values.number("amount") > 0 else { return [] }
        var pass = FilterPass(name: "hot pixels", kernel: "despeckle.glsl")
        pass.footprint = .around(halo: SIMD2(1, 1))
        pass.uniforms = [
            "amount": .float(values.number("amount")), "threshold": .float(values.number("threshold")),
        ]
        pass.readsPerPixel = 12
        return [pass]
    }

    /// In a reduced picture, single pixels are merged with their neighbors.
    var worksAtFullSize: Bool { true }
}
