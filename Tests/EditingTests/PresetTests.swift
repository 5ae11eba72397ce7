import System
import Editing
import Filters
import Foundation
import Imaging
import TestSupport
import Testing

/// Looks stored by the user.
@Suite("Presets") struct PresetTests {
    private let folder: TemporaryFolder
    private var presets: String { folder.file("glint/presets") }

    init() throws { folder = try TemporaryFolder() }

    private func library() -> PresetLibrary { PresetLibrary(shipped: [:], folder: presets) }

    @Test("a saved look is found again by name, as a standard recipe")
    func roundTrips() throws {
        var library = library()
        let recipe: Recipe = [.init("saturation", ["amount": 0.3]), .init("invert")]
        let saved = try library.save(recipe, as: "Évening / Light")
        let again = try #require(self.library().own.first)
        #expect(again == saved && again.title == "Évening / Light" && again.recipe == recipe)
        let path = try #require(saved.path)
        #expect(PathName.last(of: path) == "évening-light.json")
        #expect(try Recipe(json: try TextFile.read(path)).stages == recipe.stages)
    }

    @Test("saving under an existing name replaces that look, and no other file")
    func replaces() throws {
        var library = library()
        try library.save([.init("invert")], as: "Look")
        let broken = presets + "/other.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: broken))
        try library.save([.init("sepia")], as: "look")
        try library.save([.init("fade")], as: "Other")
        #expect(library.own.map(\.title) == ["look", "Other"])
        #expect(library.own("LOOK")?.recipe == [.init("sepia")])
        #expect(try TextFile.read(broken) == "{")
    }

    @Test("a look is renamed in place")
    func renames() throws {
        var library = library()
        let preset = try library.save([.init("invert")], as: "Look")
        try library.rename(preset, to: "Negative")
        let again = self.library().own
        #expect(again.map(\.title) == ["Negative"] && again.map(\.path) == [preset.path])
        #expect(again.map(\.recipe) == [preset.recipe])
    }

    @Test("a removed look can be restored")
    func removesAndRestores() throws {
        var library = library()
        let preset = try library.save([.init("invert")], as: "Look")
        try library.remove(preset)
        #expect(library.own.isEmpty && self.library().own.isEmpty)
        try library.restore(preset)
        #expect(self.library().own == [preset])
    }

    @Test("broken and newer looks are reported and left alone, and the others work")
    func reportsBadFiles() throws {
        var library = library()
        try library.save([.init("invert")], as: "Good")
        let bad = [
            "broken.json": "{\"glint\": 1, \"filters\": [", "newer.json": "{\"glint\": 7, \"filters\": []}",
            "picture.json": "\u{89}PNG",
        ]
        for (name, text) in bad {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(presets)/\(name)"))
        }
        library.reload()
        #expect(library.own.map(\.title) == ["Good"])
        #expect(library.problems.count == 3)
        for name in bad.keys { #expect(library.problems.contains { $0.contains(name) && $0.hasSuffix(".") }) }
        #expect(library.problems.contains { $0.contains("version 7") })
        try library.save([.init("sepia")], as: "Broken")
        for (name, text) in bad { #expect(try TextFile.read("\(presets)/\(name)") == text) }
    }

    @Test("a look with an unknown filter is kept and written back unharmed")
    func keepsUnknown() throws {
        let text =
            #"{"glint":1,"title":"T","author":"A","filters":[{"id":"later","parameters":{"x":{"y":[1]}},"z":0}]}"#
        var library = library()
        try library.save([], as: "Makes the folder")
        try Data(text.utf8).write(to: URL(fileURLWithPath: presets + "/t.json"))
        library.reload()
        let preset = try #require(library.own("T"))
        try library.save(preset.recipe, as: "T")
        let decoder = JSONDecoder()
        var expected = try decoder.decode(JSONValue.self, from: Data(text.utf8))
        if case .object(var keys) = expected, case .array(var filters)? = keys["filters"],
            case .object(var filter)? = filters.first
        {
            filter["enabled"] = .bool(true)
            filter["opacity"] = .number(1)
            filters[0] = .object(filter)
            keys["filters"] = .array(filters)
            expected = .object(keys)
        }
        let written = try TextFile.read(presets + "/t.json")
        #expect(try decoder.decode(JSONValue.self, from: Data(written.utf8)) == expected)
    }

    @Test("a folder that cannot be written gives an error message that names it")
    func reportsBadFolders() throws {
        let file = folder.file("a file")
        try Data().write(to: URL(fileURLWithPath: file))
        var library = PresetLibrary(shipped: [:], folder: file + "/presets")
        #expect(library.own.isEmpty && library.problems.isEmpty)
        let error = #expect(throws: FileError.self) { try library.save([.init("invert")], as: "Look") }
        #expect("\(try #require(error))".contains(file))
    }
}

/// The looks built into the program.
@Suite("Built-in looks") struct ShippedPresetTests {
    static let files: [String: String] = {
        let folder = #filePath.components(separatedBy: "/Tests/")[0] + "/Resources/presets"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(".json") }
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, (try? TextFile.read("\(folder)/\($0)")) ?? "") })
    }()

    @Test("each is a valid recipe of built-in filters, with a unique title")
    func areWhole() throws {
        #expect(Self.files.count >= 12)
        var titles: Set<String> = []
        for (name, text) in Self.files {
            let preset = try Preset(json: text, name: "no title")
            try FilterCatalog.builtIn.validate(preset.recipe)
            #expect(preset.title != "no title" && !preset.recipe.stages.isEmpty, "\(name)")
            #expect(titles.insert(preset.title).inserted)
            #expect(preset.recipe.otherKeys.isEmpty)
        }
        #expect(PresetLibrary(shipped: Self.files, folder: "/nowhere").shipped.count == Self.files.count)
        #expect(PresetLibrary(folder: "/nowhere").shipped.map(\.recipe).count == Self.files.count)
    }

    @Test("none of them changes a picture's shape")
    func keepShape() throws {
        for (name, text) in Self.files {
            let stages = try Preset(json: text, name: "").recipe.stages
            let groups = stages.compactMap { FilterCatalog.builtIn.filter($0.filter)?.group }
            #expect(!groups.contains("Geometry"), "\(name)")
        }
    }
}

