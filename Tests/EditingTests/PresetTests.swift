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

    @Test("half of a look is half of its adjustments, and its filters half opaque; its crop is whole")
    func weakens() {
        let catalog = FilterCatalog.builtIn
        let look: Recipe = [
            .init("exposure", ["stops": 1]), .init("saturation", ["amount": 0.2]),
            .init("crop", ["left": 10]),
            .init("sepia", ["amount": 1]),
        ]
        let picture: Recipe = [.init("invert")]
        let half = picture.applying(preset: look, strength: 0.5, catalog: catalog)
        var sepia = Recipe.Stage("sepia", ["amount": 1])
        sepia.opacity = 0.5
        #expect(
            half.stages == [
                .init("exposure", ["stops": 0.5]), .init("saturation", ["amount": 0.6]),
                .init("crop", ["left": 10]),
                sepia,
            ])
        #expect(picture.applying(preset: look, strength: 1, catalog: catalog).stages == look.stages)
        // At strength 0 the look's filters are present, but change no pixel.
        let none = picture.applying(preset: look, strength: 0, catalog: catalog)
        #expect(none.stages[0] == .init("exposure", ["stops": 0]))
        #expect(none.stages[1] == .init("saturation", ["amount": 1]) && none.stages[3].opacity == 0)
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
@Suite("Applying a look") struct LookTests {
    private let catalog = FilterCatalog.builtIn
    private let crop = Recipe.Stage("crop", ["left": 10])

    @Test("the picture's crop stays, and the rest is the look's")
    func keepsShape() {
        let recipe: Recipe = [.init("sepia"), crop, .init("saturation")]
        #expect(recipe.applying(preset: [.init("invert")], catalog: catalog) == [crop, .init("invert")])
    }

    @Test("a look that changes the shape itself replaces everything")
    func takesShape() {
        let look: Recipe = [.init("flip"), .init("invert")]
        #expect(Recipe([crop]).applying(preset: look, catalog: catalog) == look)
    }

    @Test("parts of the recipe unknown to this version stay")
    func keepsUnknown() throws {
        let recipe = try Recipe(json: #"{"glint":1,"by":"me","filters":[]}"#)
        #expect(recipe.applying(preset: [.init("invert")], catalog: catalog).json.contains("\"by\""))
    }
}
