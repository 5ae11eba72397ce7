import Glibc

/// Turns the picture around a point.
struct Swirl: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let angle = values.number("angle") * .pi / 180
        guard angle != 0 else { return [] }
        // A place and where it comes from are as far from the center: a chord of the angle.
        let warp = RoundWarp(name: "swirl", values: values, conditions: conditions)
        return [
            // A turn that changes with the distance shears; 4 ρ² (1 - ρ²) is 1 at most.
            warp.pass(strength: angle, stretch: 1 + abs(angle)) { distance, weight in
                2 * distance * sin(min(abs(angle) * weight, .pi) / 2)
            }
        ]
    }
}

/// Magnifies or pinches the picture around a point.
struct Bulge: MultiPassFilter {
    /// Of an amount of 1: at the center the picture is five times as large.
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

/// What warps within a circle have in common.
private struct RoundWarp {
    let name: String
    let values: [String: ParameterValue]
    let conditions: PassConditions

    /// - Parameters:
    ///   - stretch: how many pixels of the picture a pixel of the result covers in one direction at most.
    ///   - displacement: how far a place is moved, by its distance from the center and (1 - distance²)², both
    ///     as parts of the radius.
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
        // The cubic reads two pixels further, samples of a footprint half of it; the steps above may miss the farthest
        // by a little.
        pass.halo = (conditions.scale * (radius * 1.001 * (farthest ?? 0)) + stretch / 2).ceiling &+ 3
        pass.values = [vector(center.x, center.y, radius, strength), vector(stretch.rounded(.up) + 1)]
        pass.readsPerPixel = 20 * Int(stretch)
        return pass
    }
}
