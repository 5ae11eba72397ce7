import Foundation

/// The evening sky: a gradient as scattering paints it, the low sun, clouds and haze.
enum Sky {
    /// Toward the visible sun: low, right of the middle.
    static let sun = Color(0.1900, 0.1150, 1).normalized

    /// The angle to the sun in radians.
    @inline(__always)
    static func angleToSun(_ direction: Color) -> Float {
        // The chord is exact where the arc cosine of a product near 1 is not.
        let chord = direction - sun
        return 2 * asin(min(1, chord.dot(chord).squareRoot() / 2))
    }

    /// The clear sky without the sun's disc.
    static func clear(_ direction: Color) -> Color {
        let elevation = max(0, direction.y)
        let angle = angleToSun(direction)
        let towardSun = exp(-angle * 1.9)
        let horizon = mix(Color(0.62, 0.42, 0.44), Color(1.05, 0.45, 0.13), towardSun)
        let low = mix(Color(0.46, 0.39, 0.52), Color(0.84, 0.45, 0.22), towardSun)
        let middle = mix(Color(0.17, 0.27, 0.50), Color(0.36, 0.37, 0.50), towardSun)
        let zenith = Color(0.045, 0.115, 0.31)
        var color = mix(horizon, low, smoothstep(0, 0.075, elevation))
        color = mix(color, middle, smoothstep(0.03, 0.22, elevation))
        color = mix(color, zenith, smoothstep(0.12, 0.52, elevation))
        return color + glow(angle)
    }

    /// The light that haze scatters around the sun.
    @inline(__always)
    static func glow(_ angle: Float) -> Color {
        Color(1.25, 0.52, 0.14) * (0.50 * exp(-angle * 7)) + Color(1.7, 0.88, 0.32) * (1.4 * exp(-angle * 30))
    }

    /// The sun's disc, its edge softened over a few minutes of arc.
    @inline(__always)
    static func disc(_ direction: Color) -> Color {
        let angle = angleToSun(direction)
        return Color(60, 44, 24) * smoothstep(0.0074, 0.0052, angle)
    }

    /// Applies the effect of the air between the eye and a point `distance` meters away to its color.
    static func haze(_ color: Color, _ direction: Color, distance: Float, height: Float, eye: Float) -> Color
    {
        let angle = angleToSun(direction)
        let towardSun = exp(-angle * 5.5)
        let air = mix(Color(0.235, 0.30, 0.50), Color(1.15, 0.62, 0.30), towardSun)
        let depth = Color(1 / 66_000, 1 / 50_000, 1 / 32_000) * distance
        // Mist lies in the valley: its density falls by e every 130 m of height.
        let scale: Float = 130
        let slant = (height - eye) / max(distance, 1)
        let mist: Float =
            abs(slant) < 1e-4
            ? exp(-eye / scale) * distance
            : (exp(-eye / scale) - exp(-height / scale)) * scale / slant
        let opacity = depth + Color(repeating: mist * 0.000036)
        let clear = Color(exp(-opacity.x), exp(-opacity.y), exp(-opacity.z))
        let glare = glow(angle) * 0.45
        let seen = color * clear + (air + glare) * (Color(repeating: 1) - clear)
        // A thin bank of mist hovers over the far water.
        let position = direction * distance
        let drift = 0.62 + 0.75 * Noise.clouded(position.x / 420, position.z / 900, octaves: 4, seed: 75)
        let bank = smoothstep(1150, 2900, distance) * exp(-max(0, height) / 24) * max(0, drift) * 0.55
        return mix(seen, mix(Color(0.34, 0.37, 0.53), Color(1.35, 0.80, 0.44), towardSun), min(0.9, bank))
    }
}

/// Clouds: heaps marched as a volume, and thin streaks far above them.
enum Clouds {
    private static let floor: Float = 2300
    private static let ceiling: Float = 3900
    private static let steps = 64

