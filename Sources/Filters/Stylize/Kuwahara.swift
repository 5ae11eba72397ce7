/// The mean of the four squares that have a corner at the pixel, dominated by the square with the least
/// variance.
///
/// The squares begin either at the pixel or a square's width before it, so neighboring pixels share them and
/// each square is computed once.
struct Kuwahara: MultiPassFilter {
    private static let outputsPerInvocation = 8

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        // The squares' width, not counting the pixel itself.
        let reach = SIMD2<Int>((conditions.scale * values.number("radius")).rounded(.toNearestOrAwayFromZero))
        guard reach.max() > 0 else { return [] }
        var paint = FilterPass(name: "kuwahara", kernel: "kuwahara/kuwahara.glsl")
        paint.inputs = [.pass(1), .pass(3)]
        paint.footprint = .around(halo: reach)
        paint.uniforms = ["reach": .ivec2(reach)]
        paint.readsPerPixel = 8
        return [
            sum(0, of: 1, reach: reach), sum(1, of: 0, reach: reach),
            sum(0, of: 2, reach: reach), sum(1, of: 0, reach: reach), paint,
        ]
    }

    private func sum(_ axis: Int, of kind: Int, reach: SIMD2<Int>) -> FilterPass {
        var pass = FilterPass(
            name: "kuwahara, \(axis == 0 ? "rows" : "columns")", kernel: "kuwahara/kuwahara-sum.glsl")
        pass.constants = ["AXIS": axis, "OF": kind, "OUTPUTS": Self.outputsPerInvocation]
        if axis == 0 { pass.inputs = [.entering] }
        // The first pixel of a running sum can be up to this many pixels before the result's pixel.
        pass.footprint = .around(reach[axis] + Self.outputsPerInvocation, along: axis)
        pass.pixelsPerInvocation[axis] = Self.outputsPerInvocation
        pass.uniforms = ["reach": .int(reach[axis])]
        pass.readsPerPixel = 2 + reach[axis] / Self.outputsPerInvocation
        return pass
    }
}
