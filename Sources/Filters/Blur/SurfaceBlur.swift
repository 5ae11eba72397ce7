import Glibc

/// A bilateral filter.
struct SurfaceBlur: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let radius = conditions.scale * values.number("radius")
        guard radius.min() > 0.2 else { return [] }
        var pass = FilterPass(name: "surface blur", kernel: "surface-blur.glsl")
        pass.halo = radius.ceiling
        // exp(-d² / 2σ²) as a power of 2.
        func factor(_ deviation: Double) -> Double { -log2(exp(1)) / (2 * deviation * deviation) }
        pass.values = [
            vector(Double(pass.halo.x), Double(pass.halo.y), factor(radius.x / 2), factor(radius.y / 2)),
            vector(factor(values.number("threshold"))),
        ]
        pass.readsPerPixel = 2 * (2 * pass.halo.x + 1) * (2 * pass.halo.y + 1)
        return [pass]
    }
}
