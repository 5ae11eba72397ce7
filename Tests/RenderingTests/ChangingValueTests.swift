import Filters
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

/// Frames of recipes whose values change over time, compared with static recipes.
@Suite("Changing values") struct ChangingValueTests {
    private let still = SourceFrame(testPicture(width: 96, height: 64).buffer(.eight))

    private func values(_ recipe: Recipe, at frame: Int = 0, on engine: Engine) throws -> [SIMD4<Float>] {
        let size = try engine.catalog.size(of: recipe, entering: still.size)
        return try engine.values(
            recipe, of: still.at(FrameTime(frame: frame, rate: 8)), viewport: Viewport(wholeAt: size),
            keepsResults: true)
    }

    /// Expects that a frame of a recipe is that of a static recipe, bit for bit.
    private func expect(
        _ moving: Recipe, at frame: Int, equals fixed: Recipe, on engine: Engine,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (made, expected) = (
            try values(moving, at: frame, on: engine), try values(fixed, on: engine)
        )
        #expect(made == expected, "frame \(frame)", sourceLocation: sourceLocation)
    }

    /// The values that SciPy and numpy compute for keys at some times, in order.
    private func references(
        _ keys: [(Double, Double)], _ ease: ValueOverTime.Ease, at times: [Double]
    ) throws -> [Double] {
        let script = """
            import numpy as np
            from scipy.interpolate import PchipInterpolator
            t, v, at = \(keys.map(\.0)), \(keys.map(\.1)), np.clip(\(times), \(keys[0].0), \(keys[keys.count - 1].0))
            f = PchipInterpolator(t, v) if '\(ease.rawValue)' == 'smooth' else lambda x: np.interp(x, t, v)
            print(*(repr(float(x)) for x in f(at)))
            """
        return try runPython(script).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }

    private struct Case: Sendable, CustomTestStringConvertible {
        let filter: String
        let parameter: String
        let ease: ValueOverTime.Ease
        let keys: [(Double, Double)]
        var testDescription: String { "\(filter) \(ease.rawValue)" }

        init(
            _ filter: String, _ parameter: String, _ ease: ValueOverTime.Ease, _ keys: [(Double, Double)]
        ) {
            (self.filter, self.parameter, self.ease, self.keys) = (filter, parameter, ease, keys)
        }

        var value: ValueOverTime {
            .keyed(keys.map { .init(seconds: $0.0, value: .number($0.1)) }, ease)
        }
    }

    @Test(
        "a frame is that of the static recipe with the value of SciPy, bit for bit",
        arguments: [
            Case("saturation", "amount", .linear, [(0.25, 1), (2.5, 0), (4, 2)]),
            Case("saturation", "amount", .smooth, [(0, 0.2), (1, 0.9), (2.5, 1), (4, 0.3)]),
            Case("gaussian-blur", "radius", .smooth, [(0, 0), (1, 2), (2, 30), (4, 0)]),
        ])
    private func isThatOfScipy(_ test: Case) throws {
        var moving = Recipe.Stage(test.filter)
        moving.set(test.parameter, to: test.value)
        let frames = Array(0...36)
        let references = try references(test.keys, test.ease, at: frames.map { Double($0) / 8 })
        try #require(references.count == frames.count)
        try withSharedEngine { engine in
            for (frame, reference) in zip(frames, references) {
                let expected = Recipe.Stage(test.filter, [test.parameter: .number(reference)])
                try expect([moving], at: frame, equals: [expected], on: engine)
            }
        }
    }

    @Test("opacity and the numbers of regions change")
    func opacityAndRegions() throws {
        var moving = Recipe.Stage("invert")
        moving.setOpacity(to: .keys([0: 0, 1: 1]))
        moving.regions = [
            .ellipse(x: 0, y: 0.2, width: 0.4, height: 0.5, feather: 0.2)
                .moving(\.x, .keys([0: 0, 2: 0.5])).moving(\.angle, .keys([0: 0, 1: 90]))
        ]
        try withSharedEngine { engine in
            for (frame, opacity, x, angle) in [(0, 0.0, 0.0, 0.0), (4, 0.5, 0.125, 45), (16, 1, 0.5, 90)] {
                var expected = Recipe.Stage("invert")
                expected.opacity = opacity
                expected.regions = [
                    .ellipse(x: x, y: 0.2, width: 0.4, height: 0.5, feather: 0.2, angle: angle)
                ]
                try expect([moving], at: frame, equals: [expected], on: engine)
            }
        }
    }

    @Test("a control point takes the color of its place at the time")
    func controlPoint() throws {
        var moving = Recipe.Stage("invert")
        moving.regions = [.point(x: 0.1, y: 0.5, radius: 0.3).moving(\.x, .keys([0: 0.1, 2: 0.9]))]
        try withSharedEngine { engine in
            for (frame, x) in [(0, 0.1), (8, 0.5), (16, 0.9)] {
                var expected = Recipe.Stage("invert")
                expected.regions = [.point(x: x, y: 0.5, radius: 0.3)]
                try expect([moving], at: frame, equals: [expected], on: engine)
            }
        }
    }

