import Foundation

/// The appearance of the land: its trees, its materials, and the light on it.
final class Shading: @unchecked Sendable {
    private let terrain: Terrain
    private let shadows: ShadowMap

    init(_ terrain: Terrain) {
        self.terrain = terrain
        shadows = ShadowMap(terrain)
    }

    /// The size in meters of what one sample covers at a distance.
    @inline(__always)
    func detail(_ distance: Float) -> Float { max(0.05, distance / 3800) }

    /// The density of trees at a position, 0…1.
    @inline(__always)
    private func woodland(_ x: Float, _ z: Float, _ ground: Float) -> Float {
        guard z > 2000 && z < 11_000 && ground > 1.5 && ground < 1300 else { return 0 }
        let patches = Noise.clouded(x / 420, z / 420, octaves: 4, seed: 101)
        let treeline = 800 + 420 * Noise.clouded(x / 900, z / 900, octaves: 4, seed: 102)
        return smoothstep(-0.36, -0.20, patches) * smoothstep(treeline + 150, treeline - 260, ground)
    }

    /// How far single trees have become too small to be distinguished, 0…1.
    @inline(__always)
    private func merging(_ detail: Float) -> Float { smoothstep(1.1, 2.6, detail) }

    /// The height of the land with the trees on it.
    func surface(_ x: Float, _ z: Float, detail: Float) -> Float {
        let ground = terrain.height(x, z, detail: detail)
        let density = woodland(x, z, ground)
        guard density > 0.02 else { return ground }
        let merged = merging(detail)
        let even = merged > 0 ? 9 * density : 0
        return ground + (merged < 1 ? mix(canopy(x, z, density).height, even, merged) : even)
    }

    /// Conifers on a jittered grid: their height over a position, and the tree's identity.
    private func canopy(_ x: Float, _ z: Float, _ density: Float) -> (height: Float, tree: UInt32) {
        let cell: Float = 7
        let column = Int32((x / cell).rounded(.down))
        let row = Int32((z / cell).rounded(.down))
        var best: (height: Float, tree: UInt32) = (0, 0)
        for j in -1...1 {
            for i in -1...1 {
                let c = column &+ Int32(i)
                let r = row &+ Int32(j)
                let tree = Noise.hash(c, r, seed: 111)
                guard Float(tree & 0xFF) / 256 < density else { continue }
                let dx = x - (Float(c) + Float(tree >> 8 & 0xFF) / 256) * cell
                let dz = z - (Float(r) + Float(tree >> 16 & 0xFF) / 256) * cell
                let tall = 11 + 15 * Float(tree >> 24) / 256
                let radius = tall * 0.24
                let off = (dx * dx + dz * dz).squareRoot() / radius
                guard off < 1 else { continue }
                // Boughs make the cone's side a sawtooth.
                let boughs = 0.10 * abs(Noise.plane(dx * 1.4, dz * 1.4, seed: tree))
                let height = tall * max(0, 1 - off - boughs * (1 - off))
                if height > best.height { best = (height, tree) }
            }
        }
        return best
    }

    /// The fraction of the light from the side that reaches a point, 0…1.
    func light(_ x: Float, _ z: Float, _ height: Float) -> Float {
        guard z < 250 else { return shadows.light(x, z, height) }
        // Trees beside the picture dapple the near shore.
        return smoothstep(0.05, 0.5, Noise.clouded(x / 5, z / 5, octaves: 4, seed: 126)) * 0.8
    }

    /// The color of the land at a position, seen along `toward` through the air.
    func land(_ x: Float, _ z: Float, _ toward: Color, eye: Float) -> Color {
        let fine = detail(z)
        let ground = terrain.height(x, z, detail: fine)
        let normal = terrain.normal(x, z, detail: max(fine, 0.04))
        let density = woodland(x, z, ground)
        let merged = merging(fine)
        let trees = density > 0.02 && merged < 1 ? canopy(x, z, density) : (height: 0, tree: 0)
        let height = ground + mix(trees.height, 9 * density, merged)
        let sunlit = light(x, z, height)

        // The height in the tree, which may be its side, where the sight line ends.
        let up = min(trees.height, max(0, eye + toward.y * z - ground))
        let open = bare(x, z, ground, normal, sunlit)
        var color = open
        if merged < 1 && trees.height > 0.8 { color = wood(x, z, (up, trees.tree), normal, sunlit) }
        if merged > 0 && density > 0.02 {
            let even = mix(open, forest(x, z, normal, sunlit), density * 0.92)
            color = mix(color, even, merged)
        }
        let direction = toward.normalized
        let distance = z * toward.dot(toward).squareRoot()
        return Sky.haze(color, direction, distance: distance, height: height, eye: abs(eye))
    }

