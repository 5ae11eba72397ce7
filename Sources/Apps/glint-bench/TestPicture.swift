@preconcurrency import Glibc
import Imaging

/// A test picture that looks like a photograph to a codec: smooth gradients, hard edges, fine texture and
/// sensor noise. Its bytes are always the same.
struct TestPicture {
    let width: Int
    let height: Int

    /// 12 megapixels, typical of cameras and phones.
    static let photograph = TestPicture(width: 4000, height: 3000)

    func make() -> Picture {
        let pixels = PixelBuffer(width: width, height: height, depth: .eight) { bytes in
            var noise = Noise()
            let ridge = (0..<width).map(ridgeHeight)
            for y in 0..<height {
                let row = y * width * 4
                for x in 0..<width {
                    let color = color(x, y, ridge: ridge[x]) + noise.next() * 4
                    let levels = color.clamped(
                        lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
                    let start = row + x * 4
                    bytes[start] = UInt8(levels.x)
                    bytes[start + 1] = UInt8(levels.y)
                    bytes[start + 2] = UInt8(levels.z)
                    bytes[start + 3] = 255
                }
            }
        }
        return Picture(pixels: pixels, channels: .rgb)
    }

    /// Hills in front of a sky with a sun, and rows of plants on the hills.
    private func color(_ x: Int, _ y: Int, ridge: Float) -> SIMD3<Float> {
        let v = Float(y) / Float(height)
        let u = Float(x) / Float(width)
        guard v < ridge else {
            let depth = (v - ridge) / (1 - ridge)
            let plants = Float((x ^ (y * 3)) & 31) - 16
            return SIMD3(60, 95, 40) + SIMD3(70, 50, 20) * depth + plants * (0.3 + depth)
        }
        let toSun = ((u - 0.7) * (u - 0.7) * 1.78 + (v - 0.25) * (v - 0.25)).squareRoot()
        if toSun < 0.06 { return SIMD3(255, 244, 214) }
        return SIMD3(70, 120, 190) + SIMD3(150, 90, 20) * v + SIMD3(60, 50, 30) * max(0, 0.5 - toSun)
    }

    private func ridgeHeight(_ x: Int) -> Float {
        let u = Float(x) / Float(width)
        return 0.55 + 0.07 * sinf(u * 9) + 0.03 * sinf(u * 31 + 1) + 0.004 * sinf(u * 400)
    }

    /// Approximately normal noise with a standard deviation of 1: sums of four uniform bytes (xorshift,
    /// Marsaglia 2003).
    private struct Noise {
        private var state: UInt64 = 88_172_645_463_325_252

        mutating func next() -> Float {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let sum = (state & 255) + (state >> 8 & 255) + (state >> 16 & 255) + (state >> 24 & 255)
            return (Float(sum) - 510) / 148
        }
    }
}

/// A folder for a benchmark's files, which is deleted with its contents.
final class ScratchFolder {
    let path: String
    private var files: [String] = []

    init() throws {
        let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(root)/glint-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkFailure(
                description: "\(root): cannot create a folder there: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        files.forEach { unlink($0) }
        rmdir(path)
    }

    /// The path of a file in the folder.
    func file(_ name: String) -> String {
        let file = "\(path)/\(name)"
        files.append(file)
        return file
    }
}
