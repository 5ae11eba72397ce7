@testable import Filters
import Testing

@Suite("Presets of the analog video chain") struct NTSCPresetTests {
    private static let text = """
        {"version": 1, "vhs_edge_wave": 3.5, "use_field": 3, "ringing": false, "random_seed": -7,
         "head_switching_height": 9, "a_new_key": [1, {"b": null}], "vhs_tape_speed": "fast", "snow_intensity": 1000}
        """

    @Test("given settings are read, and the rest keep their defaults")
    func reads() throws {
        let settings = try NTSCPreset(json: Self.text).settings
        #expect(settings.number("vhsEdgeWave") == 3.5)
        #expect(settings.text("useField") == "both" && settings.choice("useField") == 3)
        #expect(!settings.isOn("ringing"))
        #expect(settings.number("randomSeed") == -7)
        #expect(settings.number("headSwitchingHeight") == 9)
        #expect(settings.number("lumaSmear") == 0.5 && settings.isOn("compositeNoise"))
        #expect(settings.number("snowIntensity") == 100, "beyond the range is the nearest within")
    }

    @Test("unknown settings are reported, and written back unchanged")
    func keepsTheUnknown() throws {
        var preset = try NTSCPreset(json: Self.text)
        #expect(preset.unknownKeys == ["a_new_key"])
        #expect(preset.wrongKeys == ["vhs_tape_speed"])
        #expect(preset.settings.text("vhsTapeSpeed") == "lp")
        preset.set("ringing", to: true)
        #expect(preset.remark?.contains("snow_intensity 1000 as 100") == true)
        let again = try #require(try Recipe.jsonObject(preset.json))
        var wanted = try #require(try Recipe.jsonObject(Self.text))
        wanted["ringing"] = .bool(true)
        #expect(again == wanted)
    }

