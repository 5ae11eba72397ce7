import Editing
import Filters
import Foundation
import Testing

/// Presets of the analog video chain in a recipe.
@Suite struct StagePresetTests {
    private static let text = """
        {"version": 1, "vhs_edge_wave": 3.5, "use_field": 3, "a_new_key": [1, {"b": null}], "vhs_tape_speed": "fast"}
        """
    private let preset: NTSCPreset

    init() throws { preset = try NTSCPreset(json: Self.text) }

    private func value(_ id: String, of stage: Recipe.Stage) throws -> ParameterValue {
        stage.value(of: try #require(FilterCatalog.builtIn.filter("ntsc")?.parameter(id)))
    }

    @Test func aPresetWithoutSoundKeepsThatOfTheStage() throws {
        let sound: [String: ParameterValue] = ["soundEnabled": true, "soundTrack": "hifi", "soundHiss": 0.7]
        let worn = try Recipe.Stage("ntsc", sound).taking(shipped: "worn-tape")
        for (id, value) in sound { #expect(worn.parameters[id] == StageValue(value), "\(id)") }
        #expect(worn.shippedPreset == "worn-tape")
        // A preset that states the sound replaces all of it.
        var stage = worn
        stage.take(try NTSCPreset(json: #"{"version": 1, "sound_enabled": true, "sound_hum": 0.5}"#))
        #expect(stage.parameters["soundHum"] == StageValue(0.5))
        #expect(stage.parameters["soundHiss"] == StageValue(0.3))
        let again = try NTSCPreset(json: worn.preset.json)
        #expect(again.values["soundTrack"] == "hifi" && again.unknownKeys.isEmpty)
    }

    @Test func aPresetReplacesAllSettingsButTheFrame() throws {
        var stage = Recipe.Stage("ntsc", ["frame": 7, "ringing": false, "preset": "old.json"])
        stage.take(preset)
        #expect(try value("vhsEdgeWave", of: stage) == 3.5)
        #expect(try value("useField", of: stage) == "both")
        #expect(try value("ringing", of: stage) == true)
        #expect(try value("frame", of: stage) == 7)
        #expect(try value("preset", of: stage) == "")
        #expect(try value("resize480", of: stage) == true)
        try FilterCatalog.builtIn.validate(stage)
    }

    @Test func unknownSettingsAreReportedAndKeptAlsoThroughARecipe() throws {
        #expect(preset.remark?.contains("a_new_key") == true)
        #expect(preset.remark?.contains("vhs_tape_speed") == true)
        let recipe = try Recipe(json: Recipe([]).taking(preset).json)
        let again = try #require(recipe.stages.first).preset
        #expect(again.unknownKeys == ["a_new_key"])
        #expect(again.settings == preset.settings)
        #expect(again.json.filter { !$0.isWhitespace }.contains(#""a_new_key":[1,{"b":null}]"#))
    }

    @Test func aPresetWithNothingUnknownForgetsWhatWasKept() throws {
        var stage = Recipe.Stage("ntsc")
        stage.take(preset)
        stage.take(try NTSCPreset(json: #"{"version": 1, "ringing": false}"#))
        #expect(stage.preset.unknownKeys.isEmpty && stage.preset.remark == nil)
    }

    @Test func aPresetGoesIntoTheLastStageOfItsFilterOrIntoANewOne() {
        let new = Recipe([.init("invert")]).taking(preset)
        #expect(new.stages.map(\.filter) == ["invert", "ntsc"])
        let again = Recipe([.init("ntsc"), .init("ntsc"), .init("invert")]).taking(preset)
        #expect(again.stages.map(\.filter) == ["ntsc", "ntsc", "invert"])
        #expect(again.stages[0] == .init("ntsc") && again.stages[1] != .init("ntsc"))
    }

    @Test func valuesOutOfRangeGoOutAsTheyCameUnlessTheyAreChanged() throws {
        let text = #"{"version": 1, "snow_intensity": 1000, "vhs_edge_wave": 70, "use_field": 9}"#
        let recipe = try Recipe(json: Recipe([]).taking(try NTSCPreset(json: text)).json)
        var stage = try #require(recipe.stages.first)
        try FilterCatalog.builtIn.validate(stage)
        #expect(try value("snowIntensity", of: stage) == 100)
        stage.set("vhsEdgeWave", to: 4)
        let exported = stage.preset.json.filter { !$0.isWhitespace }
        for part in [#""snow_intensity":1000,"#, #""vhs_edge_wave":4,"#, #""use_field":9,"#] {
            #expect(exported.contains(part), "\(exported)")
        }
    }

    @Test func jsonOfNoSettingIsNoPreset() {
        #expect(throws: (any Error).self) { try NTSCPreset(withSettings: #"{"version": 1, "name": "x"}"#) }
        #expect(throws: (any Error).self) { try NTSCPreset(withSettings: #"{"glint": 1, "filters": []}"#) }
        #expect((try? NTSCPreset(withSettings: Self.text)) != nil)
    }

    @Test func aStageThatNamesAFileShowsItsSettings() throws {
        let path = NSTemporaryDirectory() + "preset-\(UUID().uuidString).json"
        try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let named = Recipe.Stage("ntsc", ["preset": .text(path), "vhsEdgeWave": 1, "resize480": true])
        let stage = try #require(try named.withPresetRead())
        #expect(try value("useField", of: stage) == "both")
        #expect(try value("vhsEdgeWave", of: stage) == 1, "what the recipe gives has the last word")
        #expect(try value("resize480", of: stage) == true)
        #expect(try value("preset", of: stage) == "")
        let stored = try #require(try Recipe.Stage("ntsc", ["preset": .text(path)]).withPresetRead())
        #expect(try value("resize480", of: stored) == false, "as the command line has it")
        #expect(try Recipe.Stage("ntsc").withPresetRead() == nil)
        let shipped = try #require(try Recipe.Stage("ntsc", ["preset": "worn-tape"]).withPresetRead())
        #expect(try value("resize480", of: shipped) == true)
        #expect(throws: FilterError.self) {
            try Recipe.Stage("ntsc", ["preset": "/nowhere/p.json"]).withPresetRead()
        }
    }
}
