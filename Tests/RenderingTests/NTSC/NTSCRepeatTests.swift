import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import Testing

/// The same frame and seed give the same pixels, bit for bit, however they are rendered; other frames and
/// seeds give different ones.
@Suite("The analog video chain repeats itself") struct NTSCRepeatTests {
    private static let frame = FloatFrame(testPicture(width: 90, height: 40, alpha: true))

    /// Stages with all random effects: the defaults, the worst built-in preset, random settings, and several
    /// generations.
    private static func stages() throws -> [Recipe.Stage] {
        var dice = Dice("again")
        var stages = [NTSCSettings().stage(frame: 3)]
        for name in ["worn-tape", "bad-tracking", "tape-of-a-tape"] {
            stages.append(try NTSCPreset.read(name).settings.stage(frame: 7))
        }
        for index in 0..<8 {
            var settings = NTSCSettings.random(&dice)
            settings.set("generations", to: .number(Double(1 + index % 3)))
            stages.append(settings.stage(frame: index))
        }
        return stages
    }

    private static func pixels(_ stages: [Recipe.Stage], on engine: Engine) throws -> [[SIMD4<Float>]] {
        try stages.map { try engine.floats($0, of: frame) }
    }

    /// The positions and values that differ, and their total count.
    private func expectSame(
        _ one: [[SIMD4<Float>]], _ two: [[SIMD4<Float>]], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (index, (one, two)) in zip(one, two).enumerated() {
            let count = zip(one, two).count { $0 != $1 }
            #expect(count == 0, "stage \(index)", sourceLocation: sourceLocation)
        }
        #expect(one.count == two.count, sourceLocation: sourceLocation)
    }

    @Test("in textures that held something else, and on another device")
    func again() throws {
        let stages = try Self.stages()
        let (first, again) = try withEngine { engine in
            let first = try Self.pixels(stages, on: engine)
            return (first, Array(try Self.pixels(stages.reversed(), on: engine).reversed()))
        }
        expectSame(first, again)
        let other = try withEngine { engine in
            // An engine whose textures have held other pictures, and whose random numbers come from other
            // kernels.
            _ = try engine.floats(NTSCSettings().stage(frame: 99), of: Self.frame)
            return try Self.pixels(stages, on: engine)
        }
        expectSame(first, other)
    }

    @Test("and not in another frame, or from another seed")
    func others() throws {
        for stage in try Self.stages() {
            let first = try withSharedEngine { try $0.floats(stage, of: Self.frame) }
            var (later, thrown) = (stage, stage)
            later.set("frame", to: .number(1 + Self.frame(of: stage)))
            thrown.set("randomSeed", to: 17)
            for other in [later, thrown] {
                let isOther = try withSharedEngine { try $0.floats(other, of: Self.frame) } != first
                #expect(isOther)
            }
        }
    }

    private static func frame(of stage: Recipe.Stage) -> Double {
        if case .number(let number)? = stage.parameters["frame"]?.value(of: .integer) { number } else { 0 }
    }

    @Test("in strips as in one piece, snow, tracking errors and generations too")
    func strips() throws {
        var settings = NTSCSettings()
        settings.set("snowIntensity", to: 5)
        settings.set("tracking", to: 0.7)
        settings.set("dropouts", to: 0.6)
        settings.set("chromaDemodulation", to: "comb-2")
        settings.set("chromaDelayVertical", to: 4)
        let picture = testPicture(width: 90, height: 300).buffer(.sixteen)
        for generations in [1, 3] {
            settings.set("generations", to: .number(Double(generations)))
            let stage = settings.stage(frame: 3)
            let (whole, strips) = try withSharedEngine { engine in
                (
                    try engine.export(picture, [stage], depth: .sixteen),
                    try engine.export(picture, [stage], depth: .sixteen, sizeLimit: 100)
                )
            }
            let isSame = whole == strips
            #expect(isSame)
        }
    }

    @Test("in a visible part as in the whole")
    func parts() throws {
        let size = Self.frame.size
        let part = PixelRegion(from: SIMD2(31, 9), to: SIMD2(77, 33))
        for stage in try Self.stages() {
            let (whole, seen) = try withSharedEngine { engine in
                (
                    try engine.floats(stage, of: Self.frame),
                    try engine.values(
                        [stage], of: Self.frame.source, viewport: Viewport(gridSize: size, region: part),
                        precision: .rgba32f)
                )
            }
            let cut = (part.origin.y..<part.end.y).flatMap { y in
                whole[y * size.x + part.origin.x..<y * size.x + part.end.x]
            }
            let isSame = seen == cut
            #expect(isSame)
        }
    }
}