    @Test("values out of range are reported, and written back unchanged until they are changed")
    func outOfRange() throws {
        let text =
            #"{"version": 1, "snow_intensity": 1000, "vhs_edge_wave": -3, "use_field": 9, "luma_smear": 1}"#
        var preset = try NTSCPreset(json: text)
        #expect(
            preset.outsideValues == [
                .init(key: "snow_intensity", given: 1000, taken: 100),
                .init(key: "vhs_edge_wave", given: -3, taken: 0),
            ])
        #expect(preset.wrongKeys == ["use_field"])
        let remark = try #require(preset.remark)
        for word in ["snow_intensity 1000 as 100", "vhs_edge_wave -3 as 0", "use_field"] {
            #expect(remark.contains(word), "\(remark)")
        }
        #expect(!remark.contains("luma_smear"))
        for (id, value) in preset.settings.parameters { preset.update(id, to: value) }
        preset.update("vhsEdgeWave", to: 2)
        let again = try #require(try Recipe.jsonObject(preset.json))
        #expect(again["snow_intensity"] == .number(1000) && again["use_field"] == .number(9))
        #expect(again["vhs_edge_wave"] == .number(2) && again["luma_smear"] == .number(1))
        #expect(try NTSCPreset(json: #"{"version": 1, "luma_smear": 1}"#).remark == nil)
    }

    @Test("values out of range in an ntscQT file are also reported")
    func outOfRangeOfNtscQT() throws {
        let preset = try NTSCPreset(json: #"{"_composite_preemphasis": 5, "_vhs_edge_wave": 100}"#)
        #expect(preset.outsideValues.map(\.key) == ["composite_preemphasis", "vhs_edge_wave"])
        let again = try #require(try Recipe.jsonObject(preset.json))
        #expect(again["composite_preemphasis"] == .number(5) && again["vhs_edge_wave"] == .number(50))
        #expect(try NTSCPreset(json: preset.json).settings == preset.settings)
    }

    @Test("all settings survive a file unchanged")
    func roundTrip() throws {
        var settings = NTSCSettings()
        for (index, parameter) in NTSCSettings.presetParameters.enumerated() {
            switch parameter.kind {
            case .toggle: settings.set(parameter.id, to: .toggle(index % 2 == 0))
            case .choice:
                settings.set(parameter.id, to: .text(parameter.choices[index % parameter.choices.count].id))
            case .text: settings.set(parameter.id, to: .text("PLAY \(index)"))
            default:
                let (min, max) = (parameter.min ?? 0, parameter.max ?? 1)
                settings.set(parameter.id, to: .number(min + (max - min) * Double(index % 7) / 7))
            }
        }
        let preset = NTSCPreset(settings)
        let again = try NTSCPreset(json: preset.json)
        #expect(again.settings == settings)
        #expect(again.unknownKeys.isEmpty && again.wrongKeys.isEmpty)
        #expect(again.json == preset.json)
    }

    @Test("the 62 keys of shared presets exist, with integers for choices")
    func keys() throws {
        let shared = Set(NTSCSettings.presetParameters.map { NTSCPreset.key(of: $0.id) })
        #expect(shared.isSuperset(of: Self.keys) && Self.keys.count == 62)
        let object = try #require(try Recipe.jsonObject(NTSCPreset(NTSCSettings()).json))
        #expect(object["version"] == .number(1))
        #expect(object["use_field"] == .number(4) && object["video_scanline_phase_shift"] == .number(2))
        #expect(object["vhs_tape_speed"] == .number(2) && object["filter_type"] == .number(1))
        #expect(object["ringing"] == .bool(true) && object["vhs_chroma_loss"] == .number(0.000025))
    }

    @Test("an ntscQT file with keys of both formats is written back unchanged")
    func ntscQTWithOtherKeys() throws {
        let preset = try NTSCPreset(
            json: #"{"_composite_preemphasis": 0.5, "ringing": false, "version": 7, "_new": 1}"#)
        #expect(preset.settings.isOn("ringing"), "ntscQT's own keys tell, and say so")
        #expect(preset.unknownKeys == ["_new", "version"])
        let again = try NTSCPreset(json: preset.json)
        #expect(again.settings == preset.settings)
    }

    @Test("a file of ntscQT is translated")
    func older() throws {
        let preset = try NTSCPreset(
            json: """
                {"_composite_preemphasis": 0.5, "_vhs_out_sharpen": 1.5, "_vhs_edge_wave": 4, "_output_vhs_tape_speed": 2,
                 "_emulating_vhs": true, "_video_noise": 1000, "_composite_out_chroma_lowpass": true,
                 "_composite_out_chroma_lowpass_lite": true, "_enable_ringing2": true, "_ringing_power": 7,
                 "_ringing_shift": 0.2, "_video_scanline_phase_shift": 180, "_odd": 1}
                """)
        let settings = preset.settings
        #expect(settings.number("compositePreemphasis") == 0.5)
        #expect(settings.number("vhsSharpen") == 1.5 && settings.number("vhsEdgeWave") == 2)
        #expect(settings.text("vhsTapeSpeed") == "ep" && settings.isOn("vhsSettings"))
        #expect(settings.number("compositeNoiseIntensity") == 0.02)
        #expect(settings.text("chromaLowpassOut") == "light" && settings.text("chromaLowpassIn") == "none")
        #expect(abs(settings.number("ringingFrequency") - 0.4) < 1e-12)
        #expect(abs(settings.number("ringingScale") - 0.7) < 1e-12)
        #expect(settings.text("videoScanlinePhaseShift") == "180" && settings.text("useField") == "upper")
        #expect(preset.unknownKeys == ["_odd"])
        #expect(try NTSCPreset(json: preset.json).settings == settings, "it is written in the newer form")
    }

    @Test(
        "an invalid preset is rejected with a reason",
        arguments: [
            "", "[1]", "{\"version\": 2}", "{\"vhs_edge_wave\": 1}", #"{"version": 1, "scanlines": 4}"#,
            #"{"version": 1, "preset": {"mask": {"slot": 2}}, "name": "x"}"#,
            #"{"version": 1, "settings": {"version": 2, "vhs_edge_wave": 1}}"#,
            #"{"a": {"b": {"c": {"d": {"e": {"luma_smear": 1}}}}}}"#,
        ])
    func refuses(text: String) {
        #expect(throws: NTSCPreset.Mistake.self) { try NTSCPreset(json: text) }
    }

    @Test(
        "settings that other programs nest below a key are found, and their siblings are kept",
        arguments: [
            #"{"version": 2, "name": "x", "ntsc": {"luma_smear": 0.9, "ringing": false, "odd": 1}}"#,
            #"{"luma": {"ringing_power": 3}, "effects": {"tape": {"version": 1, "luma_smear": 0.9, "ringing": false, "odd": 1}}}"#,
            #"{"version": 1, "settings": {"luma_smear": 0.9, "ringing": false, "odd": 1}}"#,
        ])
    func wrapped(text: String) throws {
        let preset = try NTSCPreset(json: text)
        #expect(preset.values == ["lumaSmear": 0.9, "ringing": false] && preset.unknownKeys == ["odd"])
        #expect(try NTSCPreset(json: preset.json).settings == preset.settings)
    }

    @Test("nested ntscQT settings are found as well")
    func wrappedOld() throws {
        let plain = try NTSCPreset(json: #"{"_composite_preemphasis": 0.5, "_ringing": 0.9}"#)
        let wrapped = try NTSCPreset(json: #"{"data": {"_composite_preemphasis": 0.5, "_ringing": 0.9}}"#)
        #expect(wrapped.settings == plain.settings)
    }

    @Test("ten or more presets are built in, each with known settings")
    func shipped() throws {
        #expect(NTSCPreset.shippedNames.count >= 10)
        let help = try #require(FilterCatalog.builtIn.filter("ntsc")?.parameter("preset")).help
        for name in NTSCPreset.shippedNames {
            #expect(help.contains(name), "the help does not name \(name)")
            let preset = try NTSCPreset.read(name)
            #expect(preset.unknownKeys.isEmpty && preset.wrongKeys.isEmpty, "\(name)")
            #expect(preset.settings != NTSCSettings(), "\(name)")
        }
    }

    @Test("each knob of the easy mode changes some settings, within their ranges")
    func easy() {
        let turns: [(WritableKeyPath<NTSCEasy, Double>)] = [
            \.age, \.tracking, \.noise, \.colorBleed, \.sharpness, \.jitter,
        ]
        for knob in turns {
            var easy = NTSCEasy()
            var seen: Set<NTSCSettings> = []
            for value in [0, 0.25, 0.5, 0.75, 1] {
                easy[keyPath: knob] = value
                seen.insert(easy.settings)
            }
            #expect(seen.count == 5)
        }
        var easy = NTSCEasy()
        easy.tapeSpeed = 0
        #expect(!easy.settings.isOn("vhsSettings") && !easy.settings.isOn("headSwitching"))
        easy.generations = 4
        #expect(easy.settings.number("generations") == 4)
    }

    /// The emphasis filter's gain at the color carrier: 1 + k (1 − α / (1 − (1 − α) z⁻¹)) at z = i.
    @Test(
        "all copies together emphasize the color carrier like a single one",
        arguments: [-1, -0.4, 0, 0.3, 1, 2.0])
    func emphasis(strength: Double) {
        let alpha = RowFilter.onePole(cutoff: 1, rate: 8)
        func gain(_ strength: Double) -> Double {
            let (real, imaginary) = (1.0, 1 - alpha)
            let size = real * real + imaginary * imaginary
            let rest = (1 - alpha * real / size, alpha * imaginary / size)
            let (x, y) = (1 + strength * rest.0, strength * rest.1)
            return (x * x + y * y).squareRoot()
        }
        #expect(NTSCCopies(count: 1).emphasis(strength) == strength)
        for count in 2...8 {
            let each = NTSCCopies(count: Double(count)).emphasis(strength)
            let together = (0..<count).reduce(1) { product, _ in product * gain(each) }
            #expect(abs(together - gain(strength)) < 1e-9, "\(count)")
        }
    }

    private static let keys: Set = [
        "random_seed", "use_field", "filter_type", "input_luma_filter", "chroma_lowpass_in",
        "composite_preemphasis",
        "composite_noise", "composite_noise_intensity", "composite_noise_frequency", "composite_noise_detail",
        "snow_intensity", "snow_anisotropy", "video_scanline_phase_shift",
        "video_scanline_phase_shift_offset",
        "chroma_demodulation", "luma_smear", "head_switching", "head_switching_height",
        "head_switching_offset",
        "head_switching_horizontal_shift", "head_switching_start_mid_line",
        "head_switching_mid_line_position",
        "head_switching_mid_line_jitter", "tracking_noise", "tracking_noise_height",
        "tracking_noise_wave_intensity",
        "tracking_noise_snow_intensity", "tracking_noise_snow_anisotropy", "tracking_noise_noise_intensity",
        "ringing",
        "ringing_frequency", "ringing_power", "ringing_scale", "luma_noise", "luma_noise_intensity",
        "luma_noise_frequency", "luma_noise_detail", "chroma_noise", "chroma_noise_intensity",
        "chroma_noise_frequency",
        "chroma_noise_detail", "chroma_phase_error", "chroma_phase_noise_intensity",
        "chroma_delay_horizontal",
        "chroma_delay_vertical", "vhs_settings", "vhs_tape_speed", "vhs_chroma_loss", "vhs_sharpen_enabled",
        "vhs_sharpen", "vhs_sharpen_frequency", "vhs_edge_wave_enabled", "vhs_edge_wave",
        "vhs_edge_wave_speed",
        "vhs_edge_wave_frequency", "vhs_edge_wave_detail", "vhs_chroma_vert_blend", "chroma_lowpass_out",
        "scale_settings", "bandwidth_scale", "vertical_scale", "scale_with_video_size",
    ]
}

extension Recipe {
    /// The keys of a JSON object.
    fileprivate static func jsonObject(_ text: String) throws -> [String: JSONValue]? {
        // Parsed as part of a recipe, which preserves unknown keys.
        let recipe = try Recipe(json: #"{"glint": 1, "filters": [], "object": "# + text + "}")
        guard case .object(let keys)? = recipe.otherKeys["object"] else { return nil }
        return keys
    }
}
