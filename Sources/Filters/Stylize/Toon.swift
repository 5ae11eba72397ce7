/// Few levels of brightness and dark lines, over a smoothed picture.
struct Toon: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        var toon = FilterPass(name: "toon", kernel: "toon.glsl")
        toon.halo = SIMD2(1, 1)
        let gradient = EdgeDetect.gradientFactor(conditions)
        toon.values = [
            vector(values.number("levels"), values.number("lines"), gradient.x, gradient.y)
        ]
        toon.readsPerPixel = 9
        return Kuwahara.passes(radius: values.number("smoothness"), conditions: conditions) + [toon]
    }
}