    private func wood(
        _ x: Float, _ z: Float, _ trees: (height: Float, tree: UInt32), _ normal: Color, _ sunlit: Float
    ) -> Color {
        let hue = Float(trees.tree >> 4 & 0xFF) / 255
        let needles = mix(Color(0.024, 0.044, 0.026), Color(0.046, 0.056, 0.024), hue)
        // The orientation of the crown's surface, from how the canopy rises around it.
        let e: Float = 0.9
        let density: Float = 1
        let slope = canopy(x + e, z, density).height - canopy(x - e, z, density).height
        let facing = 0.5 - 0.5 * max(-1, min(1, slope / 7))
        let top = min(1, trees.height / 18)
        let broad = max(0, normal.dot(Terrain.light)) * 0.7 + 0.3
        let sun = Color(5.7, 2.55, 0.8) * (sunlit * facing * (0.25 + 0.75 * top) * broad)
        let sky = Color(0.30, 0.38, 0.60) * (0.20 + 0.80 * top)
        return needles * (sun + sky)
    }

    /// Trees too far away to be distinguished.
    private func forest(_ x: Float, _ z: Float, _ normal: Color, _ sunlit: Float) -> Color {
        let mottle = Noise.clouded(x / 26, z / 26, octaves: 4, seed: 112)
        let needles = Color(0.028, 0.043, 0.024) * (1 + 0.9 * mottle)
        let sun = Color(5.7, 2.55, 0.8) * (sunlit * (0.08 + 0.55 * max(0, normal.dot(Terrain.light))))
        return needles * (sun + Color(0.30, 0.38, 0.60) * 0.55)
    }

    private func bare(_ x: Float, _ z: Float, _ ground: Float, _ normal: Color, _ sunlit: Float) -> Color {
        let speckle = Noise.clouded(x / 60, z / 60 + ground / 40, octaves: 5, seed: 121)
        let strata = Noise.clouded(x / 500, ground / 90 + z / 400, octaves: 5, seed: 122)
        var albedo = mix(
            Color(0.165, 0.145, 0.140), Color(0.090, 0.086, 0.096), smoothstep(-0.35, 0.4, strata))
        albedo *= 1 + 0.5 * speckle
        // Meadows on gentle ground below the snow.
        let grassy = smoothstep(0.72, 0.90, normal.y + 0.08 * speckle) * smoothstep(1150, 700, ground)
        let meadow = mix(Color(0.105, 0.098, 0.034), Color(0.060, 0.075, 0.024), 0.5 + speckle)
        albedo = mix(albedo, z < 2000 ? meadow * 0.35 : meadow, grassy)
        if z < 250 {
            albedo = pebbles(x, z, ground)
        }
        // Snow lies high, on what is not too steep.
        let snowline = 930 + 520 * Noise.clouded(x / 1300, z / 1300, octaves: 5, seed: 124)
        let lie = ground < 700 ? 1 : terrain.normal(x, z, detail: 45).y * 0.6 + normal.y * 0.4
        let hold = smoothstep(0.50, 0.64, lie + 0.10 * speckle + 0.00010 * (ground - 1300))
        let deep = smoothstep(snowline - 130, snowline + 260, ground)
        let snow = deep * hold
        albedo = mix(albedo, Color(0.78, 0.80, 0.86), snow)

        let direct = max(0, normal.dot(Terrain.light)) * sunlit
        let sun = Color(5.7, 2.45, 0.76) * direct
        let open = 0.55 + 0.45 * normal.y
        let sky = Color(0.17, 0.255, 0.49) * open
        // Light bounced back by the bright slopes opposite.
        let bounce = Color(0.20, 0.12, 0.07) * max(0, -normal.x * 0.6 + 0.4)
        return albedo * (sun + sky + bounce)
    }
}

