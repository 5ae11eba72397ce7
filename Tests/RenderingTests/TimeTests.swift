import Filters
import GPU
import Rendering
import Shaders
import Testing

/// Filters that depend on time: custom point filters, and analog video.
@Suite("Time") struct TimeTests {
    /// Makes its inputs visible: time in red and green, position in blue, blended half over the picture.
    private static let clock = """
        // filter: clock
        // title: Clock
        // group: G
        // summary: S.
        // reads: place time
        // parameter: scale "Scale" number 0..1 default=1
        // parameter: start "Start" integer 0..1000000 default=0 offsets=time
        vec4 clock(vec4 color, vec2 position, Time time, float scale, int start) {
            return vec4(time.seconds * scale, float(time.frame - start), position.x + time.rate, color.a);
        }
        """
    /// A filter without a parameter that could fix its time.
    private static let blink = """
        // filter: blink
        // title: Blink
        // group: G
        // summary: S.
        // reads: time
        vec4 blink(vec4 color, Time time) { return vec4(float(time.frame % 2), float(time.frame), 0.0, 1.0); }
        """
    private static let catalog = FilterCatalog(
        files: Shaders.text.merging(
            ["clock.glsl": clock, "blink.glsl": blink], uniquingKeysWith: { first, _ in first }))

    private func withClock<Result>(_ body: (Engine) throws -> Result) throws -> Result {
        let log = DebugLog()
        let engine = try Engine(context: HeadlessContext(), catalog: Self.catalog, log: log)
        let result = try body(engine)
        #expect(Self.catalog.errors.isEmpty && log.errors.isEmpty)
        return result
    }

    @Test(
        "a filter's function receives seconds, frame number and rate, shifted by its offset parameter",
        arguments: [(0, 0), (10, 0), (0, 10), (123, 456)])
    func isGiven(frame: Int, start: Int) throws {
        let picture = testPicture(width: 16, height: 8)
        let still = SourceFrame(picture.buffer(.sixteen)).at(FrameTime(frame: frame, rate: 25))
        var stage = Recipe.Stage("clock", ["scale": 0.5, "start": .number(Double(start))])
        let values = try withClock { try $0.values([stage], of: still, precision: .rgba32f) }
        let expected = Reference(width: 16, height: 8) { x, _ in
            SIMD4(0.5 * Double(frame + start) / 25, Double(frame), Double(x) + 0.5 + 25, 1)
        }
        #expect(largestDifference(values, expected) < 1e-4)
        // Blending changes the index of the time in the uniform block.
        stage.opacity = 0.5
        let mixed = try withClock {
            try $0.values([Recipe.Stage("invert"), stage], of: still, precision: .rgba32f)
        }
        let half = Reference(width: 16, height: 8) { x, y in
            var color = (SIMD4(1, 1, 1, 0) - picture[x, y] + expected[x, y]) / 2
            color.w = 1
            return color
        }
        #expect(largestDifference(mixed, half) < 1e-3)
    }

    @Test("frame numbers are integers however long a camera runs", arguments: [16_777_217, 1 << 30])
    func countsFar(frame: Int) throws {
        let still = SourceFrame(testPicture(width: 4, height: 4).buffer(.eight))
            .at(FrameTime(frame: frame, rate: 60))
        let values = try withClock { try $0.values([Recipe.Stage("blink")], of: still, precision: .rgba32f) }
        #expect(values[0].x == Float(frame % 2))
    }

    @Test("frames that come unevenly have their own seconds")
    func unevenFrames() {
        let time = FrameTime(frame: 50, rate: 25, seconds: 2.125)
        #expect(time.seconds == 2.125)
        var later = time
        later.frame += 25
        #expect(later.seconds == 3.125)
        #expect(FrameTime(frame: 30_000).seconds == 1001)
    }

    @Test("as time passes, only the stages from the first that reads it on are recomputed")
    func keepsWhatStandsStill() throws {
        try withClock { engine in
            let still = SourceFrame(testPicture().buffer(.eight))
            let recipe: Recipe = [
                Recipe.Stage("gaussian-blur", ["radius": 4]), Recipe.Stage("clock"),
            ]
            var counts: [[String: Int]] = []
            for frame in 0..<4 {
                _ = try engine.values(recipe, of: still.at(FrameTime(frame: frame)), keepsResults: true)
                counts.append(engine.runs)
            }
            for before in ["source", "gaussian blur, rows", "gaussian blur, columns"] {
                #expect(counts.map { $0[before] } == [1, 1, 1, 1], "\(before)")
            }
            #expect(counts.last?["clock"] == 4)
            // Rendering the same frame again uses the cache.
            _ = try engine.values(recipe, of: still.at(FrameTime(frame: 3)), keepsResults: true)
            #expect(engine.runs == counts.last)
        }
    }

    @Test("if no filter reads it, time changes nothing and recomputes nothing")
    func standsStill() throws {
        try withClock { engine in
            let still = SourceFrame(testPicture().buffer(.eight))
            var off = Recipe.Stage("blink")
            off.isEnabled = false
            let recipe: Recipe = [Recipe.Stage("saturation", ["amount": 0.5]), off]
            let first = try engine.values(recipe, of: still, keepsResults: true)
            let runs = engine.runs
            let later = try engine.values(
                recipe, of: still.at(FrameTime(frame: 9)), keepsResults: true)
            #expect(later == first && engine.runs == runs)
        }
    }

    @Test(
        "analog video with a frame offset equals that of a later frame",
        arguments: [
            ["useField": "alternating", "tracking": 0.5], ["useField": "interleaved-lower"],
            ["overlayCounter": true, "generations": 2], ["snowIntensity": 0.01],
        ] as [[String: ParameterValue]])
    func analogVideo(settings: [String: ParameterValue]) throws {
        let still = SourceFrame(testPicture(width: 120, height: 90).buffer(.eight))
        func values(_ engine: Engine, offset: Int, at frame: Int) throws -> [SIMD4<Float>] {
            let stage = Recipe.Stage(
                "ntsc",
                settings.merging(["frame": .number(Double(offset)), "resize480": false]) { first, _ in first }
            )
            return try engine.values([stage], of: still.at(FrameTime(frame: frame)), keepsResults: true)
        }
        try withSharedEngine { engine in
            let paused = try values(engine, offset: 61, at: 0)
            #expect(try values(engine, offset: 0, at: 61) == paused)
            #expect(try values(engine, offset: 47, at: 14) == paused)
            #expect(try values(engine, offset: 999_999, at: 63) == paused)
            #expect(try values(engine, offset: 0, at: 60) != paused)
        }
    }
}
