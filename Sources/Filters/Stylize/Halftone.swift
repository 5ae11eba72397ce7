import Glibc

/// Halftone screens, applied to the picture after a blur that matches the dots' spacing.
struct Halftone: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let size = values.number("size")
        // Angles are counterclockwise, and y points down.
        let angle = -values.number("angle") * .pi / 180
        let softening = GaussianBlur().passes(values: ["radius": .number(size / 2)], conditions: conditions)
        var screen = FilterPass(name: "halftone", kernel: "halftone.glsl")
        screen.constants = ["INKS": values.choice("inks") == "process" ? 1 : 0]
        // Dots closer together than two grid pixels are rendered as the tone they represent.
        let spacing = size * conditions.scale.min()
        let seen = min(max((spacing - 2) / 1.5, 0), 1)
        let screens = Self.turns.flatMap { turn in
            Self.screen(angle + turn * .pi / 180, size: size, seen: seen, samples: 3 * conditions.scale)
        }
        screen.uniforms = ["screens": .vec4s(screens)]
        screen.data = Self.thresholds
        screen.readsPerPixel = 40
        return softening + [screen]
    }

    /// The screen angles of black, cyan, magenta and yellow relative to black's, in degrees.
    private static let turns = [0.0, -30, 30, -45]

    /// - Parameter samples: the number of sample positions of a screen per picture pixel, in x and y.
    private static func screen(
        _ angle: Double, size: Double, seen: Double, samples: SIMD2<Double>
    ) -> [SIMD4<Float>] {
        let (direction, pitch) = (SIMD2(cos(angle), sin(angle)), 2 * .pi / size)
        let alongX = pitch * direction / samples
        let alongY = pitch * SIMD2(-direction.y, direction.x) / samples
        func turns(_ angles: SIMD2<Double>) -> SIMD4<Float> {
            vector(cos(angles.x), sin(angles.x), cos(angles.y), sin(angles.y))
        }
        return [vector(direction.x, direction.y, pitch, seen), turns(alongX), turns(alongY)]
    }

    /// The share of a cell where 1/2 + (cos x + cos y) / 4 exceeds 1 - i / 255, for i from 0 to 255.
    private static let thresholds: [Float] = {
        let samples = 2048
        let steps = 255
        return (0...steps).map { step in
            let least = 4 * (0.5 - Double(step) / Double(steps))
            // For each x: the distance from 0 up to which cos y is at least the remainder.
            let sum = (0..<samples).reduce(0) {
                let missing = least - cos(.pi * (Double($1) + 0.5) / Double(samples))
                return $0 + acos(min(max(missing, -1), 1)) / .pi
            }
            return Float(sum / Double(samples))
        }
    }()
}
