/// Makes a color transparent, comparing the colors of the smoothed picture.
struct ChromaKey: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        // The standard deviation is half the radius.
        let smoothing = GaussianBlur().passes(
            values: ["radius": .number(values.number("smooth"))], conditions: conditions)
        var pass = FilterPass(name: "chroma key", kernel: "chroma-key.glsl")
        pass.inputs = [.entering, .previous]
        pass.uniforms = [
            "key": .vec3(values.color("color")), "similarity": .float(values.number("similarity")),
            "softness": .float(values.number("softness")), "spill": .float(values.number("spill")),
        ]
        pass.readsPerPixel = 2
        return smoothing + [pass]
    }
}
