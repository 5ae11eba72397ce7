import Filters
import GPU
import Imaging
import Rendering
import Testing

/// Runs `body` on a separate engine, and expects no errors from the driver.
func withEngine<Result>(_ body: (Engine) throws -> Result) throws -> Result {
    let log = DebugLog()
    let engine = try Engine(context: HeadlessContext(), log: log)
    let result = try body(engine)
    #expect(log.errors.isEmpty)
    return result
}

/// A picture in double precision for computing references; straight alpha, values may be outside 0…1.
struct Reference {
    var width: Int
    var height: Int
    var pixels: [SIMD4<Double>]

    init(width: Int, height: Int, _ pixel: (Int, Int) -> SIMD4<Double>) {
        self.width = width
        self.height = height
        pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
    }

    subscript(x: Int, y: Int) -> SIMD4<Double> {
        pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }

    /// The picture in a buffer, rounded to its depth.
    func buffer(_ depth: PixelBuffer.Depth) -> PixelBuffer {
        PixelBuffer(width: width, height: height, depth: depth) { bytes in
            let values = pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] }
            switch depth {
            case .eight:
                for (index, value) in values.enumerated() { bytes[index] = UInt8((value * 255).rounded()) }
            case .sixteen:
                let words = bytes.bindMemory(to: UInt16.self)
                for (index, value) in values.enumerated() { words[index] = UInt16((value * 65535).rounded()) }
            case .float:
                let floats = bytes.bindMemory(to: Float.self)
                for (index, value) in values.enumerated() { floats[index] = Float(value) }
            }
        }
    }

    /// The picture's values after rounding to the depth of a buffer.
    func rounded(to depth: PixelBuffer.Depth) -> Reference {
        guard depth != .float else { return self }
        let scale = depth == .eight ? 255.0 : 65535.0
        var result = self
        result.pixels = pixels.map { ($0 * scale).rounded(.toNearestOrAwayFromZero) / scale }
        return result
    }

    func map(_ transform: (SIMD4<Double>) -> SIMD4<Double>) -> Reference {
        var result = self
        result.pixels = pixels.map(transform)
        return result
    }
}

/// A picture with gradients, an edge, one-pixel detail and, if requested, alpha with hidden colors.
func testPicture(width: Int = 97, height: Int = 61, alpha: Bool = false) -> Reference {
    Reference(width: width, height: height) { x, y in
        let u = Double(x) / Double(max(1, width - 1))
        let v = Double(y) / Double(max(1, height - 1))
        let check = Double((x ^ y) & 1)
        let color = x > width / 2 ? SIMD4(0.95, 0.1 + 0.5 * v, 0.05, 1) : SIMD4(u, v, check, 1)
        guard alpha else { return color }
        let isHole = (x / 7 + y / 5) % 3 == 0
        return SIMD4(color.x, color.y, color.z, isHole ? 0 : 0.25 + 0.75 * u)
    }
}

extension Engine {
    /// The result of a recipe applied to a whole picture, as floats.
    func values(
        _ recipe: Recipe, of source: SourceFrame, viewport: Viewport? = nil,
        precision: PixelFormat = .rgba16f, keepsResults: Bool = false
    ) throws -> [SIMD4<Float>] {
        let texture = try render(
            recipe, of: source, viewport: viewport ?? Viewport(wholeAt: source.size), precision: precision,
            outputFormat: .rgba32f, keepsResults: keepsResults)
        return try device.floats(of: texture)
    }
}

/// The largest difference between any two channels.
func largestDifference(_ values: [SIMD4<Float>], _ reference: Reference) -> Double {
    #expect(values.count == reference.pixels.count)
    return zip(values, reference.pixels).reduce(0) { largest, pair in
        let difference = SIMD4<Double>(pair.0) - pair.1
        return max(largest, max(abs(difference.min()), abs(difference.max())))
    }
}
