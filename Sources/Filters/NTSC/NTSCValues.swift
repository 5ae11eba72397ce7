import Glibc

/// The numbers that all kernels of the chain read, under their names in `Shaders/ntsc`.
struct NTSCValues {
    let settings: NTSCSettings
    let size: SIMD2<Int>
    let frame: Int
    let fields: NTSCFields
    private let timing: NTSCTiming
    private let copies: NTSCCopies

    init(settings: NTSCSettings, size: SIMD2<Int>, frame: Int, fields: NTSCFields, generation: Int) {
        var settings = settings
        // Each tape has its own noise.
        if generation > 0 {
            settings.set("randomSeed", to: .number(Double(settings.seed(ofGeneration: generation))))
        }
        self.settings = settings
        self.size = size
        self.frame = frame
        self.fields = fields
        timing = NTSCTiming(settings, height: size.y)
        copies = NTSCCopies(count: max(1, settings.number("generations")))
    }

    private var medium: TapeMedium { TapeMedium(choice: settings.choice("medium")) }

    var hasTape: Bool { settings.isOn("vhsSettings") && settings.choice("vhsTapeSpeed") > 0 }

    /// The chroma delay: to the right in pixels, and down in rows of a field.
    var chromaColumns: Double {
        let scale = timing.horizontalScale
        // The reference implementation multiplies by the scale twice.
        return settings.number("chromaDelayHorizontal") * scale * (settings.isOn("singleDelay") ? 1 : scale)
    }

    var chromaRows: Double { timing.rows(settings.number("chromaDelayVertical")) }

    var delaysChroma: Bool { chromaColumns != 0 || chromaRows != 0 }

    var uniforms: Uniforms {
        var uniforms = signal
        for part in [encoder, decoder, tapeSignal, heads] {
            for (name, value) in part.entries { uniforms[name] = value }
        }
        return uniforms
    }

    private var kind: RowFilter.Kind {
        RowFilter.Kind(rawValue: settings.choice("filterType")) ?? .butterworth
    }

    private var signal: Uniforms {
        let isTrue = settings.isOn("truePhase")
        let shift = settings.choice("videoScanlinePhaseShift")
        // The carrier advances by a quarter cycle per row (in the reference implementation, 270° also means
        // 90°), and by three quarters for PAL.
        let step = timing.isPAL || (isTrue && shift == 3) ? 3 : 1
        return [
            "rowLength": .int(size.x), "rowCount": .int(size.y), "frameNumber": .int(frame),
            "fieldMode": .int(fields.rawValue), "randomSeed": .int(Int(settings.number("randomSeed"))),
            "horizontalScale": .float(timing.horizontalScale), "verticalScale": .float(timing.verticalScale),
            "phaseShift": .int(timing.isPAL ? 1 : shift),
            "phaseOffset": .int(Int(settings.number("videoScanlinePhaseShiftOffset"))),
            "phaseStep": .int(step), "phaseSwing": .float(timing.isPAL ? -1 : 1), "truePhase": .bool(isTrue),
            "steady": .float(settings.isOn("steadyStart") ? 1 : 0),
        ]
    }

    private var encoder: Uniforms {
        let cuts = lowPasses("chromaLowpassIn")
        return [
            "chromaInI": .vec4(cuts.i), "chromaInQ": .vec4(cuts.q),
            "preemphasis": .vec2(
                SIMD2(
                    RowFilter.onePole(cutoff: 1, rate: 8),
                    -copies.emphasis(settings.number("compositePreemphasis")))),
            "compositeNoise": noise("compositeNoise"),
        ]
    }

    private var decoder: Uniforms {
        let ringing = min(settings.number("ringingFrequency") / timing.horizontalScale, 1)
        let smear = settings.number("lumaSmear")
        return [
            "ringingNotch": .vec4(
                RowFilter.bandPass(frequency: ringing, quality: settings.number("ringingPower"))),
            "ringingScale": .float(copies.sharpening(settings.number("ringingScale"))),
            "rings": .bool(settings.isOn("ringing")),
            "lumaSmear": .float(
                smear > 0
                    ? RowFilter.onePole(cutoff: 0.25 * exp2(-4 * smear), rate: timing.horizontalScale) : 1),
            "lumaNoise": noise("lumaNoise", gain: tapeNoise),
            "chromaNoise": noise("chromaNoise", gain: tapeNoise),
            "phaseError": .float(settings.number("chromaPhaseError")),
            "phaseNoise": .float(settings.number("chromaPhaseNoiseIntensity")),
            "sharpComb": .bool(settings.isOn("sharpComb")), "chromaColumns": .float(chromaColumns),
            "chromaRows": .float(chromaRows),
        ]
    }

