/// Bayer's ordered dither.
struct Dither: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let size = values.number("size")
        // Where pixels of the grid are not those of the pattern they cover parts of several, and single places would
        // show a plaid that is not there. The pattern repeats after 8.
        let isPattern = conditions.scale == SIMD2(1, 1)
        let places =
            isPattern ? SIMD2(1, 1) : pointwiseMin((4 / (conditions.scale * size)).ceiling, SIMD2(8, 8))
        var pass = FilterPass(name: "dither", kernel: "dither.glsl")
        pass.values = [
            vector(values.number("levels") - 1, size, Double(max(places.x, 1)), Double(max(places.y, 1)))
        ]
        pass.readsPerPixel = 1 + places.x * places.y
        return [pass]
    }
}
