import Glibc

/// Rotates the picture around a point.
struct Swirl: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let angle = values.number("angle") * .pi / 180
        guard angle != 0 else { return [] }
        // A point and its source are at the same distance from the center, so the displacement is the chord
        // of the angle.
        let warp = RoundWarp(name: "swirl", values: values, conditions: conditions)
        return [
            // A rotation that varies with the distance also shears; 4 ρ² (1 - ρ²) is at most 1.
            warp.pass(strength: angle, stretch: 1 + abs(angle)) { distance, weight in
                2 * distance * sin(min(abs(angle) * weight, .pi) / 2)
            }
        ]
    }
}

/// Magnifies or pinches the picture around a point.
struct Bulge: MultiPassFilter {
    /// The strength at an amount of 1: the center is magnified five times.
    private static let strongest = 0.8

    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let amount = Self.strongest * values.number("amount")
        guard amount != 0 else { return [] }
        let warp = RoundWarp(name: "bulge", values: values, conditions: conditions)
        return [
            warp.pass(strength: amount, stretch: 2) { distance, weight in abs(amount) * weight * distance }
        ]
    }
}

/// The common implementation of warps within a circle.
private struct RoundWarp {
    let name: String
    let values: [String: ParameterValue]
    let conditions: PassConditions

    /// - Parameters:
    ///   - stretch: the maximum number of picture pixels that a pixel of the result covers in one direction.
    ///   - displacement: how far a point moves, as a function of its distance from the center and of the
    ///     weight (1 - distance²)²; both distances are fractions of the radius.
    func pass(
        strength: Double, stretch: Double, displacement: (_ distance: Double, _ weight: Double) -> Double
    ) -> FilterPass {
        let size = SIMD2<Double>(conditions.entering.size)
        let center = values.point("center") * size
        let radius = values.number("radius") * size.max()
        let steps = 256
        let farthest = (0...steps).map { step in
            let distance = Double(step) / Double(steps)
            let inside = 1 - distance * distance
            return displacement(distance, inside * inside)
        }.max()
        var pass = FilterPass(name: name, kernel: "\(name).glsl")
        // The cubic kernel reads two more pixels, and the samples within a pixel's footprint reach half the
        // stretch; the steps above may slightly miss the farthest point.
        let halo = (conditions.scale * (radius * 1.001 * (farthest ?? 0)) + stretch / 2).ceiling &+ 3
        pass.footprint = .around(halo: halo)
        pass.uniforms = [
            "center": .vec2(center), "radius": .float(radius), "strength": .float(strength),
            "samples": .int(Int(stretch.rounded(.up)) + 1),
        ]
        pass.readsPerPixel = 20 * Int(stretch)
        return pass
    }
}
