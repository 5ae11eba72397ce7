/// The mean of the calmest square beside each pixel.
///
/// The four squares at a pixel are those that begin at it, and a square's width before it: so each is made once.
struct Kuwahara: MultiPassFilter {
    private static let outputsPerInvocation = 8

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        Self.passes(radius: values.number("radius"), conditions: conditions)
    }

    /// - Parameter radius: the squares' width without the pixel, in pixels of the picture.
    static func passes(radius: Double, conditions: PassConditions) -> [FilterPass] {
        let reach = SIMD2<Int>((conditions.scale * radius).rounded(.toNearestOrAwayFromZero))
        guard reach.max() > 0 else { return [] }
        var paint = FilterPass(name: "kuwahara", kernel: "kuwahara/kuwahara.glsl")
        paint.inputs = [.pass(1), .pass(3)]
        paint.halo = reach
        paint.values = [vector(Double(reach.x), Double(reach.y))]
        paint.readsPerPixel = 8
        return [
            sum(0, of: 1, reach: reach), sum(1, of: 0, reach: reach),
            sum(0, of: 2, reach: reach), sum(1, of: 0, reach: reach), paint,
        ]
    }

    private static func sum(_ axis: Int, of kind: Int, reach: SIMD2<Int>) -> FilterPass {
        var pass = FilterPass(
            name: "kuwahara, \(axis == 0 ? "rows" : "columns")", kernel: "kuwahara/kuwahara-sum.glsl")
        pass.constants = ["AXIS": axis, "OF": kind, "OUTPUTS": outputsPerInvocation]
        if axis == 0 { pass.inputs = [.entering] }
        // A running sum begins up to so many pixels early.
        pass.halo[axis] = reach[axis] + outputsPerInvocation
        pass.pixelsPerInvocation[axis] = outputsPerInvocation
        pass.values = [vector(Double(reach[axis]))]
        pass.readsPerPixel = 2 + reach[axis] / outputsPerInvocation
        return pass
    }
}
