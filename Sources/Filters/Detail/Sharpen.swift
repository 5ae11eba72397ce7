/// Adds the Laplacian of the luma.
struct Sharpen: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        guard values.number("amount") > 0 else { return [] }
        var pass = FilterPass(name: "sharpen", kernel: "sharpen.glsl")
        // Weights of 1 2 1 have a variance of half a pixel; on a smaller grid it is less.
        let scale = pointwiseMin(conditions.scale, .one)
        let side = scale * scale / 4
        pass.halo = SIMD2(1, 1)
        pass.values = [vector(2 * values.number("amount"), side.x, side.y)]
        pass.readsPerPixel = 9
        return [pass]
    }
}
