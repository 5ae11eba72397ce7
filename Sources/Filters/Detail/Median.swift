/// The median of each channel in a square around the pixel.
struct Median: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let radius = values.number("radius") * conditions.scale.max()
        let reach = min(Int(radius.rounded()), 3)
        guard reach > 0 else { return [] }
        var pass = FilterPass(name: "median", kernel: "median.glsl")
        pass.constants = ["REACH": reach]
        pass.footprint = .around(halo: SIMD2(reach, reach))
        let count = (2 * reach + 1) * (2 * reach + 1)
        pass.readsPerPixel = count * count / 8
        return [pass]
    }
}
