import Editing
import Filters
import Foundation
import Testing

/// The knobs of the easy mode in a recipe.
@Suite struct EasyVideoTests {
    private let filter: FilterDeclaration
    private let stage: Recipe.Stage
    private let easy: NTSCEasy

    init() throws {
        filter = try #require(FilterCatalog.builtIn.filter("ntsc"))
        var easy = NTSCEasy()
        easy.age = 0.8
        easy.tapeSpeed = 3
        easy.generations = 2
        self.easy = easy
        var stage = Recipe.Stage(
            "ntsc", ["frame": 7, "randomSeed": 5, "standard": "pal", "overlayLeft": "PLAY"])
        stage.take(easy)
        self.stage = stage
    }

    private func value(_ id: String, of stage: Recipe.Stage) throws -> ParameterValue {
        stage.value(of: try #require(filter.parameter(id)))
    }

    @Test func knobsSetAllThatTheyComeTo() throws {
        let settings = easy.settings
        #expect(try value("vhsTapeSpeed", of: stage) == "ep")
        #expect(try value("generations", of: stage) == 2)
        #expect(try value("dropouts", of: stage) == .number(0.6 * pow(0.8, 1.5)))
        for parameter in NTSCEasy.drivenParameters {
            #expect(stage.value(of: parameter) == settings.parameters[parameter.id], "\(parameter.id)")
        }
        #expect(stage.followsEasy)
        try FilterCatalog.builtIn.validate(stage)
    }

    @Test func timeDiceTextsAndStandardStay() throws {
        #expect(try value("frame", of: stage) == 7)
        #expect(try value("randomSeed", of: stage) == 5)
        #expect(try value("standard", of: stage) == "pal")
        #expect(try value("overlayLeft", of: stage) == "PLAY")
    }

    @Test func knobsComeBackThroughARecipe() throws {
        let again = try #require(try Recipe(json: Recipe([stage]).json).stages.first)
        #expect(again == stage && again.easy == easy && again.followsEasy)
    }

    @Test func aSettingThatIsChangedByHandIsSeen() {
        var changed = stage
        changed.set("vhsEdgeWave", to: 20)
        #expect(changed.easy == easy && !changed.followsEasy)
        changed.take(easy)
        #expect(changed.followsEasy)
        // Settings that no knob drives.
        for (id, value) in [("frame", 8), ("ringingPower", 5)] as [(String, ParameterValue)] {
            changed.set(id, to: value)
            #expect(changed.followsEasy, "\(id)")
        }
    }

    @Test func whatEarlierVersionsStoredStaysAndIsRecognized() throws {
        var stored = Recipe.Stage("ntsc")
        stored.take(NTSCEasy())
        stored.set("steadyStart", to: false)
        #expect(stored.followsEasy)
        var worn = try stage.taking(shipped: "worn-tape")
        #expect(try value("steadyStart", of: worn) == true)
        worn.set("steadyStart", to: false)
        #expect(worn.shippedPreset == "worn-tape")
        #expect(try Recipe(json: Recipe([worn]).json).stages == [worn])
        #expect(try value("steadyStart", of: Recipe.Stage("ntsc")) == false)
    }

    @Test func knobsMoveTheSoundOfTheTapeButDoNotTurnItOn() throws {
        func numbers(_ change: (inout NTSCEasy) -> Void) throws -> [Double] {
            var easy = NTSCEasy()
            change(&easy)
            let settings = easy.settings
            #expect(!settings.isOn("soundEnabled"))
            return ["Hiss", "Wow", "Flutter", "Saturation", "Dropouts"].map { settings.number("sound\($0)") }
        }
        let usual = try numbers { _ in }
        #expect(zip(usual, try numbers { $0.age = 0.9 }).allSatisfy { $0 < $1 })
        let mistracked = try numbers { $0.tracking = 0.9 }
        #expect(mistracked[2] > usual[2] && mistracked[4] > usual[4])
        #expect(try numbers { $0.tapeSpeed = 0 } == [0, 0, 0, 0, 0])
        #expect(usual.allSatisfy { abs($0 - 0.3) < 0.05 }, "\(usual)")
        // Stages that earlier versions stored have no settings of the sound.
        var stored = stage
        for id in NTSCSettings.soundParameters { stored.parameters[id] = nil }
        #expect(stored.followsEasy)
    }

    @Test func aPictureTubeHasTheRowsOfTheVideoBeforeIt() throws {
        let tube = try #require(FilterCatalog.builtIn.filter("crt"))
        let rows = try #require(tube.parameter("rows"))
        let pal = Recipe.Stage("ntsc", ["standard": "pal"])
        #expect(Recipe([]).newStage(of: tube).value(of: rows) == 480)
        #expect(Recipe([pal]).newStage(of: tube).value(of: rows) == 576)
        #expect(Recipe([pal, Recipe.Stage("ntsc")]).newStage(of: tube).value(of: rows) == 480)
    }

    @Test func aPresetReplacesTheKnobs() throws {
        let worn = try stage.taking(shipped: "worn-tape")
        #expect(worn.easy == nil && !worn.followsEasy)
        #expect(try value("dropouts", of: worn) == 0.55)
        #expect(try value("frame", of: worn) == 7)
        #expect(try value("resize480", of: worn) == true)
    }

    @Test func knobsComeBackFromWhatTheyHaveSet() {
        for step in 0..<12 {
            var easy = NTSCEasy()
            let part = Double(step) / 12
            (easy.age, easy.tracking, easy.noise) = (part, 1 - part, part)
            (easy.colorBleed, easy.sharpness, easy.jitter) = (0.2 + 0.8 * part, 1 - part, part)
            (easy.tapeSpeed, easy.generations) = (step % 4, 1 + step % 5)
            let again = NTSCEasy(nearest: easy.settings)
            #expect(again.tapeSpeed == easy.tapeSpeed && again.generations == easy.generations)
            let knobs: [KeyPath<NTSCEasy, Double>] = [\.age, \.noise, \.colorBleed, \.sharpness, \.jitter]
            // Tape properties are unknown if the settings have no tape.
            for knob in easy.tapeSpeed > 0 ? knobs + [\.tracking] : [\.noise, \.sharpness] {
                #expect(abs(again[keyPath: knob] - easy[keyPath: knob]) < 0.03, "\(easy) \(again)")
            }
        }
    }

    @Test(arguments: NTSCPreset.shippedNames)
    func aPresetIsKnownByItsSettings(name: String) throws {
        var preset = try Recipe.Stage("ntsc").taking(shipped: name)
        preset.set("frame", to: 9)
        #expect(preset.shippedPreset == name)
        preset.take(preset.nearestEasy)
        #expect(preset.shippedPreset == nil)
        #expect(Recipe.Stage("ntsc").shippedPreset == nil)
    }

    /// Taking over the knobs closest to a preset must not change the settings that no knob drives.
    @Test(arguments: NTSCPreset.shippedNames)
    func knobsBeginWhereAPresetIs(name: String) throws {
        let before = try Recipe.Stage("ntsc").taking(shipped: name)
        var after = before
        after.take(before.nearestEasy)
        for parameter in filter.parameters where !NTSCEasy.drivenParameters.contains(parameter) {
            #expect(after.value(of: parameter) == before.value(of: parameter), "\(parameter.id)")
        }
        let speeds = [try value("vhsTapeSpeed", of: before), try value("vhsTapeSpeed", of: after)]
        #expect(before.nearestEasy.tapeSpeed == 0 || speeds[0] == speeds[1])
        for id in ["generations", "scaleWithVideoSize"] {
            #expect(try value(id, of: after) == value(id, of: before), "\(id)")
        }
        for (id, tolerance) in [
            ("dropouts", 0.02), ("vhsEdgeWave", 0.2), ("compositeNoiseIntensity", 0.21), ("lumaSmear", 0.05),
            ("chromaDelayHorizontal", 1.5), ("compositePreemphasis", 0.45), ("tracking", 0.02),
        ] {
            guard case .number(let one) = try value(id, of: before),
                case .number(let two) = try value(id, of: after)
            else { continue }
            #expect(abs(one - two) <= tolerance, "\(id) \(one) \(two)")
        }
    }

    /// Knobs do not change the number of rows: their effects scale with the picture, so they suit any number.
    @Test func knobsLeaveThePicturesRowsAlone() throws {
        var imported = Recipe.Stage("ntsc")
        imported.take(
            try NTSCPreset(json: #"{"version": 1, "vhs_edge_wave": 3, "use_field": 3, "filter_type": 0}"#))
        imported.take(imported.nearestEasy)
        #expect(try value("resize480", of: imported) == true)
        #expect(try value("scaleWithVideoSize", of: imported) == true)
        #expect(try value("useField", of: imported) == "both")
        #expect(try value("filterType", of: imported) == "constant-k")
        var changed = Recipe.Stage("ntsc", ["resize480": false, "vhsEdgeWave": 3])
        changed.take(easy)
        #expect(try value("resize480", of: changed) == false)
    }

    @Test(arguments: [
        ("compositeNoise", 0.25 * 0.125), ("lumaNoise", 0.12 * 0.125), ("chromaNoise", 0.35 * 0.25),
    ])
    func theNoiseKnobStandsWhereTheStrongestNoiseIs(noise: String, intensity: Double) {
        var stage = Recipe.Stage("ntsc")
        for id in ["compositeNoise", "lumaNoise", "chromaNoise"] {
            stage.set(id, to: .toggle(id == noise))
            // The intensities of disabled settings do not count.
            stage.set("\(id)Intensity", to: .number(id == noise ? intensity : 1))
        }
        #expect(stage.nearestEasy.noise == 0.25)
    }

    @Test func knobsThatDoNotFitAreReadAsTheirDefaultsOrTheNearest() throws {
        let text = """
            {"glint": 1, "filters": [{"id": "ntsc", "easy": {"age": 7, "noise": "much", "later": 1}}]}
            """
        let recipe = try Recipe(json: text)
        let read = try #require(recipe.stages.first?.easy)
        #expect(read.age == 1 && read.noise == NTSCEasy().noise)
        #expect(try Recipe(json: recipe.json) == recipe)
        #expect(Recipe.Stage("ntsc").easy == nil)
    }

    @Test("knobs alone set what they control, and knobs beside settings leave these alone")
    func knobsWithoutSettings() throws {
        func settings(_ stage: String) throws -> Recipe.Stage {
            try #require(try Recipe(json: #"{"glint": 1, "filters": [\#(stage)]}"#).stages.first)
        }
        let knobs = #""easy": {"age": 0.8, "tapeSpeed": "ep", "generations": 2}"#
        let alone = try settings(#"{"id": "ntsc", "parameters": {"frame": 7}, \#(knobs)}"#)
        #expect(alone.easy == easy && alone.followsEasy)
        #expect(try value("frame", of: alone) == 7)
        #expect(try value("dropouts", of: alone) == .number(0.6 * pow(0.8, 1.5)))
        #expect(try value("vhsTapeSpeed", of: alone) == "ep")
        let beside = try settings(#"{"id": "ntsc", "parameters": {"dropouts": 0.5}, \#(knobs)}"#)
        #expect(beside.easy == easy && beside.parameters.count == 1)
        let preset = try settings(#"{"id": "ntsc", "parameters": {"preset": "worn-tape"}, \#(knobs)}"#)
        #expect(preset.parameters.count == 1)
        let other = try settings(#"{"id": "sepia", \#(knobs)}"#)
        #expect(other.parameters.isEmpty)
    }

    @Test func aChangeIsCalledAfterItsKnob() throws {
        func edit(_ title: String) throws -> Edit {
            let knob = try #require(NTSCEasy.knobs.first { $0.title == title })
            return Edit(.easy(easy, turned: knob), of: stage, named: "Analog Video", index: 0)
        }
        #expect(try edit("Age") == Edit("Analog Video Age", subject: "0/easy/age"))
        #expect(try edit("Tape Speed") == Edit("Analog Video Tape Speed"))
    }

    @Test func aKnobIsTurnedAndBack() throws {
        let knob = try #require(NTSCEasy.knobs.first { $0.title == "Age" })
        var history = EditHistory([stage])
        var older = easy
        older.age = 0.9
        history.setHeld(true)
        let isChanged = history.change(.easy(older, turned: knob), ofStage: 0, named: "Analog Video")
        var expected = stage
        expected.take(older)
        #expect(isChanged && history.recipe == [expected])
        _ = history.change(.easy(easy, turned: knob), ofStage: 0, named: "Analog Video")
        #expect(history.recipe == [stage] && history.undoTitle == nil)
        // Once every knob is reset, the knobs are no longer in use.
        _ = history.change(.reset(filter), ofStage: 0, named: "Analog Video")
        #expect(history.recipe.stages[0].easy == nil && history.undoTitle == "Reset Analog Video")
    }
}