/// Looks applied to pictures that were cropped or rotated.
@Suite("Applying a preset") struct ApplyingPresetTests {
    private let catalog = FilterCatalog.builtIn
    private let crop = Recipe.Stage("crop", ["left": 10])

    private func preset(_ recipe: Recipe, id: String = "mine") -> Preset {
        Preset(id: id, title: id, recipe: recipe)
    }

    /// The filters and values of a recipe without the marks.
    private func plain(_ recipe: Recipe) -> [Recipe.Stage] { recipe.withoutPresetMarks.stages }

    @Test("half of a preset is half of its adjustments, and its filters half opaque; its crop is whole")
    func weakens() {
        let look = preset([
            .init("exposure", ["stops": 1]), .init("saturation", ["amount": 0.2]), crop,
            .init("sepia", ["amount": 1]),
        ])
        var sepia = Recipe.Stage("sepia", ["amount": 1])
        sepia.opacity = 0.5
        let half: [Recipe.Stage] = [
            .init("exposure", ["stops": 0.5]), .init("saturation", ["amount": 0.6]), crop, sepia,
        ]
        let picture: Recipe = [.init("invert")]
        func applied(_ strength: Double) -> Recipe {
            picture.applying(look, strength: strength, replacing: true, catalog: catalog)
        }
        #expect(plain(applied(0.5)) == half)
        #expect(plain(applied(1)) == look.recipe.stages)
        // At strength 0 the preset's filters are present, but change no pixel.
        let none = plain(applied(0))
        #expect(none[0] == .init("exposure", ["stops": 0]))
        #expect(none[1] == .init("saturation", ["amount": 1]) && none[3].opacity == 0)
        // The strength can be changed from any other, also after the recipe was stored.
        for strength in [0, 0.3, 1] {
            let stored = try? Recipe(json: applied(strength).json)
            let changed = stored?.settingStrength(of: look, to: 0.5, catalog: catalog)
            #expect(changed == applied(0.5))
            #expect(changed?.appliedPreset?.id == "mine" && changed?.appliedPreset?.strength == 0.5)
        }
    }

