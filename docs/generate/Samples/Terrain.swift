import Foundation

/// The land: a lake in the foreground, wooded hills behind it, and snowy mountains behind those.
///
/// Lengths are in meters; x is to the right, z away from the eye, height above the lake's surface.
final class Terrain: @unchecked Sendable {
    /// The direction of the light on the land: from the side, lower than looks natural at noon and higher
    /// than the sun in the sky, since light from straight ahead would leave everything visible in the shade.
    static let light = Color(0.93, 0.235, -0.12).normalized
    static let farthest: Float = 34_000

    private struct Peak {
        let x, z, height, radius: Float
    }

    private let peaks = [
        // The main peak, left of the middle, with its shoulders.
        Peak(x: -1750, z: 9800, height: 2750, radius: 4300),
        Peak(x: -2900, z: 10_400, height: 1900, radius: 3000),
        Peak(x: -500, z: 9600, height: 1450, radius: 2600),
        // The left edge.
        Peak(x: -5600, z: 10_800, height: 2100, radius: 3600),
        Peak(x: -4100, z: 7600, height: 1150, radius: 2400),
        // The right.
        Peak(x: 5400, z: 11_600, height: 2350, radius: 3600),
        Peak(x: 3900, z: 9200, height: 1050, radius: 2200),
        Peak(x: 7200, z: 10_200, height: 1900, radius: 3600),
        // A pale range behind.
        Peak(x: 1200, z: 22_000, height: 2300, radius: 6000),
        Peak(x: 4800, z: 25_000, height: 2250, radius: 6500),
        Peak(x: 8600, z: 23_500, height: 2900, radius: 6000),
        Peak(x: -2500, z: 25_000, height: 2400, radius: 7000),
        Peak(x: -9500, z: 23_000, height: 3300, radius: 7000),
    ]

    /// The height at a position, without features narrower than `detail` meters.
    func height(_ x: Float, _ z: Float, detail: Float) -> Float {
        var ground = shore(x, z)
        if z > 2000 && ground > -2 {
            let inland = z - farShore(x)
            let hills = smoothstep(0, 4200, inland)
            if hills > 0 {
                let rolling = Noise.clouded(
                    x / 1500, z / 1500, octaves: octaves(1500, detail, most: 9), gain: 0.46, seed: 11)
                ground += hills * (150 + 430 * max(-0.3, rolling + 0.1))
            }
            ground += mountains(x, z, detail: detail)
        }
        return ground
    }

    /// The height of the land without its mountains: below 0 is the lake.
    private func shore(_ x: Float, _ z: Float) -> Float {
        var ground: Float = -6
        if z > 1900 {
            let inland = z - farShore(x)
            ground = max(ground, inland < 0 ? inland * 0.03 : 55 * (1 - exp(-inland / 700)))
        }
        if z > 300 && z < 2400 {
            // Two wooded headlands reach into the lake.
            ground = max(
                ground, point(x, z, centerX: -760, centerZ: 1120, width: 520, depth: 150, height: 26))
            ground = max(
                ground, point(x, z, centerX: 1020, centerZ: 1560, width: 520, depth: 170, height: 30))
        }
        if z < 90 {
            // The near shore, from the left corner to the middle of the lower edge.
            let edge = 47 - 1.05 * (x + 17) + 5 * Noise.clouded(x / 14, z / 14, octaves: 4, seed: 31)
            let bank = (edge - z) * 0.06
            ground = max(
                ground, min(2.4, bank) + 0.28 * Noise.clouded(x / 2.2, z / 2.2, octaves: 5, seed: 32))
            if ground > -1.2 { ground = max(ground, boulders(x, z, on: ground)) }
        }
        return ground
    }

