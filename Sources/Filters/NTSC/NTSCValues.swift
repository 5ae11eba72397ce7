import Glibc

/// The values passed to the kernels of the chain, in the order of `Shaders/include/ntsc.glsl`.
struct NTSCValues {
    let settings: NTSCSettings
    let size: SIMD2<Int>
    let frame: Int
    let fields: NTSCFields
    private let timing: NTSCTiming

    init(settings: NTSCSettings, size: SIMD2<Int>, frame: Int, fields: NTSCFields, generation: Int) {
        var settings = settings
        // Each tape has its own noise.
        if generation > 0 {
            let seed = Int32(
                truncatingIfNeeded: Int(settings.number("randomSeed")) &+ generation &* 0x5bd1_e995)
            settings.set("randomSeed", to: .number(Double(seed)))
        }
        self.settings = settings
        self.size = size
        self.frame = frame
        self.fields = fields
        timing = NTSCTiming(settings, height: size.y)
    }

    /// What each tape speed preserves: luma and chroma cutoffs in hertz, and how far the chroma filter runs ahead.
    private static let tapes: [(luma: Double, chroma: Double, advance: Double)] = [
        (2.4e6, 320e3, 4), (1.9e6, 300e3, 5), (1.4e6, 280e3, 6),
    ]

    private var tape: (luma: Double, chroma: Double, advance: Double)? {
        let speed = settings.choice("vhsTapeSpeed")
        return settings.isOn("vhsSettings") && speed > 0 ? Self.tapes[speed - 1] : nil
    }

    var hasTape: Bool { tape != nil }

    /// Delay of the chroma: to the right in pixels, and down in rows of a field.
    var chromaColumns: Double {
        let scale = timing.horizontalScale
        // The reference multiplies by the scale twice.
        return settings.number("chromaDelayHorizontal") * scale * (settings.isOn("singleDelay") ? 1 : scale)
    }

    var chromaRows: Double { timing.rows(settings.number("chromaDelayVertical")) }

    var delaysChroma: Bool { chromaColumns != 0 || chromaRows != 0 }

    var vectors: [SIMD4<Float>] {
        let kind = RowFilter.Kind(rawValue: settings.choice("filterType")) ?? .butterworth
        let rate = timing.sampleRate
        let seed = UInt32(bitPattern: Int32(settings.number("randomSeed")))
        let isTrue = settings.isOn("truePhase")
        let shift = settings.choice("videoScanlinePhaseShift")
        // A quarter turn per row; the reference's 270° also means 90°. PAL's carrier advances by three quarters.
        let step = timing.isPAL || (isTrue && shift == 3) ? 3 : 1
        func lowPasses(_ id: String) -> [SIMD4<Float>] {
            let isLight = settings.choice(id) == 1
            return [isLight ? 2.6e6 : 1.3e6, isLight ? 2.6e6 : 0.6e6].map {
                RowFilter.lowPass(cutoff: $0, rate: rate, kind: kind)
            }
        }
        var vectors = [
            SIMD4(Float(size.x), Float(size.y), Float(frame), Float(fields.rawValue)),
            vector(Double(seed & 0xffff), Double(seed >> 16), timing.horizontalScale, timing.verticalScale),
            vector(
                Double(timing.isPAL ? 1 : shift), settings.number("videoScanlinePhaseShiftOffset"),
                Double(step),
                timing.isPAL ? -1 : 1),
        ]
        vectors += lowPasses("chromaLowpassIn")
        vectors.append(
            vector(
                RowFilter.onePole(cutoff: 1, rate: 8), -settings.number("compositePreemphasis"),
                settings.isOn("steadyStart") ? 1 : 0, isTrue ? 1 : 0))
        let ringing = min(settings.number("ringingFrequency") / timing.horizontalScale, 1)
        vectors.append(RowFilter.bandPass(frequency: ringing, quality: settings.number("ringingPower")))
        let smear = settings.number("lumaSmear")
        vectors.append(
            vector(
                smear > 0
                    ? RowFilter.onePole(cutoff: 0.25 * exp2(-4 * smear), rate: timing.horizontalScale) : 1,
                settings.number("ringingScale"), settings.isOn("ringing") ? 1 : 0))
        vectors += tapeVectors(kind: kind, rate: rate)
        vectors += lowPasses("chromaLowpassOut")
        vectors += ["compositeNoise", "lumaNoise", "chromaNoise"].map { id in
            vector(
                settings.isOn(id) ? settings.number(id + "Intensity") : 0, settings.number(id + "Frequency"),
                settings.isOn(id) ? settings.number(id + "Detail") : 0)
        }
        vectors.append(
            vector(
                settings.number("chromaPhaseError"), settings.number("chromaPhaseNoiseIntensity"),
                settings.isOn("sharpComb") ? 1 : 0))
        vectors.append(vector(chromaColumns, chromaRows))
        let hasWave = settings.isOn("vhsSettings") && settings.isOn("vhsEdgeWaveEnabled")
        vectors.append(
            vector(
                hasWave ? settings.number("vhsEdgeWave") : 0, settings.number("vhsEdgeWaveSpeed"),
                settings.number("vhsEdgeWaveFrequency"), settings.number("vhsEdgeWaveDetail")))
        return vectors + headVectors
    }

    private func tapeVectors(kind: RowFilter.Kind, rate: Double) -> [SIMD4<Float>] {
        let loss = settings.isOn("vhsSettings") ? settings.number("vhsChromaLoss") : 0
        guard let tape else { return [.zero, .zero, .zero, vector(0, 0, 0, loss), .zero] }
        let sharpens = settings.isOn("vhsSharpenEnabled")
        let frequency = settings.number("vhsSharpenFrequency")
        let cutoff = tape.luma * frequency * (kind == .constantK ? 4 : 1)
        return [
            RowFilter.lowPass(cutoff: tape.luma, rate: rate, kind: kind),
            RowFilter.lowPass(cutoff: tape.chroma, rate: rate, kind: kind),
            RowFilter.lowPass(cutoff: cutoff, rate: rate, kind: kind),
            vector(
                RowFilter.onePole(cutoff: tape.luma, rate: rate), -1.6,
                sharpens ? -2 * settings.number("vhsSharpen") * frequency : 0, loss),
            vector(timing.samples(tape.advance)),
        ]
    }

    private var headVectors: [SIMD4<Float>] {
        let switches = settings.isOn("headSwitching")
        let tracks = settings.isOn("trackingNoise")
        return [
            vector(
                switches ? timing.rows(settings.number("headSwitchingHeight")) : 0,
                timing.rows(settings.number("headSwitchingOffset")),
                settings.number("headSwitchingHorizontalShift"),
                settings.isOn("headSwitchingStartMidLine") ? 1 : 0),
            vector(
                settings.number("headSwitchingMidLinePosition"), settings.number("headSwitchingMidLineJitter")
            ),
            vector(
                tracks ? timing.rows(settings.number("trackingNoiseHeight")) : 0,
                settings.number("trackingNoiseWaveIntensity"), settings.number("trackingNoiseNoiseIntensity")),
            vector(settings.number("tracking"), settings.number("trackingPosition"), NTSCFields.bandSpeed),
        ]
    }
}
