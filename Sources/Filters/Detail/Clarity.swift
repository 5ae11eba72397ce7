/// Local contrast around an edge-aware base.
struct Clarity: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let amount = values.number("amount")
        guard amount != 0 else { return [] }
        var passes: [FilterPass] = []
        let base = EdgeAwareBase(measure: .luma, radius: values.number("radius"), epsilon: 0.02)
        let lines = base.append(to: &passes, name: "clarity", conditions: conditions)
        var clarity = FilterPass(name: "clarity", kernel: "clarity.glsl")
        clarity.constants = ["MEASURE": 0]
        clarity.inputs = [.entering, lines]
        clarity.values = [vector(amount > 0 ? 1.5 * amount : 0.75 * amount)]
        return passes + [clarity]
    }
}
