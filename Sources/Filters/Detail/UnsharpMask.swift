/// Adds what a gaussian blur takes away.
struct UnsharpMask: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        guard values.number("amount") > 0 else { return [] }
        var passes: [FilterPass] = []
        let blurred = passes.appendBlur(
            of: .entering, radius: values.number("radius"), conditions: conditions)
        guard !passes.isEmpty else { return [] }
        var sharpen = FilterPass(name: "unsharp mask", kernel: "unsharp-mask.glsl")
        sharpen.inputs = [.entering, blurred]
        sharpen.values = [vector(values.number("amount"), values.number("threshold"))]
        return passes + [sharpen]
    }
}
