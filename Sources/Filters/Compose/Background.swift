/// Fills the transparent parts of the picture.
struct Background: MultiPassFilter {
    func readsUnkeyed(values: [String: ParameterValue]) -> Bool { values.choice("fill") == "blur" }

    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        var passes: [FilterPass] = []
        var pass = FilterPass(name: "background", kernel: "background.glsl")
        pass.inputs = [.entering]
        let path = values.text("file")
        switch values.choice("fill") {
        case "image" where !path.isEmpty:
            passes = [
                try PlacedImage(path: path).pass(named: "background, picture", conditions: conditions)
            ]
            pass.inputs.append(.previous)
        case "blur":
            var unkeyed = conditions
            unkeyed.isOpaque = false
            passes = GaussianBlur().passes(
                values: ["radius": .number(values.number("blur"))], conditions: unkeyed)
            if !passes.isEmpty { passes[0].inputs = [.unkeyed] }
            pass.inputs.append(passes.isEmpty ? .unkeyed : .previous)
        default: break
        }
        pass.constants = ["BACKDROP": pass.inputs.count - 1]
        pass.uniforms = ["fill": .vec3(values.color("color"))]
        return passes + [pass]
    }
}