    private var tapeSignal: Uniforms {
        let isOn = settings.isOn("vhsSettings")
        let hasWave = isOn && settings.isOn("vhsEdgeWaveEnabled")
        let cuts = lowPasses("chromaLowpassOut")
        var uniforms: Uniforms = [
            "chromaOutI": .vec4(cuts.i), "chromaOutQ": .vec4(cuts.q),
            "chromaLoss": .float(isOn ? settings.number("vhsChromaLoss") : 0),
            "edgeWaveSetting": .vec4(
                vector(
                    hasWave ? settings.number("vhsEdgeWave") : 0, settings.number("vhsEdgeWaveSpeed"),
                    settings.number("vhsEdgeWaveFrequency"), settings.number("vhsEdgeWaveDetail"))),
        ]
        let rate = timing.sampleRate
        let frequency = settings.number("vhsSharpenFrequency")
        // These are only used by kernels with a tape.
        let tape = medium.speed(settings.choice("vhsTapeSpeed"))
        let cutoff = tape.luma * frequency * (kind == .constantK ? 4 : 1)
        uniforms["tapeLuma"] = .vec4(RowFilter.lowPass(cutoff: tape.luma, rate: rate, kind: kind))
        uniforms["tapeChroma"] = .vec4(RowFilter.lowPass(cutoff: tape.chroma, rate: rate, kind: kind))
        uniforms["tapeSharpen"] = .vec4(RowFilter.lowPass(cutoff: cutoff, rate: rate, kind: kind))
        uniforms["tapeBoost"] = .vec2(
            SIMD2(RowFilter.onePole(cutoff: tape.luma, rate: rate), -copies.boost(1.6)))
        uniforms["tapeSharpening"] = .float(
            settings.isOn("vhsSharpenEnabled")
                ? -2 * copies.sharpening(settings.number("vhsSharpen")) * frequency : 0)
        uniforms["tapeLead"] = .int(hasTape ? Int(timing.samples(tape.advance)) : 0)
        return uniforms
    }

    private var heads: Uniforms {
        let switches = settings.isOn("headSwitching")
        let tracks = settings.isOn("trackingNoise")
        return [
            "headRows": .float(switches ? timing.rows(settings.number("headSwitchingHeight")) : 0),
            "headOffset": .float(timing.rows(settings.number("headSwitchingOffset"))),
            "headShift": .float(settings.number("headSwitchingHorizontalShift")),
            "headMidLine": .bool(settings.isOn("headSwitchingStartMidLine")),
            "midLinePosition": .float(settings.number("headSwitchingMidLinePosition")),
            "midLineJitter": .float(settings.number("headSwitchingMidLineJitter")),
            "trackingRows": .float(tracks ? timing.rows(settings.number("trackingNoiseHeight")) : 0),
            "trackingWave": .float(settings.number("trackingNoiseWaveIntensity")),
            "trackingNoise": .float(settings.number("trackingNoiseNoiseIntensity")),
            "bandAmount": .float(settings.number("tracking")),
            "bandPosition": .float(settings.number("trackingPosition")),
            "bandSpeed": .float(NTSCFields.bandSpeed),
        ]
    }

    /// The chroma low-pass filters for I and Q that a setting selects: light for both, or full.
    private func lowPasses(_ id: String) -> (i: SIMD4<Float>, q: SIMD4<Float>) {
        let isLight = settings.choice(id) == 1
        func lowPass(_ cutoff: Double) -> SIMD4<Float> {
            RowFilter.lowPass(cutoff: cutoff, rate: timing.sampleRate, kind: kind)
        }
        return (lowPass(isLight ? 2.6e6 : 1.3e6), lowPass(isLight ? 2.6e6 : 0.6e6))
    }

    /// The tape's share of the noise, compared with VHS: that of luma and chroma comes from the tape, that of
    /// the composite signal does not.
    private var tapeNoise: Double { hasTape ? medium.noise : 1 }

    /// The properties of a noise: intensity, frequency and octaves.
    private func noise(_ id: String, gain: Double = 1) -> Uniforms.Value {
        .vec3(
            SIMD3(
                settings.isOn(id) ? gain * settings.number(id + "Intensity") : 0,
                settings.number(id + "Frequency"), settings.isOn(id) ? settings.number(id + "Detail") : 0))
    }
}