    @Test("a moving crop keeps the size of its beginning, and scales what it crops later")
    func panAndZoom() throws {
        var crop = Recipe.Stage("crop", ["top": 10, "bottom": 10])
        crop.set("left", to: .keys([0: 0, 2: 50]))
        crop.set("right", to: .keys([0: 0, 2: 25]))
        let (moving, size) = (Recipe([crop]), SIMD2(96, 64))
        let lasting = try FilterCatalog.builtIn.size(of: moving, entering: size)
        #expect(lasting == SIMD2(96, 52))
        try withSharedEngine { engine in
            for (frame, left, right) in [(0, 0.0, 0.0), (4, 12.5, 6.25), (12, 37.5, 18.75), (99, 50, 25)] {
                let expected: Recipe = [
                    .init(
                        "crop",
                        ["top": 10, "bottom": 10, "left": .number(left), "right": .number(right)]),
                    .init(
                        "resize",
                        ["width": .number(Double(lasting.x)), "height": .number(Double(lasting.y))]),
                    .init("invert"),
                ]
                try expect(
                    Recipe(moving.stages + [.init("invert")]), at: frame, equals: expected, on: engine)
            }
        }
    }

    @Test("a size grows back to that of the beginning, even while the stage has no effect")
    func staysLarge() throws {
        var resize = Recipe.Stage("resize")
        resize.set("scale", to: .keys([0: 2, 1: 1, 2: 0.5]))
        try withSharedEngine { engine in
            for frame in [0, 8, 16] {
                let time = FrameTime(frame: frame, rate: 8)
                let plan = try Plan(
                    recipe: [resize], catalog: .builtIn, sourceSize: SIMD2(96, 64),
                    viewport: Viewport(gridSize: SIMD2(192, 128), region: PixelRegion(size: SIMD2(192, 128))),
                    precision: .rgba16f, time: time)
                #expect(plan.passes.last?.region.size == SIMD2(192, 128), "frame \(frame)")
                #expect(plan.source.region.size == SIMD2(96, 64), "frame \(frame)")
                #expect(try values([resize], at: frame, on: engine).count == 192 * 128, "frame \(frame)")
            }
        }
    }

    @Test("while a value stays the same, nothing is recomputed")
    func keepsResults() throws {
        try withEngine { engine in
            var moving = Recipe.Stage("gaussian-blur")
            moving.set("radius", to: .keys([0: 4, 1: 4, 2: 8]))
            _ = try values([moving], at: 0, on: engine)
            let runs = engine.runs
            _ = try values([moving], at: 5, on: engine)
            #expect(engine.runs == runs)
            _ = try values([moving], at: 12, on: engine)
            #expect(engine.runs["gaussian blur, rows"] ?? 0 > runs["gaussian blur, rows"] ?? 0)
        }
    }

    @Test("the frames of a clip are divided for all times, and each has the pixels of a static export")
    func exports() throws {
        let picture = testPicture(width: 200, height: 700).buffer(.eight)
        let size = SIMD2(picture.width, picture.height)
        var moving = Recipe.Stage("gaussian-blur")
        moving.set("radius", to: .keys([0: 0, 1: 40, 3: 0]))
        func rows(_ recipe: Recipe, at frame: Int, _ frames: FrameExports?, on engine: Engine) throws
            -> [UInt8]
        {
            var bytes: [UInt8] = []
            let exporter = try Exporter(
                picture, isOpaque: true, at: FrameTime(frame: frame, rate: 4), recipe: recipe, depth: .eight,
                on: engine, frames: frames
            ) { rows, _ in bytes += rows }
            while try exporter.step() {}
            try frames?.readback.finish()
            return bytes
        }
        try withSharedEngine { engine in
            let frames = try FrameExports(of: [moving], over: size, from: .eight, to: .eight, on: engine)
            for (frame, radius) in [(0, 0.0), (2, 20), (4, 40), (8, 20), (12, 0)] {
                let expected = try rows(
                    [.init("gaussian-blur", ["radius": .number(radius)])], at: 0, nil, on: engine)
                #expect(try rows([moving], at: frame, frames, on: engine) == expected, "frame \(frame)")
            }
        }
    }

    @Test("a color table cannot contain a changing value, and channels do not depend on the time")
    func rules() {
        var moving = Recipe.Stage("saturation")
        moving.set("amount", to: .keys([0: 1, 1: 0]))
        let (kept, others) = FilterCatalog.builtIn.colorStages(of: [moving, .init("invert")])
        #expect(kept == [.init("invert")] && others == ["Saturation"])
        var background = Recipe.Stage("background")
        background.setOpacity(to: .keys([0: 1, 1: 0.5]))
        #expect(FilterCatalog.builtIn.channels(of: [background], over: .rgba).hasAlpha)
    }
}
