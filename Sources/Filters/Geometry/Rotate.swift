@preconcurrency import Glibc

/// Rotates the picture clockwise, by quarter turns and by an angle that straightens it.
///
/// After straightening, the result is the largest rectangle with the picture's proportions and no empty
/// corners.
package struct Rotate: GeometryFilter {
    package init() {}

    package func size(values: [String: ParameterValue], entering size: SIMD2<Int>) -> SIMD2<Int> {
        let angle = angle(values)
        var result = size
        if angle != 0 {
            // A w×h rectangle, rotated, is w cos + h sin wide and w sin + h cos high; this must fit the
            // picture.
            let (width, height) = (Double(size.x), Double(size.y))
            let (sine, cosine) = (abs(sin(angle)), cos(angle))
            let factor = min(
                width / (width * cosine + height * sine), height / (width * sine + height * cosine))
            result = SIMD2(max(1, Int(width * factor)), max(1, Int(height * factor)))
        }
        return turns(values) % 2 == 0 ? result : SIMD2(result.y, result.x)
    }

    package func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double> {
        turns(values) % 2 == 0 ? scale : SIMD2(scale.y, scale.x)
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        let (entering, leaving) = (conditions.entering, conditions.leaving)
        // The inverse map, from the result to the input, around their centers, in picture pixels.
        let angle = angle(values)
        let (sine, cosine) = (sin(angle), cos(angle))
        let quarters: [(x: SIMD2<Double>, y: SIMD2<Double>)] = [
            (SIMD2(1, 0), SIMD2(0, 1)), (SIMD2(0, -1), SIMD2(1, 0)), (SIMD2(-1, 0), SIMD2(0, -1)),
            (SIMD2(0, 1), SIMD2(-1, 0)),
        ]
        let quarter = quarters[turns(values)]
        func straightened(_ vector: SIMD2<Double>) -> SIMD2<Double> {
            SIMD2(cosine * vector.x + sine * vector.y, cosine * vector.y - sine * vector.x)
        }
        var map = ProjectiveMap(
            x: straightened(quarter.x) * entering.scale / leaving.scale.x,
            y: straightened(quarter.y) * entering.scale / leaving.scale.y)
        map.offset = SIMD2<Double>(entering.grid) / 2 - map(SIMD2<Double>(leaving.grid) / 2)
        return [TransformPass.make(name: "rotate", map: map)]
    }

    private func turns(_ values: [String: ParameterValue]) -> Int { Int(values.number("turns")) & 3 }

    /// In radians.
    private func angle(_ values: [String: ParameterValue]) -> Double { values.number("angle") * .pi / 180 }
}
