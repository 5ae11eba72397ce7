/// The analog video chain by a few knobs: each turns many settings at once.
package struct NTSCEasy: Sendable, Hashable {
    /// How worn the tape is, 0…1: color fades and lags, dropouts come.
    package var age = 0.3
    /// 0 no tape, 1 SP, 2 LP, 3 EP.
    package var tapeSpeed = 1
    /// How far the heads are off their track, 0…1.
    package var tracking = 0.2
    /// 0…1.
    package var noise = 0.3
    /// How far color runs beyond its edges, 0…1.
    package var colorBleed = 0.3
    /// From soft over as sent, at one half, to harsh, 0…1.
    package var sharpness = 0.5
    /// How far rows sway, 0…1.
    package var jitter = 0.2
    /// How often the tape was copied, 1…8.
    package var generations = 1

    package init() {}

    /// All the settings that the knobs come to.
    package var settings: NTSCSettings {
        var settings = NTSCSettings()
        func set(_ id: String, _ value: Double) { settings.set(id, to: .number(value)) }
        func set(_ id: String, _ isOn: Bool) { settings.set(id, to: .toggle(isOn)) }
        let hasTape = tapeSpeed > 0
        set("vhsSettings", hasTape)
        settings.set("vhsTapeSpeed", to: .text(["none", "sp", "lp", "ep"][min(max(tapeSpeed, 0), 3)]))
        set("generations", Double(generations))
        set("headSwitching", hasTape)
        set("vhsChromaVertBlend", hasTape)

        set("vhsChromaLoss", hasTape ? 0.02 * age * age : 0)
        set("dropouts", hasTape ? 0.6 * age * age : 0)
        set("chromaPhaseNoiseIntensity", 0.001 + 0.02 * age * age)

        set("trackingNoise", hasTape && tracking > 0)
        set("trackingNoiseHeight", (4 + 40 * tracking).rounded())
        set("trackingNoiseWaveIntensity", 5 + 40 * tracking)
        set("trackingNoiseSnowIntensity", 0.01 + 0.1 * tracking)
        set("trackingNoiseNoiseIntensity", 0.1 + 0.5 * tracking)
        set("headSwitchingHorizontalShift", 40 + 60 * tracking)
        // From half the way on the noise wanders up into the picture.
        set("tracking", hasTape ? max(0, 2 * tracking - 1) : 0)

        set("compositeNoise", noise > 0)
        set("compositeNoiseIntensity", 0.25 * noise * noise)
        set("lumaNoise", noise > 0)
        set("lumaNoiseIntensity", 0.12 * noise * noise)
        set("chromaNoise", noise > 0)
        set("chromaNoiseIntensity", 0.35 * noise)
        set("snowIntensity", 0.5 * noise * noise * noise)

        settings.set("chromaLowpassIn", to: colorBleed > 0 ? "full" : "light")
        settings.set("chromaLowpassOut", to: colorBleed > 0.15 ? "full" : colorBleed > 0 ? "light" : "none")
        set("chromaDelayHorizontal", 8 * colorBleed * colorBleed + 2 * age)
        set("chromaDelayVertical", (3 * colorBleed * colorBleed + age).rounded())

        set("lumaSmear", min(1, max(0, 1 - 1.2 * sharpness)))
        set("compositePreemphasis", 2 * sharpness)
        set("vhsSharpen", sharpness)
        set("ringingScale", 6 * sharpness)

        set("vhsEdgeWaveEnabled", hasTape && jitter > 0)
        set("vhsEdgeWave", 6 * jitter * jitter)
        set("vhsEdgeWaveFrequency", 0.05 + 0.1 * jitter)
        set("vhsEdgeWaveDetail", jitter > 0.5 ? 3 : 2)
        return settings
    }
}
