import Glibc

/// A mean along a line: first of a few samples close together, then of several such means.
struct MotionBlur: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        // Angles are counterclockwise; y points down.
        let angle = values.number("angle") * .pi / 180
        let line = conditions.scale * values.number("length") * SIMD2(cos(angle), -sin(angle))
        let length = (line * line).sum().squareRoot()
        guard length > 0.05 else { return [] }
        // Evenly spaced samples of evenly spaced means sample the whole line evenly: the sample counts multiply.
        let samples = max(2, 1.4 * length)
        let means = samples <= 8 ? 1 : samples.squareRoot().rounded(.up)
        let perMean = (samples / means).rounded(.up)
        var passes = [pass(line / means, samples: perMean)]
        if means > 1 { passes.append(pass(line, samples: means)) }
        return passes
    }

    private func pass(_ line: SIMD2<Double>, samples: Double) -> FilterPass {
        var pass = FilterPass(name: "motion blur", kernel: "motion-blur.glsl")
        pass.halo = (pointwiseMax(line, -line) / 2).ceiling &+ 1
        pass.values = [vector(line.x, line.y, samples)]
        pass.readsPerPixel = 4 * Int(samples)
        return pass
    }
}
