/// Bayer's ordered dither.
struct Dither: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let size = values.number("size")
        // As many places per pixel of the grid as it covers of the pattern; the pattern repeats after 8.
        let places = pointwiseMin((1 / (conditions.scale * size)).ceiling, SIMD2(8, 8))
        var pass = FilterPass(name: "dither", kernel: "dither.glsl")
        pass.values = [
            vector(values.number("levels") - 1, size, Double(max(places.x, 1)), Double(max(places.y, 1)))
        ]
        pass.readsPerPixel = 1 + places.x * places.y
        return [pass]
    }
}
