import Glibc

/// Blurs of three radii, mixed by the distance from a band.
struct TiltShift: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let radius = values.number("radius")
        guard radius > 0 else { return [] }
        var passes: [FilterPass] = []
        let blurs = [0.25, 0.5, 1].map { part in
            passes.appendBlur(of: .entering, radius: part * radius, conditions: conditions)
        }
        guard !passes.isEmpty else { return [] }
        let size = SIMD2<Double>(conditions.entering.size)
        let center = values.point("center") * size
        // Angles are counterclockwise; y points down.
        let angle = values.number("angle") * .pi / 180
        var tilt = FilterPass(name: "tilt-shift", kernel: "tilt-shift.glsl")
        tilt.inputs = [.entering] + blurs
        tilt.values = [
            vector(center.x, center.y, sin(angle), cos(angle)),
            vector(values.number("width") / 2 * size.y, values.number("feather") * size.y),
        ]
        tilt.readsPerPixel = 4
        return passes + [tilt]
    }
}
