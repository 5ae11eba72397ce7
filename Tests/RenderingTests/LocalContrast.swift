import Filters

/// Adds the difference from the mean of a square.
struct LocalContrast: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        guard case .number(let amount)? = values["amount"], amount > 0,
            case .number(let radius)? = values["radius"]
        else { return [] }
        var passes: [FilterPass] = []
        for axis in 0...1 {
            let reach = Int((radius * conditions.scale[axis]).rounded())
            var mean = FilterPass(
                name: "local contrast, \(axis == 0 ? "rows" : "columns")", kernel: "local-contrast-mean.glsl")
            mean.constants = ["AXIS": axis]
            mean.halo[axis] = reach
            mean.values = [SIMD4(Float(reach), 0, 0, 0)]
            mean.readsPerPixel = 2 * reach + 1
            passes.append(mean)
        }
        var add = FilterPass(name: "local contrast", kernel: "local-contrast.glsl")
        add.inputs = [.entering, .previous]
        add.values = [SIMD4(Float(amount), 0, 0, 0)]
        return passes + [add]
    }
}