    /// Boulders on a jittered grid along the near shore, some of them in the water.
    private func boulders(_ x: Float, _ z: Float, on ground: Float) -> Float {
        let cell: Float = 3.4
        let column = Int32((x / cell).rounded(.down))
        let row = Int32((z / cell).rounded(.down))
        var top = ground
        for j in -1...1 {
            for i in -1...1 {
                let c = column &+ Int32(i)
                let r = row &+ Int32(j)
                let rock = Noise.hash(c, r, seed: 33)
                guard rock & 0xFF < 92 else { continue }
                let centerX = (Float(c) + Float(rock >> 8 & 0xFF) / 256) * cell
                let centerZ = (Float(r) + Float(rock >> 16 & 0xFF) / 256) * cell
                let size = Float(rock >> 24) / 256
                let radius = 0.35 + 1.25 * size * size
                let dx = (x - centerX) / radius
                let dz = (z - centerZ) / radius
                guard dx * dx + dz * dz < 2 else { continue }
                // Facets: the lowest of some tilted planes, roughened.
                let rough = 0.22 * Noise.clouded(x * 1.9 / radius, z * 1.9 / radius, octaves: 5, seed: rock)
                let facets =
                    1.05 - max(abs(dx * 0.9 + dz * 0.35), max(abs(dz * 0.8 - dx * 0.3), 0.42 + 0.35 * dx))
                top = max(top, ground - 0.15 + radius * (facets + rough) * 0.95)
            }
        }
        return top
    }

    private func point(
        _ x: Float, _ z: Float, centerX: Float, centerZ: Float, width: Float, depth: Float, height: Float
    ) -> Float {
        let u = (x - centerX) / width
        let v = (z - centerZ) / depth
        let wobble = 0.28 * Noise.clouded(x / 130, z / 130, octaves: 5, seed: 21)
        let inside = 1 - u * u - v * v + wobble
        return inside > 0 ? height * inside.squareRoot() * min(1, inside * 2) : inside * 6
    }

    private func farShore(_ x: Float) -> Float {
        2500 + 240 * Noise.clouded(x / 620, 0.5, octaves: 5, seed: 41)
    }

    private func mountains(_ x: Float, _ z: Float, detail: Float) -> Float {
        guard z > 4200 else { return 0 }
        // Bent coordinates keep ridges from running straight.
        let bendX = x + 420 * Noise.clouded(x / 2600, z / 2600, octaves: 3, seed: 51)
        let bendZ = z + 420 * Noise.clouded(x / 2600 + 40, z / 2600, octaves: 3, seed: 52)
        var envelope: Float = 0
        for peak in peaks {
            let dx = bendX - peak.x
            let dz = bendZ - peak.z
            let squared = (dx * dx + dz * dz) / (peak.radius * peak.radius)
            guard squared < 1 else { continue }
            let cone = 1 - squared.squareRoot()
            let rise = peak.height * (0.55 * cone + 0.45 * cone * cone)
            // A soft maximum joins neighbors by a saddle, not by a crease.
            envelope = (envelope * envelope + rise * rise).squareRoot() * 0.5 + max(envelope, rise) * 0.5
        }
        guard envelope > 1 else { return 0 }
        let ridges = Noise.ridged(
            bendX / 2400, bendZ / 2400, octaves: octaves(2400, detail, most: 12), seed: 61)
        let relief = smoothstep(0, 700, envelope)
        return envelope * mix(0.5, 0.42 + 0.78 * ridges, relief) + 130 * relief * (ridges - 0.5)
    }

    /// The octaves of noise from `widest` down to `detail` meters.
    @inline(__always)
    private func octaves(_ widest: Float, _ detail: Float, most: Int) -> Int {
        let exponent = Int((widest / max(detail, 0.01)).exponent)
        return min(most, max(2, exponent))
    }

    /// The upward unit normal.
    func normal(_ x: Float, _ z: Float, detail: Float) -> Color {
        let e = detail
        let dx = height(x + e, z, detail: detail) - height(x - e, z, detail: detail)
        let dz = height(x, z + e, detail: detail) - height(x, z - e, detail: detail)
        return Color(-dx, 2 * e, -dz).normalized
    }
}
