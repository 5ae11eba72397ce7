import Filters
import GPU
import Imaging
import Testing

@testable import Rendering

/// Whole frames for recordings and virtual cameras.
@Suite struct FrameReadbackTests {
    private func yuyv(_ size: SIMD2<Int>) throws -> PlanarFormat {
        try planarFormat("yuyv422", size, matrix: 6, isFull: false)
    }

    private func luma(
        of picture: PixelBuffer, _ recipe: Recipe = Recipe(), in size: SIMD2<Int>
    ) throws -> [[Int]] {
        let engine = try Engine(context: HeadlessContext())
        let format = try yuyv(size)
        let source = SourceFrame(.pixels(picture), isOpaque: true, of: SourceID(), at: .zero)
        let frame = try FrameReadback(on: engine).frame(of: recipe, over: source, as: format)
        return frame.withUnsafeBytes { bytes in
            (0..<size.y).map { row in (0..<size.x).map { Int(bytes[2 * (size.x * row + $0)]) } }
        }
    }

    /// Steps of gray from left to right.
    private func steps(_ width: Int, _ height: Int) -> PixelBuffer {
        PixelBuffer(width: width, height: height, depth: .eight) { bytes in
            for index in bytes.indices {
                bytes[index] = index % 4 == 3 ? 255 : UInt8(index / 4 % width * 4 + 40)
            }
        }
    }

    private func level(_ gray: Int) -> Int { Int((16 + 219 * Double(gray) / 255).rounded()) }

    @Test("A frame with one column or row less gets its last ones repeated, without scaling or borders")
    func oddSize() throws {
        let rows = try luma(of: steps(33, 23), in: SIMD2(34, 24))
        for row in rows {
            for (column, value) in row.enumerated() { #expect(value == level(min(column, 32) * 4 + 40)) }
        }
    }

    @Test(
        "Pictures of another size are scaled to fit, between black bars",
        arguments: [
            (SIMD2(64, 24), SIMD2(64, 48), SIMD2(64, 24)), (SIMD2(32, 12), SIMD2(64, 48), SIMD2(64, 24)),
            (SIMD2(20, 40), SIMD2(64, 20), SIMD2(10, 20)), (SIMD2(128, 96), SIMD2(64, 48), SIMD2(64, 48)),
        ])
    func letterbox(size: SIMD2<Int>, frame: SIMD2<Int>, fit: SIMD2<Int>) throws {
        let gray = PixelBuffer(width: size.x, height: size.y, depth: .eight) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : 200 }
        }
        let start = (frame &- fit) / 2
        for (y, row) in try luma(of: gray, in: frame).enumerated() {
            for (x, value) in row.enumerated() {
                let isInside =
                    (start.x..<start.x + fit.x).contains(x) && (start.y..<start.y + fit.y).contains(y)
                #expect(value == (isInside ? level(200) : 16), "\(x) \(y)")
            }
        }
    }

    @Test("A preview of the whole frame is not filtered again")
    func reuse() throws {
        let engine = try Engine(context: HeadlessContext())
        let source = SourceFrame(.pixels(steps(48, 32)), isOpaque: true, of: SourceID(), at: .zero)
        let recipe = Recipe([Recipe.Stage("gaussian-blur", ["radius": .number(3)])])
        _ = try engine.render(
            recipe, of: source, viewport: Viewport(wholeAt: SIMD2(48, 32)), outputFormat: .rgba8)
        let runs = engine.runs
        _ = try FrameReadback(on: engine).frame(
            of: recipe, over: source, as: try yuyv(SIMD2(48, 32)))
        #expect(engine.runs == runs && !runs.isEmpty)
    }

    @Test("The recipe is applied at full size, before the picture is scaled")
    func filtered() throws {
        // A checkerboard of single pixels: a threshold after scaling would make it black or white.
        let board = PixelBuffer(width: 64, height: 48, depth: .eight) { bytes in
            for index in bytes.indices {
                let (row, column) = (index / 4).quotientAndRemainder(dividingBy: 64)
                bytes[index] = index % 4 == 3 ? 255 : ((row + column) % 2 == 0 ? 200 : 60)
            }
        }
        let recipe = Recipe([Recipe.Stage("threshold")])
        let rows = try luma(of: board, recipe, in: SIMD2(32, 24))
        for value in rows[4..<20].flatMap({ $0[4..<28] }) { #expect(abs(value - level(128)) <= 4) }
    }
}
