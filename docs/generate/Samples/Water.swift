import Foundation

/// The lake: ripples that tilt the mirror, and the sun's path on them.
struct Water {
    private let scene: Landscape

    init(_ scene: Landscape) { self.scene = scene }

    /// The color of the water at a point in the picture, `z` meters away.
    func color(_ x: Float, _ y: Float, _ z: Float, _ toward: Color) -> Color {
        let lateral = toward.x * z
        let below = -toward.y
        let footprint = z * z / (Landscape.eye * scene.focal * 2)
        let (tilt, rough) = ripples(lateral, z, footprint)

        // A tilted mirror turns the sight line by twice its tilt.
        var seen = Color.zero
        let spread = max(rough, 0.0008)
        for (offset, weight) in Self.taps {
            let up = abs(below + 2 * (tilt.z + offset * spread))
            let aside = toward.x + 2 * (below + tilt.z) * tilt.x
            let column = aside * scene.focal + Float(scene.width) / 2
            seen += scene.mirror.sample(column, up * scene.focal) * weight
        }
        // The sun's own image is too small for the reflection picture: it is found by the tilt it needs.
        seen += glint(toward, below, tilt, spread)

        // Fresnel's law for water (index 1.33), after Schlick.
        let facing = min(1, max(0.001, (below + tilt.z) / toward.dot(toward).squareRoot()))
        let reflectance = 0.02 + 0.98 * pow(1 - facing, 5)
        let depth = Color(0.012, 0.040, 0.052)
        let shallow = Color(0.060, 0.055, 0.034)
        let bed = mix(shallow, depth, smoothstep(0, 26, z - 47 + 1.05 * (lateral + 17)))
        let color = seen * reflectance + bed * (1 - reflectance)
        return Sky.haze(color, toward.normalized, distance: z, height: 0, eye: Landscape.eye)
    }

    /// Five points of a Gaussian, in standard deviations, and their weights.
    private static let taps: [(Float, Float)] = [
        (-1.6, 0.10), (-0.75, 0.24), (0, 0.32), (0.75, 0.24), (1.6, 0.10),
    ]

    /// The slope of the surface at a position, and the standard deviation of slopes too fine to be seen.
    private func ripples(_ x: Float, _ z: Float, _ footprint: Float) -> (tilt: Color, rough: Float) {
        // Breaths of wind ruffle some stretches and leave others still.
        let breath = Noise.clouded(x / 160 + 3, z / 420, octaves: 4, seed: 131)
        let streak = Noise.clouded(x / 900 + 9, z / 150, octaves: 5, seed: 132)
        let wind =
            0.25 + 0.60 * smoothstep(-0.30, 0.45, breath)
            + 1.9 * smoothstep(0.10, 0.42, streak) * smoothstep(220, 700, z)
        var tilt = Color.zero
        var hidden: Float = 0
        var length: Float = 11
        var slope: Float = 0.0062
        var seed: UInt32 = 140
        while length > 0.12 {
            // Waves are visible while they are wider than a sample's footprint, which is elongated on the
            // water.
            let visible = smoothstep(0.7, 2.4, length / footprint)
            let strength = slope * wind
            if visible > 0 {
                let u = (x * 0.93 + z * 0.36) / (length * 1.7)
                let v = (z * 0.93 - x * 0.36) / length
                tilt.z += strength * visible * Noise.plane(u, v, seed: seed) * 1.7
                tilt.x += strength * visible * Noise.plane(u + 37, v + 11, seed: seed) * 1.1
            }
            hidden += strength * strength * (1 - visible) * 0.8
            length *= 0.56
            slope *= 1.03
            seed += 1
        }
        return (tilt, hidden.squareRoot())
    }

    private func glint(_ toward: Color, _ below: Float, _ tilt: Color, _ spread: Float) -> Color {
        let sun = Color(Sky.sun.x / Sky.sun.z, Sky.sun.y / Sky.sun.z, 1)
        let needed = (sun.y - below) / 2
        let miss = needed - tilt.z
        // Sideways the turn is twice the tilt times the angle of sight, so far water needs a wide tilt.
        let aside = (sun.x - toward.x) / (2 * max(0.004, below + needed)) - tilt.x
        let deviation = spread * spread + 0.0055 * 0.0055
        let bell = exp(-(miss * miss + aside * aside * 0.30) / (2 * deviation))
        return Color(15, 8.6, 3.4) * bell
    }
}
