/// The passes of a self-guided filter: a smooth base of the picture that keeps strong edges, so that adjustments based
/// on it leave no halos (He, Sun and Tang, “Guided image filtering”, 2010, with gaussian windows).
struct EdgeAwareBase {
    /// The value that the base smooths.
    enum Measure: Int {
        case luma = 0
        case darkest = 1
    }

    let measure: Measure
    /// Twice the windows' standard deviation, in pixels of the picture.
    let radius: Double
    /// The variance from which an edge is kept.
    let epsilon: Double

    /// Adds the passes that compute, from `.entering`, the lines that `base` in `include/local.glsl` uses.
    func append(to passes: inout [FilterPass], name: String, conditions: PassConditions) -> FilterPass.Input {
        var moments = FilterPass(name: "\(name), moments", kernel: "edge-aware-base/local-moments.glsl")
        moments.constants = ["MEASURE": measure.rawValue]
        moments.inputs = [.entering]
        let means = passes.appendBlur(
            of: passes.appendPass(moments), radius: radius, conditions: conditions)
        var line = FilterPass(name: "\(name), lines", kernel: "edge-aware-base/local-line.glsl")
        line.inputs = [means]
        line.values = [vector(epsilon)]
        return passes.appendBlur(of: passes.appendPass(line), radius: radius, conditions: conditions)
    }
}
