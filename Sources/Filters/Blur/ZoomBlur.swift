import Glibc

/// The mean of the picture at several scales, computed in up to three steps: applying scalings one after
/// another multiplies the factors, so their logarithms add up. The first step averages every pixel along a
/// short piece of the ray, each later step a few of those means.
struct ZoomBlur: MultiPassFilter {
    /// The logarithm of the ratio of the largest to the smallest scale, at an amount of 1.
    private static let widest = 0.5

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let amount = values.number("amount")
        guard amount > 0 else { return [] }
        let grid = SIMD2<Double>(conditions.entering.grid)
        let center = values.point("center") * grid
        let farthest = pointwiseMax(center, grid - center)
        let range = Self.widest * amount
        // Each pixel along the ray takes two reads, and the average ray is half as long as the longest. Each
        // mean of a later step takes four reads.
        let longest = range * (farthest * farthest).sum().squareRoot()
        let steps = longest <= 15 ? 1 : longest <= 150 ? 2 : 3
        let means = steps == 1 ? 1 : pow(longest / 4, 1 / Double(steps)).rounded(.up)
        return (0..<steps).reversed().map { step in
            let share = range / pow(means, Double(step))
            let isFirst = step == steps - 1
            var pass = FilterPass(name: "zoom blur", kernel: "zoom-blur.glsl")
            pass.footprint = .scaled(center: center, factor: exp(share / 2), halo: SIMD2(2, 2))
            pass.uniforms = [
                "center": .vec2(center), "range": .float(share), "samples": .int(isFirst ? 0 : Int(means)),
                "wholeRange": .float(range),
            ]
            pass.readsPerPixel = isFirst ? Int(longest / pow(means, Double(step))) + 2 : 4 * Int(means)
            return pass
        }
    }
}
