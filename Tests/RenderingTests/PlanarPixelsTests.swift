import Filters
import GPU
import Imaging
import Testing

@testable import Rendering

/// Frames that the device converts, compared with those that the processor converts and reduces.
@Suite struct PlanarPixelsTests {
    /// The samples of a frame, as noise.
    private func noise(
        _ format: String, _ size: SIMD2<Int>, quarterTurns: Int, isMirrored: Bool, isInterlaced: Bool
    ) throws -> FramePlanes {
        let stored = try planarFormat(format, size, isInterlaced: isInterlaced)
        let memory = try #require(FrameMemory().borrow(byteCount: stored.byteCount))
        // A linear congruential generator (Numerical Recipes), so that failures can be repeated.
        var random = UInt32(truncatingIfNeeded: size.x)
        for index in 0..<stored.byteCount {
            // The upper bytes of samples of 10 bits have 2 of them.
            let isUpper = format.hasSuffix("10le") && index % 2 == 1
            random = random &* 1_664_525 &+ 1_013_904_223
            memory.bytes[index] = UInt8(random >> 24) & (isUpper ? 3 : 255)
        }
        return try #require(
            FramePlanes(stored, in: memory, quarterTurns: quarterTurns, isMirrored: isMirrored))
    }

    private func pixels(
        of content: FrameContent, isOpaque: Bool, _ viewport: Viewport, on engine: Engine
    ) throws -> [SIMD4<Float>] {
        let texture = try engine.render(
            Recipe(), of: SourceFrame(content, isOpaque: isOpaque, of: SourceID(), at: .zero),
            viewport: viewport, precision: .rgba32f, outputFormat: .rgba32f, keepsResults: false)
        return try engine.device.floats(of: texture)
    }

    @Test(
        "Strips, tiles and reduced views of all orientations are those of the converted frame",
        arguments: ["yuv420p", "nv12", "yuva420p", "yuv422p10le", "yuyv422", "rgb24"], [false, true])
    func views(format: String, isInterlaced: Bool) throws {
        let engine = try Engine(context: HeadlessContext())
        for (turn, size) in [SIMD2(67, 49), SIMD2(64, 48)].flatMap({ size in (0..<8).map { ($0, size) } }) {
            let planes = try noise(
                format, size, quarterTurns: turn % 4, isMirrored: turn > 3, isInterlaced: isInterlaced)
            let (width, height) = (planes.size.x, planes.size.y)
            let views: [(Viewport, tolerance: Float)] = [
                (Viewport(wholeAt: planes.size), 1),
                (viewport(planes.size, 0, 16, width, 31), 1), (viewport(planes.size, 13, 30, 40, 45), 1),
                // The processor reduces rounded colors.
                (Viewport(wholeAt: SIMD2(width * 2 / 3, height * 2 / 3)), 1.5),
                (viewport(SIMD2(width * 2 / 3, height * 2 / 3), 5, 7, 20, 22), 1.5),
                (Viewport(wholeAt: SIMD2(width, height / 2)), 1.5),
                (Viewport(wholeAt: SIMD2(width / 2, height)), 1.5),
            ]
            let converted = FrameContent.pixels(planes.pixels())
            for (view, tolerance) in views {
                let ours = try pixels(of: .planes(planes), isOpaque: planes.isOpaque, view, on: engine)
                let theirs = try pixels(of: converted, isOpaque: planes.isOpaque, view, on: engine)
                let worst = zip(ours, theirs).map { one, other in
                    // What is hardly visible may have any color.
                    var difference = one - other
                    for channel in 0..<3 { difference[channel] *= min(1, max(0, other.w)) }
                    return max(difference.max(), -difference.min())
                }.max()
                #expect((worst ?? 1) * 255 <= tolerance + 0.01, "turn \(turn) of \(size), \(view)")
            }
        }
    }

    private func viewport(_ grid: SIMD2<Int>, _ left: Int, _ top: Int, _ right: Int, _ bottom: Int)
        -> Viewport
    {
        Viewport(gridSize: grid, region: PixelRegion(from: SIMD2(left, top), to: SIMD2(right, bottom)))
    }

    @Test("A frame above two megapixels is saved in strips as it is whole")
    func strips() throws {
        let engine = try Engine(context: HeadlessContext())
        let planes = try noise(
            "yuv420p", SIMD2(2047, 1301), quarterTurns: 0, isMirrored: false, isInterlaced: true)
        let recipe = Recipe([Recipe.Stage("invert")])
        func saved(_ content: FrameContent) throws -> [UInt8] {
            var bytes: [UInt8] = []
            var strips = 0
            let frames = try FrameExports(
                of: recipe, over: planes.size, from: .eight, to: .eight, on: engine)
            let exporter = try Exporter(
                content, isOpaque: true, at: .zero, recipe: recipe, depth: .eight, on: engine, frames: frames
            ) { rows, _ in
                bytes += rows
                strips += 1
            }
            while try exporter.step() {}
            try frames.readback.finish()
            #expect(strips > 1)
            return bytes
        }
        let ours = try saved(.planes(planes))
        let theirs = try saved(.pixels(planes.pixels()))
        #expect(ours.count == theirs.count)
        #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
}
