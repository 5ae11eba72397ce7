import Foundation

/// The conifers on the headlands: near enough to have boughs, too many to have needles.
struct Treeline {
    private struct Tree {
        let x, z, ground, tall: Float
        let seed: UInt32
    }

    private let scene: Landscape
    private let trees: [Tree]

    init(_ scene: Landscape) {
        self.scene = scene
        let cell: Float = 6.5
        var trees: [Tree] = []
        for row in 120..<300 as Range<Int32> {
            for column in -180..<260 as Range<Int32> {
                let bits = Noise.hash(column, row, seed: 501)
                let x = (Float(column) + Float(bits & 0xFF) / 256) * cell
                let z = (Float(row) + Float(bits >> 8 & 0xFF) / 256) * cell
                guard abs(x) < z * 0.56 else { continue }
                let ground = scene.terrain.height(x, z, detail: 1)
                let group = Noise.clouded(x / 55, z / 55, octaves: 3, seed: 502)
                guard ground > 0.9 && Float(bits >> 24) / 256 < 0.75 + group else { continue }
                let tall =
                    (10 + 13 * Float(bits >> 16 & 0xFF) / 256) * (1 + 0.5 * group)
                    * min(1, 0.55 + ground / 16)
                trees.append(Tree(x: x, z: z, ground: ground, tall: tall, seed: bits))
            }
        }
        self.trees = trees.sorted { $0.z > $1.z }
    }

    /// Draws the trees on the picture, or on the reflection, where they hang from the horizon.
    func plant(on canvas: Canvas, mirrored: Bool) {
        let brush = Brush(canvas: canvas)
        for tree in trees {
            let pixels = scene.focal / tree.z
            let x = Float(scene.width) / 2 + tree.x * pixels
            let foot =
                mirrored
                ? SIMD2(x, (tree.ground + Landscape.eye) * pixels)
                : SIMD2(x, scene.horizon + (Landscape.eye - tree.ground) * pixels)
            draw(tree, foot: foot, height: tree.tall * pixels, upward: mirrored ? 1 : -1, brush)
        }
    }

    private func draw(_ tree: Tree, foot: SIMD2<Float>, height: Float, upward: Float, _ brush: Brush) {
        var chance = Chance(seed: tree.seed)
        let scale = Float(scene.width) / Float(Landscape.size.width)
        let toward = Color(tree.x / tree.z, 0, 1)
        let direction = toward.normalized
        let sunlit = scene.shading.light(tree.x, tree.z, tree.ground + tree.tall * 0.7)
        let hue = chance.unit()
        let needles = mix(Color(0.022, 0.040, 0.024), Color(0.046, 0.054, 0.022), hue)
        func seen(_ light: Color, _ height: Float) -> Color {
            Sky.haze(needles * light, direction, distance: tree.z, height: height, eye: Landscape.eye)
        }
        let shade = Color(0.24, 0.31, 0.48)
        let sun = Color(5.6, 2.5, 0.80) * sunlit
        let middle = tree.ground + tree.tall / 2
        let dark = seen(shade * 0.7, middle)
        let cool = seen(shade * 1.2, middle)
        let warm = seen(shade + sun * 0.85, middle)

        brush.stroke(
            from: foot, to: foot + SIMD2(0, upward * height), widths: (height * 0.045, 0.6 * scale),
            color: dark)
        let tiers = max(6, Int(height / (2.3 * scale)))
        for tier in 1...tiers {
            let down = (Float(tier) - chance.unit() * 0.8) / Float(tiers)
            let reach = height * (0.02 + 0.19 * pow(down, 0.9)) * chance.between(0.6, 1.1)
            let level = foot + SIMD2(0, upward * height * (1 - 0.93 * down))
            let sink = -upward * reach * chance.between(0.25, 0.6)
            let width = max(1.1 * scale, height / Float(tiers) * 1.1)
            brush.stroke(
                from: level, to: level + SIMD2(-reach, sink), widths: (width * 1.2, 0.6 * scale),
                color: mix(dark, cool, chance.unit() * 0.8))
            brush.stroke(
                from: level, to: level + SIMD2(reach * 0.35, sink * 0.8), widths: (width * 1.2, width),
                color: mix(dark, cool, chance.unit()))
            brush.stroke(
                from: level + SIMD2(reach * 0.25, sink * 0.2), to: level + SIMD2(reach, sink),
                widths: (width * 1.1, 0.6 * scale), color: mix(cool, warm, chance.between(0.25, 1)))
        }
    }
}
