/// Noise that is the same on every machine: an integer hash, gradient noise on its lattice,
/// and sums of octaves.
enum Noise {
    /// Hashes lattice coordinates and a seed into 32 well-mixed bits.
    @inline(__always)
    static func hash(_ x: Int32, _ y: Int32, _ z: Int32 = 0, seed: UInt32) -> UInt32 {
        var bits = UInt32(bitPattern: x) &* 0x9E37_79B1
        bits ^= UInt32(bitPattern: y) &* 0x85EB_CA77
        bits ^= UInt32(bitPattern: z) &* 0xC2B2_AE3D
        bits = bits &+ seed &* 0x27D4_EB2F
        bits ^= bits >> 15
        bits = bits &* 0x2C1B_3C6D
        bits ^= bits >> 12
        bits = bits &* 0x297A_2D39
        bits ^= bits >> 15
        return bits
    }

    /// A number in 0..<1 for a lattice point.
    @inline(__always)
    static func unit(_ x: Int32, _ y: Int32, seed: UInt32) -> Float {
        Float(hash(x, y, seed: seed) >> 8) * 0x1p-24
    }

    /// Perlin's gradient noise in the plane, about −1…1, features one unit wide.
    @inline(__always)
    static func plane(_ x: Float, _ y: Float, seed: UInt32) -> Float {
        let floorX = x.rounded(.down)
        let floorY = y.rounded(.down)
        let column = Int32(floorX)
        let row = Int32(floorY)
        let fx = x - floorX
        let fy = y - floorY
        let u = fade(fx)
        let v = fade(fy)
        let a = slope(hash(column, row, seed: seed), fx, fy)
        let b = slope(hash(column &+ 1, row, seed: seed), fx - 1, fy)
        let c = slope(hash(column, row &+ 1, seed: seed), fx, fy - 1)
        let d = slope(hash(column &+ 1, row &+ 1, seed: seed), fx - 1, fy - 1)
        let top = a + (b - a) * u
        let bottom = c + (d - c) * u
        return (top + (bottom - top) * v) * 1.5
    }

    /// Gradient noise in space, about −1…1.
    @inline(__always)
    static func space(_ x: Float, _ y: Float, _ z: Float, seed: UInt32) -> Float {
        let floorX = x.rounded(.down)
        let floorY = y.rounded(.down)
        let floorZ = z.rounded(.down)
        let i = Int32(floorX)
        let j = Int32(floorY)
        let k = Int32(floorZ)
        let fx = x - floorX
        let fy = y - floorY
        let fz = z - floorZ
        let u = fade(fx)
        let v = fade(fy)
        let w = fade(fz)
        let near = corners(i, j, k, fx, fy, fz, u, v, seed)
        let far = corners(i, j, k &+ 1, fx, fy, fz - 1, u, v, seed)
        return (near + (far - near) * w) * 1.5
    }

    /// A sum of octaves, each half the size and `gain` times the strength of the one before; about −1…1.
    @inline(__always)
    static func clouded(_ x: Float, _ y: Float, octaves: Int, gain: Float = 0.5, seed: UInt32) -> Float {
        var sum: Float = 0
        var strength: Float = 1 - gain
        var (px, py) = (x, y)
        for octave in 0..<octaves {
            sum += strength * plane(px, py, seed: seed &+ UInt32(octave))
            strength *= gain
            (px, py) = turned(px, py)
        }
        return sum
    }

    /// Musgrave's ridged multifractal, about 0…1: sharp crests whose detail grows on the heights.
    @inline(__always)
    static func ridged(_ x: Float, _ y: Float, octaves: Int, seed: UInt32) -> Float {
        var sum: Float = 0
        var strength: Float = 0.52
        var weight: Float = 1
        var (px, py) = (x, y)
        for octave in 0..<octaves {
            let crest = 1 - abs(plane(px, py, seed: seed &+ UInt32(octave)))
            let signal = crest * crest * weight
            sum += signal * strength
            weight = min(1, max(0, signal * 1.6))
            strength *= 0.5
            (px, py) = turned(px, py)
        }
        return sum
    }

    /// The next octave's coordinates: doubled, and turned so that no lattice lines up with the last.
    @inline(__always)
    static func turned(_ x: Float, _ y: Float) -> (Float, Float) {
        (1.62 * x + 1.19 * y + 17.3, -1.19 * x + 1.62 * y + 5.7)
    }

    @inline(__always)
    private static func fade(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }

    @inline(__always)
    private static func slope(_ bits: UInt32, _ x: Float, _ y: Float) -> Float {
        (Float(bits & 0xFFFF) * 0x1p-15 - 1) * x + (Float(bits >> 16) * 0x1p-15 - 1) * y
    }

    @inline(__always)
    private static func corners(
        _ i: Int32, _ j: Int32, _ k: Int32, _ x: Float, _ y: Float, _ z: Float,
        _ u: Float, _ v: Float, _ seed: UInt32
    ) -> Float {
        let a = slope(hash(i, j, k, seed: seed), x, y, z)
        let b = slope(hash(i &+ 1, j, k, seed: seed), x - 1, y, z)
        let c = slope(hash(i, j &+ 1, k, seed: seed), x, y - 1, z)
        let d = slope(hash(i &+ 1, j &+ 1, k, seed: seed), x - 1, y - 1, z)
        let top = a + (b - a) * u
        let bottom = c + (d - c) * u
        return top + (bottom - top) * v
    }

    @inline(__always)
    private static func slope(_ bits: UInt32, _ x: Float, _ y: Float, _ z: Float) -> Float {
        (Float(bits & 0x3FF) * 0x1p-9 - 1) * x + (Float(bits >> 10 & 0x3FF) * 0x1p-9 - 1) * y
            + (Float(bits >> 20 & 0x3FF) * 0x1p-9 - 1) * z
    }
}

/// 0 up to `low`, 1 from `high`, smooth between.
@inline(__always)
func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = min(1, max(0, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)
}

/// `a` at 0, `b` at 1.
@inline(__always)
func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

/// `a` at 0, `b` at 1.
@inline(__always)
func mix(_ a: Color, _ b: Color, _ t: Float) -> Color { a + (b - a) * t }
