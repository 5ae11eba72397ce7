/// Lays a blur of the bright parts over the picture.
struct Bloom: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        guard values.number("amount") > 0 else { return [] }
        var light = FilterPass(name: "bloom, light", kernel: "bloom/bloom-light.glsl")
        light.inputs = [.entering]
        light.values = [vector(values.number("threshold"))]
        var passes: [FilterPass] = []
        let glow = passes.appendBlur(
            of: passes.appendPass(light), radius: values.number("radius"), conditions: conditions)
        var bloom = FilterPass(name: "bloom", kernel: "bloom/bloom.glsl")
        bloom.inputs = [.entering, glow]
        bloom.values = [vector(values.number("amount"))]
        return passes + [bloom]
    }
}
