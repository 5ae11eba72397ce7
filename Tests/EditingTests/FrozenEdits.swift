import Editing
import Filters
import Foundation
import TestSupport
import Testing

/// Files of earlier versions can be read, and are written back with all of their contents.
@Suite("Frozen edits and presets") struct FrozenEdits {
    private static let folder = frozenFolder("0.1")
    private static let pictures =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/edits")) ?? []).map {
            folder + "/edits/" + $0
        }

    /// JSON as Foundation parses it, without knowledge of recipes.
    private func json(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test func everyFilterOfThatTimeIsThere() {
        #expect(Self.pictures.count == 60)
    }

    @Test(arguments: pictures) func keptEditsAreOffered(path: String) throws {
        let written = try json(String(contentsOfFile: path, encoding: .utf8))
        let picture = try #require((written["edits"] as? NSDictionary)?["picture"] as? String)
        let stored = try #require(EditStore(folder: Self.folder + "/edits").read(picture))
        #expect(!stored.isSetAside && !stored.isVersionBefore && stored.other == nil)
        var again = try #require(try json(stored.recipe.json)["filters"] as? [NSDictionary])
        var before = try #require(written["filters"] as? [NSDictionary])
        guard picture != "/pictures/several.png" else {
            #expect(stored.recipe.stages.count == 5)
            // Version 0.1 had no arrays of regions, so a single region is still written in its format.
            #expect(
                stored.recipe.stages[3].regions == [Region(.rectangle, x: 0, y: 0, width: 0.5, height: 1)])
            before.remove(at: 3)
            again.remove(at: 3)
            #expect(again == before)
            return
        }
        #expect(again == before)
        try FilterCatalog.builtIn.validate(stored.recipe)
        // Every given parameter has a value of its kind.
        for stage in stored.recipe.stages {
            let filter = try #require(FilterCatalog.builtIn.filter(stage.filter))
            let given = filter.parameters.filter { stage.given($0) != nil }
            let filters = written["filters"] as? [NSDictionary]
            #expect(given.count == (filters?.first?["parameters"] as? NSDictionary)?.count)
        }
    }

    @Test func ownPresetsAreListedAndWrittenBack() throws {
        let folder = Self.folder + "/data/glint/presets"
        let library = PresetLibrary(shipped: [:], folder: folder)
        #expect(library.problems.isEmpty)
        #expect(library.own.map(\.title) == ["ärger & Shne"])
        let preset = try #require(library.own.first)
        #expect(preset.recipe.stages.map(\.filter) == ["exposure", "colorize", "of-tomorrow"])
        let text = try String(contentsOfFile: try #require(preset.path), encoding: .utf8)
        #expect(try json(preset.json) == json(text))
    }
}
