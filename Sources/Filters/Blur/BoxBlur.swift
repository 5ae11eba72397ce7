/// Box blur: means along x and along y.
struct BoxBlur: MultiPassFilter {
    private static let outputsPerInvocation = 8

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        // The box is 2 × radius + 1 picture pixels wide. An axis on which that is at most one grid pixel is
        // skipped.
        let width = conditions.scale * (2 * values.number("radius") + 1)
        let axes = values.number("radius") > 0 ? [0, 1].filter { width[$0] > 1 } : []
        return axes.map { axis in
            let reach = ((width[axis] - 1) / 2).rounded(.down)
            var pass = FilterPass(
                name: "box blur, \(axis == 0 ? "rows" : "columns")", kernel: "box-blur.glsl")
            pass.constants = [
                "AXIS": axis, "OUTPUTS": Self.outputsPerInvocation, "PREMULTIPLY": axis == axes[0] ? 1 : 0,
                "UNPREMULTIPLY": axis == axes[axes.count - 1] ? 1 : 0,
            ]
            // The first pixel of a running sum can be up to this many pixels before the result's pixel.
            pass.footprint = .around(Int(reach) + Self.outputsPerInvocation, along: axis)
            pass.pixelsPerInvocation[axis] = Self.outputsPerInvocation
            pass.uniforms = [
                "reach": .int(Int(reach)), "part": .float((width[axis] - 1) / 2 - reach),
                "weight": .float(1 / width[axis]),
            ]
            pass.readsPerPixel = 2 + 2 * Int(reach) / Self.outputsPerInvocation
            return pass
        }
    }
}