    @Test("half of a preset with values over time is half of each of their values")
    func weakensValuesOverTime() {
        func stages(_ amount: ValueOverTime, _ opacity: ValueOverTime) -> [Recipe.Stage] {
            var adjustment = Recipe.Stage("saturation")
            adjustment.set("amount", to: amount)
            var filter = Recipe.Stage("invert", ["amount": 1])
            filter.setOpacity(to: opacity)
            return [adjustment, filter]
        }
        let look = preset(
            Recipe(stages(.keys([0: 0, 2: 1.5]), .wiggle(around: 0.5, by: 0.2, seed: 3))))
        let half = Recipe().applying(look, strength: 0.5, replacing: true, catalog: catalog)
        #expect(
            plain(half) == stages(.keys([0: 0.5, 2: 1.25]), .wiggle(around: 0.25, by: 0.1, seed: 3)))
        let whole = Recipe().applying(look, replacing: true, catalog: catalog)
        #expect(plain(whole) == look.recipe.stages)
        #expect(half.settingStrength(of: look, to: 1, catalog: catalog).map(plain) == look.recipe.stages)
    }

    @Test("a preset is added after the edits, with adjustments of its own")
    func adds() {
        let recipe: Recipe = [.init("exposure", ["stops": 1]), crop, .init("sepia")]
        let look = preset([.init("exposure", ["stops": 0.5]), .init("invert")])
        let added = recipe.applying(look, replacing: false, catalog: catalog)
        #expect(plain(added) == recipe.stages + look.recipe.stages)
        // The rows of the adjustments show and change the user's stages alone.
        let clean = Recipe().applying(look, replacing: false, catalog: catalog)
        #expect(clean.adjustmentCount(in: catalog) == 0)
    }

    @Test("another preset takes the place of the previous one, and nothing else")
    func takesTurns() {
        let (first, second) = (
            preset([.init("invert"), .init("sepia")]), preset([.init("posterize")], id: "b")
        )
        var recipe = Recipe([.init("vignette")]).applying(first, replacing: false, catalog: catalog)
        recipe.stages.append(.init("gaussian-blur"))
        let changed = recipe.applying(second, replacing: false, catalog: catalog)
        #expect(plain(changed) == [.init("vignette"), .init("posterize"), .init("gaussian-blur")])
        #expect(changed.appliedPreset?.id == "b")
        #expect(changed.withoutPreset == [.init("vignette"), .init("gaussian-blur")])
    }

    @Test("a stage of a preset that was changed by hand keeps its values at another strength")
    func keepsChanges() throws {
        let look = preset([.init("invert"), .init("posterize", ["levels": 4])])
        var recipe = Recipe().applying(look, replacing: false, catalog: catalog)
        recipe.stages[1].set("levels", to: .number(7))
        let half = try #require(recipe.settingStrength(of: look, to: 0.5, catalog: catalog))
        #expect(half.stages.map(\.opacity) == [0.5, 1])
        #expect(half.stages[1].parameters["levels"] == recipe.stages[1].parameters["levels"])
        #expect(half.appliedPreset?.strength == 0.5)
        // If nothing is as the preset has it, there is nothing to set.
        recipe.stages[0].isEnabled = false
        #expect(recipe.settingStrength(of: look, to: 0.5, catalog: catalog) == nil)
    }

    @Test("in place of all edits, the picture's crop stays, and the rest is the preset's")
    func keepsShape() {
        let recipe: Recipe = [.init("sepia"), crop, .init("saturation")]
        let changed = recipe.applying(preset([.init("invert")]), replacing: true, catalog: catalog)
        #expect(plain(changed) == [crop, .init("invert")])
    }

    @Test("a preset that changes the shape itself replaces the crop")
    func takesShape() {
        let look = preset([.init("flip"), .init("invert")])
        for replaces in [false, true] {
            let changed = Recipe([crop]).applying(look, replacing: replaces, catalog: catalog)
            #expect(plain(changed) == look.recipe.stages)
            #expect(changed.withoutPreset.stages.isEmpty)
        }
    }

    @Test("parts of the recipe unknown to this version stay")
    func keepsUnknown() throws {
        let recipe = try Recipe(json: #"{"glint":1,"by":"me","filters":[]}"#)
        let changed = recipe.applying(preset([.init("invert")]), replacing: true, catalog: catalog)
        #expect(changed.json.contains("\"by\""))
    }

    @Test(
        "a mark that no version wrote is none",
        arguments: ["7", "{}", #"{"id":"a","stage":0.5,"strength":1}"#])
    func readsMarks(mark: String) throws {
        let recipe = try Recipe(json: #"{"glint":1,"filters":[{"id":"invert","preset":\#(mark)}]}"#)
        #expect(recipe.appliedPreset == nil && recipe.withoutPresetMarks == recipe)
        #expect(recipe.json.contains("\"preset\""))
    }
}
