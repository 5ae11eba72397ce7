/// Removes the veil, which is estimated from the smooth part of the darkest channel.
struct Dehaze: MultiPassFilter {
    /// Size of the windows over which the veil is smooth, as a fraction of the picture's longer side.
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
        // Removing all haze would leave nothing to see, so a little is kept at a distance (He, section 4.3).
        dehaze.values = [vector(haze.x, haze.y, haze.z, amount > 0 ? 0.75 * amount : 1.25 * amount)]
        return passes + [dehaze]
    }
}
