import Filters
import GPU
import Imaging
@testable import Rendering
import Testing

@Suite("The two variants of row filters") struct RowVariantTests {
    /// A frame of random colors; no two rows are alike.
    private func noise(_ width: Int, _ height: Int) -> FloatFrame {
        var dice = Dice("rows \(width)")
        let pixels = (0..<width * height).map { _ in
            SIMD4(Float(dice.number(0...1)), Float(dice.number(0...1)), Float(dice.number(0...1)), 1)
        }
        return FloatFrame(pixels, width: width)
    }

    /// The largest difference between the variants, relative to the largest value.
    private func difference(_ stage: Recipe.Stage, of frame: FloatFrame) throws -> Float {
        let streamed = try withRows(.streamed) { try $0.floats(stage, of: frame) }
        let chunked = try withRows(.chunked) { try $0.floats(stage, of: frame) }
        #expect(streamed.count == chunked.count)
        func largest(_ values: some Sequence<SIMD4<Float>>) -> Float {
            values.reduce(0) { Swift.max($0, abs($1.min()), abs($1.max())) }
        }
        return largest(zip(streamed, chunked).map { $0 - $1 }) / Swift.max(1, largest(streamed))
    }

    @Test(
        "agree whatever a row's length",
        arguments: [1, 2, 3, 5, 8, 63, 64, 65, 256, 257, 259, 1920, 1921])
    func lengths(width: Int) throws {
        let frame = noise(width, 5)
        var other = NTSCSettings()
        for (id, value) in [
            "filterType": "constant-k", "inputLumaFilter": "box", "chromaDemodulation": "box",
            "chromaLowpassIn": "light", "chromaLowpassOut": "light", "ringing": true, "lumaSmear": 1,
            "vhsSharpenEnabled": true, "vhsTapeSpeed": "ep", "vhsChromaVertBlend": true,
            "headSwitching": true, "headSwitchingHeight": 2, "chromaDelayHorizontal": 2.5,
            "steadyStart": true, "lumaNoise": true, "chromaNoise": true, "compositeNoise": true,
        ] as [String: ParameterValue] {
            other.set(id, to: value)
        }
        for settings in [NTSCSettings().still, other] {
            #expect(try difference(settings.stage(frame: 1), of: frame) < 2e-5)
        }
    }

    // A picture high enough that the rows of each pass are divided among several dispatches.
    @Test("agree if rows are processed in bands")
    func bands() throws {
        #expect(try difference(NTSCSettings().still.stage(frame: 1), of: noise(1920, 130)) < 2e-5)
    }

    /// Only numbers are random: a software renderer takes a second to compile a chunked kernel.
    @Test("agree whatever the settings, on fields, in PAL and over generations")
    func settings() throws {
        var dice = Dice("forms")
        let frame = noise(301, 24)
        for index in 0..<32 {
            var settings = NTSCSettings().still
            for parameter in NTSCSettings.presetParameters where [.number, .integer].contains(parameter.kind)
            {
                settings.set(parameter.id, to: parameter.sample(&dice))
            }
            for id in ["chromaDemodulation", "videoScanlinePhaseShift", "ringing"] {
                guard let parameter = NTSCSettings.declared.first(where: { $0.id == id }) else { continue }
                settings.set(id, to: parameter.sample(&dice))
            }
            settings.set("useField", to: index % 2 == 0 ? "both" : "interleaved-upper")
            settings.set("steadyStart", to: .toggle(index % 2 == 0))
            settings.set("sharpComb", to: .toggle(index % 5 < 2))
            settings.set("standard", to: index % 3 == 0 ? "pal" : "ntsc")
            settings.set("generations", to: .number(index % 8 == 0 ? 2 : 1))
            settings.set("vhsEdgeWaveEnabled", to: true)
            let difference = try difference(settings.stage(frame: index), of: frame)
            #expect(difference < 2e-5, "\(settings.parameters)")
        }
    }

    @Test("agree with a tape's recording and head effects")
    func pieces() throws {
        var settings = NTSCSettings().still
        for (id, value) in [
            "snowIntensity": 5, "dropouts": 0.6, "tracking": 0.7, "trackingNoise": true,
            "headSwitching": true,
            "chromaDelayVertical": 4, "chromaDelayHorizontal": -3.25,
        ] as [String: ParameterValue] {
            settings.set(id, to: value)
        }
        #expect(try difference(settings.stage(frame: 2), of: noise(333, 120)) < 2e-5)
    }

    @Test("the faster one is chosen, by the minimum of several runs")
    func choice() throws {
        func choice(_ streamed: [Double], _ chunked: [Double]) throws -> (variant: RowVariant, runs: Int) {
            var times: [RowVariant: [Double]] = [.streamed: streamed, .chunked: chunked]
            var runs = 0
            let variant = try RowVariantChoice.faster { variant throws(GPUError) in
                runs += 1
                return times[variant, default: []].removeFirst()
            }
            return (variant, runs)
        }
        let even = [1.0, 1, 1, 1]
        #expect(try choice(even, [1.2, 1.3, 1.2, 1.1]).variant == .streamed)
        #expect(try choice(even, [1.2, 0.6, 1.2, 1.1]).variant == .chunked)
        // If both are nearly equally fast, the streamed variant is chosen, or the choice would be random.
        #expect(try choice(even, [0.9, 0.8, 0.9, 0.9]).variant == .streamed)
        #expect(try choice([5, 1.2, 1.1, 1.3], [4, 5, 1.9, 2]).variant == .streamed)
        // A clear result needs no second measurement.
        #expect(try choice([1], [20]) == (.streamed, 2))
        #expect(try choice([1], [0.1]) == (.chunked, 2))
    }

    @Test("are chosen once for a device, when a recipe first needs it")
    func measured() throws {
        try withEngine { engine in
            let frame = noise(8, 4)
            _ = try engine.floats(Recipe.Stage("invert"), of: frame)
            #expect(engine.rowVariant == nil)
            #expect(engine.device.kernels.compiled == 1)
            _ = try engine.floats(NTSCSettings().stage(), of: frame)
            let variant = try #require(engine.rowVariant)
            #expect(engine.lastPlan?.rowVariant == variant)
            #expect(try RowVariantChoice.variant(on: engine.device) == variant)
        }
    }

    @Test("are warmed up without pixels", arguments: RowVariant.allCases)
    func ready(variant: RowVariant) throws {
        let shape = KernelShape(
            of: RowVariantChoice.probe(variant), inputFormats: [.rgba32f], outputFormat: .rgba32f)
        try withSharedEngine { engine in
            try engine.prepare(shape)
            engine.device.finish()
        }
    }

    @Test("are part of a plan only if it has a row filter")
    func plans() throws {
        func plan(_ stage: Recipe.Stage) throws -> Plan {
            let size = SIMD2(720, 480)
            return try Plan(
                recipe: [stage], catalog: .builtIn, sourceSize: size, viewport: Viewport(wholeAt: size),
                precision: .rgba16f)
        }
        var rows = try plan(NTSCSettings().stage())
        #expect(rows.rowVariant == .streamed)
        rows.rowVariant = .chunked
        #expect(rows.passes.allSatisfy { ($0.rowWork == nil) == ($0.rowVariant == nil) })
        #expect(rows.rowVariant == .chunked)
        var blur = try plan(Recipe.Stage("gaussian-blur", ["radius": 5]))
        blur.rowVariant = .chunked
        #expect(blur.rowVariant == nil)
    }
}
