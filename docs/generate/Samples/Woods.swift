import Foundation

/// The vegetation close to the eye, needle by needle: the conifers that frame the picture and the grass below
/// them.
struct Woods {
    private let scene: Landscape
    private let scale: Float

    init(_ scene: Landscape) {
        self.scene = scene
        scale = Float(scene.width) / Float(Landscape.size.width)
    }

    /// Draws over the finished landscape, back to front.
    func plant(on picture: Canvas) {
        let brush = Brush(canvas: picture)
        // Foot and height in pixels of the whole picture.
        let trees: [(x: Float, foot: Float, height: Float, shade: Float)] = [
            (338, 1718, 560, 0.65), (250, 1742, 820, 0.5), (392, 1730, 300, 0.8), (120, 1790, 1190, 0.2),
            (-40, 1850, 1420, 0), (2925, 2120, 1010, 0.3), (3010, 2180, 1420, 0),
        ]
        for (index, tree) in trees.enumerated() {
            conifer(
                brush, foot: SIMD2(tree.x, tree.foot) * scale, height: tree.height * scale,
                distance: tree.shade, seed: 300 + UInt32(index))
        }
        grass(brush)
    }

    private func conifer(
        _ brush: Brush, foot: SIMD2<Float>, height: Float, distance: Float, seed: UInt32
    ) {
        var chance = Chance(seed: seed)
        let lean = chance.between(-0.012, 0.012) * height
        func trunk(_ up: Float) -> SIMD2<Float> { foot + SIMD2(lean * up * up, -height * up) }
        let bark = Color(0.030, 0.022, 0.018)
        for piece in 0..<24 {
            let low = Float(piece) / 24
            let high = Float(piece + 1) / 24
            let thick = height * 0.019
            brush.stroke(
                from: trunk(low), to: trunk(high),
                widths: (thick * (1 - low) + 0.6, thick * (1 - high) + 0.6), color: bark)
        }
        // Boughs, those behind the trunk first.
        struct Bough {
            let up, turn, length: Float
        }
        var boughs: [Bough] = []
        let tiers = Int(34 + height / scale / 22)
        for tier in 0..<tiers {
            let down = (Float(tier) + chance.between(-0.3, 0.3)) / Float(tiers)
            guard down > 0.012 && down < 0.90 else { continue }
            for _ in 0..<(down < 0.15 ? 4 : 7) {
                let length = height * (0.012 + 0.185 * pow(down, 0.82)) * chance.between(0.55, 1.12)
                boughs.append(Bough(up: 1 - down, turn: chance.between(0, 2 * .pi), length: length))
            }
        }
        boughs.sort { sin($0.turn) < sin($1.turn) }
        for bough in boughs {
            draw(bough: (bough.up, bough.turn, bough.length), from: trunk(bough.up), brush, distance, &chance)
        }
    }

    /// One bough: it leaves the trunk level, sinks under its weight, and lifts its tip.
    private func draw(
        bough: (up: Float, turn: Float, length: Float), from root: SIMD2<Float>, _ brush: Brush,
        _ distance: Float, _ chance: inout Chance
    ) {
        let aside = cos(bough.turn)
        let toward = sin(bough.turn)
        let sink =
            bough.length * mix(-0.30, 0.42, min(1, (1 - bough.up) * 1.7)) + toward * bough.length * 0.20
        let bend = root + SIMD2(aside * bough.length * 0.5, sink * 0.75)
        let tip = root + SIMD2(aside * bough.length, sink * 0.85)
        // The low sun comes from the right and from behind: it rims whatever sticks out there.
        let lit = smoothstep(-0.1, 1, aside) * 0.75 + 0.10
        let dark =
            mix(Color(0.0085, 0.0125, 0.0085), Color(0.050, 0.046, 0.040), distance * 0.55)
            * (toward > 0 ? 1.35 : 0.8)
        let gold = Color(0.42, 0.225, 0.062)
        brush.curve(
            from: root, bend: bend, to: tip, widths: (2.6 * scale + 0.3, 0.8 * scale + 0.2), pieces: 6
        ) { _ in dark }

        let needle = max(7 * scale, min(bough.length * 0.26, 21 * scale))
        let twigs = max(5, Int(bough.length / (3.1 * scale)))
        for twig in 0..<twigs {
            let t = (Float(twig) + chance.unit()) / Float(twigs)
            let position = root * ((1 - t) * (1 - t)) + bend * (2 * t * (1 - t)) + tip * (t * t)
            let side: Float = twig % 2 == 0 ? 1 : -1
            let length = needle * (1.1 - 0.6 * t) * chance.between(0.6, 1.2)
            let swing = SIMD2(
                aside * 0.5 + chance.between(-0.55, 0.55), side * 0.2 + chance.between(0.15, 0.85))
            let end = position + swing * length
            let shine = lit * lit * t * t * t * chance.unit() * chance.unit()
            let color = mix(dark, gold, min(1, shine * 1.25)) * chance.between(0.75, 1.25)
            brush.stroke(
                from: position, to: end, widths: (2.3 * scale, 0.9 * scale), color: color)
        }
    }

    private func grass(_ brush: Brush) {
        var chance = Chance(seed: 400)
        struct Blade {
            let x, z: Float
        }
        var blades: [Blade] = []
        for _ in 0..<90_000 {
            let z = 19 + 62 * chance.unit() * chance.unit()
            let x = chance.between(-0.56, 0.10) * z
            let clump = Noise.clouded(x / 3.2, z / 3.2, octaves: 3, seed: 401)
            if chance.unit() < smoothstep(-0.5, 0.15, clump) { blades.append(Blade(x: x, z: z)) }
        }
        blades.sort { $0.z > $1.z }
        for blade in blades {
            let ground = scene.terrain.height(blade.x, blade.z, detail: 0.05)
            guard ground > 0.30 else { continue }
            let pixels = scene.focal / blade.z
            let foot = SIMD2(
                Float(scene.width) / 2 + blade.x * pixels,
                scene.horizon + (Landscape.eye - ground) * pixels)
            let clump = 0.7 + 0.6 * Noise.plane(blade.x / 5, blade.z / 5, seed: 402)
            let tall = chance.between(0.30, 0.95) * pixels * clump * smoothstep(0.25, 0.7, ground)
            guard tall > 2 * scale else { continue }
            let blow = chance.between(-0.35, 0.55)
            let hue = chance.unit()
            let base = mix(Color(0.009, 0.015, 0.006), Color(0.020, 0.019, 0.008), hue)
            let tint = Noise.clouded(blade.x / 9, blade.z / 9, octaves: 3, seed: 403)
            // Light from behind shines through the tips.
            let top =
                mix(Color(0.085, 0.090, 0.022), Color(0.30, 0.185, 0.055), hue * hue)
                * (chance.between(0.2, 0.9) * (0.75 + 0.9 * tint))
            brush.curve(
                from: foot, bend: foot + SIMD2(blow * tall * 0.15, -tall * 0.6),
                to: foot + SIMD2(blow * tall, -tall),
                widths: (0.022 * pixels * chance.between(0.6, 1.2) + 0.3 * scale, 0.5 * scale), pieces: 4
            ) { t in mix(base, top, t * t) }
        }
    }
}
