@testable import Filters
import Foundation
import GPU
@testable import Rendering
import Testing

/// A television without vertical sync shows each field further down, with the blanking interval above it.
@Suite("Jump and roll of analog video") struct VerticalHoldTests {
    /// A picture and the settings that make it: all random effects are on.
    private func made(
        _ changes: [String: ParameterValue], frame: Int, size: SIMD2<Int>
    ) throws -> [SIMD4<Float>] {
        var settings = NTSCSettings()
        settings.set("overlayLeft", to: "PLAY")
        for (id, value) in changes { settings.set(id, to: value) }
        let picture = FloatFrame(testPicture(width: size.x, height: size.y, alpha: true))
        return try withSharedEngine { try $0.floats(settings.stage(frame: frame), of: picture) }
    }

    /// The still picture with each of its fields moved down by a number of pictures.
    ///
    /// - Parameters:
    ///   - down: by field, from top to bottom; one for a picture whose rows are all shown at once.
    ///   - lines: the lines of a frame, including the blanking interval, and those visible.
    private func moved(
        _ still: [SIMD4<Float>], size: SIMD2<Int>, down: [Double], lines: (all: Double, visible: Double)
    ) -> [SIMD4<Float>] {
        var result = [SIMD4<Float>](repeating: SIMD4(0, 0, 0, 1), count: still.count)
        for (field, pictures) in down.enumerated() {
            let rows = Array(stride(from: field, to: size.y, by: down.count))
            let period = Int((Double(rows.count) * lines.all / lines.visible).rounded())
            let shift = Int(((pictures - floor(pictures)) * Double(period)).rounded(.down))
            for (row, y) in rows.enumerated() {
                let target = (row + shift) % period
                guard target < rows.count else { continue }
                for x in 0..<size.x { result[rows[target] * size.x + x] = still[y * size.x + x] }
            }
        }
        return result
    }

    /// The jump of a frame in pictures: SplitMix64 (Steele, Lea and Flood) over the seed, the stage and the
    /// frame.
    private func jump(seed: Int, frame: Int, share: Double) -> Double {
        var state: UInt64 = 0
        func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
        for key in [seed, 24, frame] { state = next() ^ UInt64(bitPattern: Int64(key)) }
        func number() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
        return number() < share ? -0.25 + 0.5 * number() : 0
    }

    private static let ntsc = (all: 525.0, visible: 480.0)
    private static let pal = (all: 625.0, visible: 576.0)

    @Test(
        "a rolling field is the still one, moved by its time times the speed",
        arguments: [
            ("interleaved-upper", "ntsc"), ("interleaved-lower", "ntsc"), ("both", "ntsc"),
            ("upper", "ntsc"), ("alternating", "pal"), ("interleaved-upper", "pal"),
        ])
    func roll(fields: String, standard: String) throws {
        for (size, speed, frame) in [
            (SIMD2(24, 480), 1.3, 11), (SIMD2(24, 480), -0.45, 100), (SIMD2(33, 21), 4.0, 5),
            (SIMD2(7, 1), 1.0, 9), (SIMD2(24, 96), 0.5, 0),
        ] {
            let plain: [String: ParameterValue] = [
                "useField": .text(fields), "standard": .text(standard),
            ]
            let still = try made(plain, frame: frame, size: size)
            let rolling = try made(
                plain.merging(["roll": .number(speed)]) { $1 }, frame: frame, size: size)
            let seconds = Double(frame) * 1001 / 30_000
            let later = seconds + 1001.0 / 60_000
            let times =
                fields == "interleaved-upper"
                ? [seconds, later] : fields == "interleaved-lower" ? [later, seconds] : [seconds]
            let expected = moved(
                still, size: size, down: times.map { speed * $0 },
                lines: standard == "pal" ? Self.pal : Self.ntsc)
            let isSame = rolling == expected
            #expect(isSame, "\(size) \(speed) \(frame)")
        }
    }

    @Test("a frame that jumps is the still one, moved by a random part of a quarter; others stay")
    func jumps() throws {
        let size = SIMD2(24, 240)
        var count = 0
        for frame in 0..<24 {
            let still = try made(["randomSeed": -7], frame: frame, size: size)
            let made = try made(["randomSeed": -7, "jump": 0.4], frame: frame, size: size)
            let jump = jump(seed: -7, frame: frame, share: 0.4)
            if jump != 0 { count += 1 }
            let expected = moved(still, size: size, down: [jump, jump], lines: Self.ntsc)
            let isSame = made == expected
            #expect(isSame, "frame \(frame)")
        }
        #expect(count > 3 && count < 20)
    }

    @Test("happens to the recorder's text too, once, after all generations")
    func onceAfterAll() throws {
        let size = SIMD2(160, 240)
        let still = try made(["generations": 3], frame: 7, size: size)
        let rolling = try made(["generations": 3, "roll": 1], frame: 7, size: size)
        let seconds = 7 * 1001 / 30_000.0
        let expected = moved(
            still, size: size, down: [seconds, seconds + 1001 / 60_000.0], lines: Self.ntsc)
        let isSame = rolling == expected
        #expect(isSame)
    }

    @Test("a visible part is as in the whole")
    func parts() throws {
        var settings = NTSCSettings()
        settings.set("roll", to: 0.7)
        settings.set("jump", to: 1)
        let stage = settings.stage(frame: 9)
        let frame = FloatFrame(testPicture(width: 90, height: 60))
        let size = frame.size
        let whole = try withSharedEngine { try $0.floats(stage, of: frame) }
        for part in [
            PixelRegion(from: SIMD2(31, 9), to: SIMD2(77, 33)), PixelRegion(from: .zero, to: SIMD2(90, 5)),
            PixelRegion(from: SIMD2(0, 50), to: SIMD2(13, 60)),
        ] {
            let seen = try withSharedEngine { engine in
                try engine.values(
                    [stage], of: frame.source, viewport: Viewport(gridSize: size, region: part),
                    precision: .rgba32f)
            }
            let cut = (part.origin.y..<part.end.y).flatMap { y in
                whole[y * size.x + part.origin.x..<y * size.x + part.end.x]
            }
            let isSame = seen == cut
            #expect(isSame)
        }
    }

    @Test("every frame has the pass, so that a clip's frames are divided alike")
    func plans() throws {
        func names(_ changes: [String: ParameterValue], frame: Int) throws -> [String] {
            var settings = NTSCSettings()
            for (id, value) in changes { settings.set(id, to: value) }
            let size = SIMD2(64, 64)
            return try Plan(
                recipe: [settings.stage(frame: frame)], catalog: .builtIn, sourceSize: size,
                viewport: Viewport(wholeAt: size), precision: .rgba16f
            ).passes.map(\.name)
        }
        for frame in 0..<6 {
            #expect(try names(["jump": 0.01], frame: frame).contains("ntsc, vertical hold"))
            #expect(try names(["roll": -0.05], frame: frame).contains("ntsc, vertical hold"))
            #expect(try !names([:], frame: frame).contains("ntsc, vertical hold"))
        }
    }

    @Test("jump is the share of frames that jump")
    func share() throws {
        for share in [0.05, 0.5, 1] {
            var settings = NTSCSettings()
            settings.set("jump", to: .number(share))
            let moved = try (0..<4000).map { frame in
                let hold = NTSCVerticalHold(
                    settings: settings, time: FrameTime(frame: frame), size: SIMD2(8, 4800))
                return try #require(hold.pass?.uniforms["shifts"]) != .ivec2(.zero)
            }
            #expect(abs(Double(moved.count(where: \.self)) / 4000 - share) < 0.03)
        }
    }
}
