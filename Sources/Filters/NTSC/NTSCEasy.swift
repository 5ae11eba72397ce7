import Glibc

/// The analog video chain controlled by a few knobs, each of which sets many parameters at once.
package struct NTSCEasy: Sendable, Hashable {
    /// How worn the tape is, 0…1: colors fade and lag, and dropouts appear.
    package var age = 0.3
    /// 0 without a tape, 1 for SP, 2 for LP, 3 for EP.
    package var tapeSpeed = 1
    /// How far the heads are off the track, 0…1.
    package var tracking = 0.2
    /// The strength of the noise, 0…1.
    package var noise = 0.3
    /// How far color bleeds beyond edges, 0…1.
    package var colorBleed = 0.3
    /// Sharpness, 0…1: 0 is soft, one half is broadcast quality, 1 is harsh.
    package var sharpness = 0.5
    /// How far rows sway, 0…1.
    package var jitter = 0.2
    /// The number of times the tape was copied, 1…8.
    package var generations = 1

    package init() {}

    /// The settings that result from the knobs. Settings that no knob controls have their defaults.
    package var settings: NTSCSettings {
        var settings = NTSCSettings()
        for (id, value) in driven { settings.set(id, to: value) }
        return settings
    }

    /// The settings that the knobs control, by parameter id. The ids do not depend on the positions of the
    /// knobs; values may be out of range.
    var driven: [String: ParameterValue] {
        var driven: [String: ParameterValue] = [:]
        func set(_ id: String, _ value: Double) { driven[id] = .number(value) }
        func set(_ id: String, _ isOn: Bool) { driven[id] = .toggle(isOn) }
        func set(_ id: String, _ choice: String) { driven[id] = .text(choice) }
        set("vhsSettings", hasTape)
        set("vhsTapeSpeed", ["none", "sp", "lp", "ep"][min(max(tapeSpeed, 0), 3)])
        set("generations", Double(generations))
        set("headSwitching", hasTape)
        set("vhsChromaVertBlend", hasTape)
        set("scaleWithVideoSize", true)
        set("singleDelay", true)
        set("steadyStart", true)

        set("vhsChromaLoss", hasTape ? 0.02 * age * age : 0)
        set("dropouts", hasTape ? 0.6 * pow(age, 1.5) : 0)
        set("chromaPhaseNoiseIntensity", 0.001 + 0.02 * age * age)

        set("trackingNoise", hasTape && tracking > 0)
        set("trackingNoiseHeight", (4 + 40 * tracking).rounded())
        set("trackingNoiseWaveIntensity", 5 + 40 * tracking)
        set("trackingNoiseSnowIntensity", 0.01 + 0.1 * tracking)
        set("trackingNoiseNoiseIntensity", 0.1 + 0.5 * tracking)
        set("headSwitchingHorizontalShift", 40 + 60 * tracking)
        // Above the middle of the range, the tracking noise moves up into the picture.
        set("tracking", hasTape ? max(0, 2 * tracking - 1) : 0)

        set("compositeNoise", noise > 0)
        set("compositeNoiseIntensity", 0.25 * pow(noise, 1.5))
        set("lumaNoise", noise > 0)
        set("lumaNoiseIntensity", 0.12 * pow(noise, 1.5))
        set("chromaNoise", noise > 0)
        set("chromaNoiseIntensity", 0.35 * noise)
        set("snowIntensity", 0.5 * noise * noise * noise)

        set("chromaLowpassIn", colorBleed > 0 ? "full" : "light")
        set("chromaLowpassOut", colorBleed > 0.15 ? "full" : colorBleed > 0 ? "light" : "none")
        set("chromaDelayHorizontal", (12 * pow(colorBleed, 1.5) + 2 * age + lag) * share - lag)
        set("chromaDelayVertical", ((3 * colorBleed * colorBleed + age) * share).rounded())

        set("lumaSmear", smear * (1 - sharpness) * share)
        // This also strengthens the color carrier, but a worn tape keeps less of it.
        set("compositePreemphasis", 0.6 * sharpness - 0.5 * age)
        set("vhsSharpen", [0, 1.1, 0.9, 0.7][min(max(tapeSpeed, 0), 3)] * sharpness)
        set("ringingScale", 5.5 * sharpness)

        set("vhsEdgeWaveEnabled", hasTape && jitter > 0)
        set("vhsEdgeWave", 6 * pow(jitter, 1.5))
        set("vhsEdgeWaveFrequency", 0.05 + 0.1 * jitter)

        // These have no effect unless the sound of the tape is on. The bandwidth follows the tape speed, and
        // the number of copies applies to the sound as well. At the initial age, they are near their
        // defaults.
        set("soundHiss", hasTape ? 0.1 + 0.65 * age : 0)
        set("soundWow", hasTape ? 0.1 + 0.6 * age : 0)
        set("soundFlutter", hasTape ? 0.15 + 0.35 * age + 0.2 * tracking : 0)
        set("soundSaturation", hasTape ? 0.2 + 0.3 * age : 0)
        set("soundDropouts", hasTape ? min(1, 0.6 * pow(age, 0.75) + 0.4 * tracking * tracking) : 0)
        return driven
    }

    private var hasTape: Bool { tapeSpeed > 0 }

    /// The share that each tape contributes to the total error: the errors of n tapes add up to √n times that
    /// of one.
    private var share: Double { 1 / Double(max(1, generations)).squareRoot() }

    /// The delay of a tape's chroma filter, in pixels.
    private var lag: Double { hasTape ? 6 : 0 }

    /// The luma smear of the softest picture.
    private var smear: Double { hasTape ? 1 : 0.4 }
}

extension NTSCEasy {
    /// The knob positions that come closest to the given settings, so that turning one knob changes little
    /// else.
    package init(nearest settings: NTSCSettings) {
        func knob(_ value: Double, maximum: Double = 1) -> Double {
            value.isFinite ? (min(max(value, 0), maximum) * 100).rounded() / 100 : 0
        }
        /// Solves y = factor · x^1.5 for x.
        func root(_ value: Double, _ factor: Double) -> Double { knob(pow(max(0, value) / factor, 2.0 / 3)) }
        tapeSpeed = settings.isOn("vhsSettings") ? settings.choice("vhsTapeSpeed") : 0
        generations = Int(settings.number("generations"))
        age = hasTape ? root(settings.number("dropouts"), 0.6) : 0
        let band = settings.number("tracking")
        let height = settings.isOn("trackingNoise") ? settings.number("trackingNoiseHeight") : 0
        tracking = band > 0 ? knob((band + 1) / 2) : knob((height - 4) / 40, maximum: 0.5)
        // The maximum of all kinds of noise, so that none is lost.
        noise = max(
            settings.isOn("compositeNoise") ? root(settings.number("compositeNoiseIntensity"), 0.25) : 0,
            settings.isOn("lumaNoise") ? root(settings.number("lumaNoiseIntensity"), 0.12) : 0,
            settings.isOn("chromaNoise") ? knob(settings.number("chromaNoiseIntensity") / 0.35) : 0)
        let delay = (settings.number("chromaDelayHorizontal") + lag) / share - lag
        let range = [0.0...0.0, 0.01...0.15, 0.16...1][settings.choice("chromaLowpassOut")]
        colorBleed = min(max(root(delay - 2 * age, 12), range.lowerBound), range.upperBound)
        sharpness = knob(1 - settings.number("lumaSmear") / share / smear)
        jitter = settings.isOn("vhsEdgeWaveEnabled") ? root(settings.number("vhsEdgeWave"), 6) : 0
    }
}