    /// The clouds' light and the fraction of the sky behind that shows through, for an upward direction.
    static func seen(_ direction: Color, grain: Float) -> (light: Color, clear: Float) {
        guard direction.y > 0.012 else { return (.zero, 1) }
        var light = Color.zero
        var clear: Float = 1
        let start = floor / direction.y
        let end = min(ceiling / direction.y, start + 26_000)
        guard start < 62_000 else { return (.zero, 1) }
        let step = (end - start) / Float(steps)
        let angle = Sky.angleToSun(direction)
        // The sun has found a gap.
        let offCenter = (direction - Sky.sun) / Color(0.085, 0.055, 1)
        let opening = 0.75 * exp(-(offCenter * offCenter * Color(1, 1, 0)).sum())
        // Drops throw light forward: a bright lobe around the sun over an even part.
        let forward = 0.30 + 1.3 * exp(-angle * 5.5) + 2.4 * exp(-angle * 15)
        let sunlight = Color(2.0, 0.90, 0.34) * forward
        var travelled = start + step * grain
        while travelled < end && clear > 0.015 {
            let position = direction * travelled
            let thickness = density(position, octaves: 6, opening: opening)
            if thickness > 0.01 {
                let shade = shadow(position, opening: opening)
                let rise = (position.y - floor) / (ceiling - floor)
                let skylight = mix(Color(0.165, 0.165, 0.275), Color(0.27, 0.30, 0.47), rise)
                // Twice-scattered light keeps thick parts from going black.
                let sunPart = sunlight * (0.80 * exp(-shade * 1.05) + 0.20 * exp(-shade * 0.24))
                let opacity = 1 - exp(-thickness * step * 0.0058)
                light += (sunPart + skylight) * (clear * opacity)
                clear *= 1 - opacity
            }
            travelled += step
        }
        // Far clouds sink into the air's color.
        let fade = exp(-start / 34_000)
        let air = Sky.clear(Color(direction.x, max(0.02, direction.y), direction.z).normalized)
        return (light * fade + air * ((1 - clear) * (1 - fade)), clear)
    }

    /// High streaks of ice, thin enough to be a sheet.
    static func streaks(_ direction: Color) -> (light: Color, opacity: Float) {
        guard direction.y > 0.02 else { return (.zero, 0) }
        let x = direction.x / direction.y * 8.5
        let z = direction.z / direction.y * 8.5
        // Combed along one wind, which wavers.
        let along = 0.86 * x + 0.51 * z
        let across = -0.51 * x + 0.86 * z + 2.2 * Noise.clouded(x / 17, z / 17, octaves: 3, seed: 71)
        let comb = Noise.clouded(along / 15, across / 3.1, octaves: 7, gain: 0.56, seed: 72)
        let patches = Noise.clouded(x / 26, z / 26, octaves: 3, seed: 73)
        let opacity =
            smoothstep(-0.08, 0.85, comb * 0.9 + patches * 0.8) * smoothstep(0.02, 0.12, direction.y)
        let angle = Sky.angleToSun(direction)
        let light = mix(Color(0.66, 0.46, 0.50), Color(1.5, 0.80, 0.38), exp(-angle * 2.6))
        return (light, opacity * 0.62)
    }

    /// The amount of cloud between here and the sun.
    private static func shadow(_ position: Color, opening: Float) -> Float {
        var sum: Float = 0
        var step: Float = 90
        var point = position
        for _ in 0..<5 {
            point += Sky.sun * step + Color(0, step * 0.22, 0)
            sum += density(point, octaves: 3, opening: opening) * step
            step *= 1.75
        }
        return sum * 0.0040
    }

    private static func density(_ position: Color, octaves: Int, opening: Float) -> Float {
        let rise = (position.y - floor) / (ceiling - floor)
        guard rise > 0 && rise < 1 else { return 0 }
        let profile = smoothstep(0, 0.12, rise) * (1 - rise * rise)
        let cover = Noise.plane(position.x / 7400 + 3.1, position.z / 9800 + 1.7, seed: 81)
        let base = 0.62 * profile + 0.55 * cover - 0.60 - opening
        guard base > -0.5 else { return 0 }
        var sum: Float = 0
        var strength: Float = 0.5
        var point = position / Color(1500, 1050, 1500)
        for octave in 0..<octaves {
            sum += strength * Noise.space(point.x, point.y, point.z, seed: 90 &+ UInt32(octave))
            strength *= 0.52
            point = point * 2.13 + Color(3.7, 1.9, 7.3)
        }
        return max(0, min(1, (base + sum * 0.9) * 3.0))
    }
}
