/// Takes away the veil that the smooth part of the darkest channel tells of.
struct Dehaze: MultiPassFilter {
    /// The windows that the veil is smooth over, as a part of the picture's longer side.
    private static let window = 0.03

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let amount = values.number("amount")
        guard amount != 0 else { return [] }
        var passes: [FilterPass] = []
        let longest = Double(conditions.entering.size.max())
        let base = EdgeAwareBase(measure: .darkest, radius: Self.window * longest, epsilon: 0.005)
        let lines = base.append(to: &passes, name: "dehaze", conditions: conditions)
        var dehaze = FilterPass(name: "dehaze", kernel: "dehaze.glsl")
        dehaze.constants = ["MEASURE": 1]
        dehaze.inputs = [.entering, lines]
        let haze = values.color("haze")
        // Where all was taken nothing would be left to see: a little haze is left at distances (He, section 4.3).
        dehaze.values = [vector(haze.x, haze.y, haze.z, amount > 0 ? 0.75 * amount : 1.25 * amount)]
        return passes + [dehaze]
    }
}