extension Shading {
    /// The near shore: stones in several grays, wet by the water, earth above.
    private func pebbles(_ x: Float, _ z: Float, _ ground: Float) -> Color {
        var stone = Color.zero
        for (size, part) in [(0.42, 0.6), (0.16, 0.4)] as [(Float, Float)] {
            let u = x / size
            let v = z / size
            var nearest: Float = 9
            var kind: UInt32 = 0
            for j in -1...1 {
                for i in -1...1 {
                    let c = Int32(u.rounded(.down)) &+ Int32(i)
                    let r = Int32(v.rounded(.down)) &+ Int32(j)
                    let bits = Noise.hash(c, r, seed: 125)
                    let dx = u - Float(c) - Float(bits & 0xFF) / 256
                    let dz = v - Float(r) - Float(bits >> 8 & 0xFF) / 256
                    let away = dx * dx + dz * dz
                    if away < nearest { (nearest, kind) = (away, bits) }
                }
            }
            let gray = 0.020 + 0.075 * Float(kind >> 16 & 0xFF) / 256
            let warmth = Float(kind >> 24) / 256
            let tone = mix(Color(0.92, 1, 1.08), Color(1.14, 1, 0.84), warmth) * gray
            stone += tone * (part * (1.25 - smoothstep(0.02, 0.5, nearest)))
        }
        let earth = Color(0.030, 0.026, 0.017)
        let wet = smoothstep(0.22, 0.02, ground)
        return mix(stone, earth, smoothstep(0.5, 1.0, ground)) * mix(2.6, 0.8, wet)
    }
}

/// The heights that the light reaches at each position, precomputed on a grid.
final class ShadowMap: @unchecked Sendable {
    private static let step: Float = 22
    private static let left: Float = -17_000
    private let columns = 1600
    private let rows = 1560
    private var heights: [Float]
    /// The height above which the light from the side is unobstructed.
    private var limits: [Float]

    init(_ terrain: Terrain) {
        let columns = columns
        let rows = rows
        let step = Self.step
        var heights = [Float](repeating: 0, count: columns * rows)
        heights.withUnsafeMutableBufferPointer { heights in
            let base = SendablePointer(heights)
            parallel(rows) { row in
                for column in 0..<columns {
                    let x = Self.left + Float(column) * step
                    base[row * columns + column] = max(0, terrain.height(x, Float(row) * step, detail: step))
                }
            }
        }
        // Light comes from the right: sweeping leftward, a shadow's upper edge sinks with the light's slope.
        var limits = heights
        let light = Terrain.light
        let drop = -light.y / light.x * step
        let shift = light.z / light.x
        for column in stride(from: columns - 2, through: 0, by: -1) {
            for row in 0..<rows {
                let from = min(Float(rows) - 1.001, max(0, Float(row) + shift))
                let below = Int(from)
                let part = from - Float(below)
                let edge = mix(
                    limits[below * columns + column + 1], limits[(below + 1) * columns + column + 1], part)
                limits[row * columns + column] = max(heights[row * columns + column], edge + drop)
            }
        }
        self.heights = heights
        self.limits = limits
    }

    /// The fraction of the light that reaches a point, 0…1.
    func light(_ x: Float, _ z: Float, _ height: Float) -> Float {
        let u = min(Float(columns) - 1.001, max(0, (x - Self.left) / Self.step))
        let v = min(Float(rows) - 1.001, max(0, z / Self.step))
        let column = Int(u)
        let row = Int(v)
        let index = row * columns + column
        let top = mix(limits[index], limits[index + 1], u - Float(column))
        let bottom = mix(limits[index + columns], limits[index + columns + 1], u - Float(column))
        let limit = mix(top, bottom, v - Float(row))
        return smoothstep(-26, 8, height - limit)
    }
}

/// A buffer that several threads write, each its own elements.
struct SendablePointer<Element>: @unchecked Sendable {
    private let base: UnsafeMutableBufferPointer<Element>

    init(_ base: UnsafeMutableBufferPointer<Element>) { self.base = base }

    subscript(index: Int) -> Element {
        get { base[index] }
        nonmutating set { base[index] = newValue }
    }
}
