import Glibc

/// A mean of sizes, in up to three steps: sizes of sizes multiply, so that their logarithms add.
struct ZoomBlur: MultiPassFilter {
    /// The logarithm of the largest size over the smallest at an amount of 1.
    private static let widest = 0.5

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let amount = values.number("amount")
        guard amount > 0 else { return [] }
        let grid = SIMD2<Double>(conditions.entering.grid)
        let center = values.point("center") * grid
        let farthest = pointwiseMax(center, grid - center)
        let range = Self.widest * amount
        let samples = max(2, 1.4 * range * (farthest * farthest).sum().squareRoot())
        let steps = samples <= 8 ? 1 : samples <= 100 ? 2 : 3
        let perStep = pow(samples, 1 / Double(steps)).rounded(.up)
        return (0..<steps).reversed().map { step in
            let share = range / pow(perStep, Double(step))
            var pass = FilterPass(name: "zoom blur", kernel: "zoom-blur.glsl")
            pass.halo = (farthest * (exp(share / 2) - 1)).ceiling &+ 2
            pass.values = [vector(center.x, center.y, share, perStep)]
            pass.readsPerPixel = 4 * Int(perStep)
            return pass
        }
    }
}
