import Editing
import Filters
import Testing

/// A still whose time advances.
@Suite struct PausedFrameTests {
    private let catalog = FilterCatalog.builtIn

    @Test func everyStageThatIsOnGoesOn() {
        var off = Recipe.Stage("ntsc", ["frame": 7])
        off.isEnabled = false
        let recipe: Recipe = [
            .init("saturation", ["amount": 0.5]), .init("ntsc", ["frame": 7]), .init("ntsc"), off,
        ]
        let expected: Recipe = [
            .init("saturation", ["amount": 0.5]), .init("ntsc", ["frame": 10]), .init("ntsc", ["frame": 3]),
            off,
        ]
        #expect(catalog.readsTime(recipe))
        #expect(recipe.advanced(by: 3, in: catalog) == expected)
        #expect(recipe.advanced(by: 0, in: catalog) == recipe)
    }

    @Test func valuesOverTimeBeginAgain() {
        var moving = Recipe.Stage("ntsc")
        moving.set("frame", to: .keys([0: 0, 1: 30]))
        var other = Recipe.Stage("saturation")
        other.set("amount", to: .keys([0: 0, 1: 1]))
        #expect(catalog.readsTime([other]))
        #expect(Recipe([moving, other]).advanced(by: 3, in: catalog) == Recipe([moving, other]))
    }

    @Test func afterTheLastFrameComesTheFirst() {
        let recipe: Recipe = [.init("ntsc", ["frame": 999_999])]
        #expect(recipe.advanced(by: 1, in: catalog) == [.init("ntsc", ["frame": 1_000_000])])
        #expect(recipe.advanced(by: 2, in: catalog) == [.init("ntsc", ["frame": 0])])
    }

    @Test func stagesThatCannotBeGivenAFrameBeginAgain() throws {
        let text = "// filter: blink\n// title: B\n// group: G\n// summary: S.\n// reads: time\n"
        let blink = try #require(try DeclarationParser.parse(text, file: "blink.glsl"))
        let recipe: Recipe = [.init("blink"), .init("ntsc", ["frame": 1])]
        let catalog = catalog.adding([blink])
        #expect(catalog.readsTime([.init("blink")]))
        #expect(recipe.advanced(by: 4, in: catalog) == [.init("blink"), .init("ntsc", ["frame": 5])])
    }

    @Test func whatHasNoFrameStandsStill() {
        let recipe: Recipe = [.init("saturation", ["amount": 0.5]), .init("from-the-future", ["frame": 1])]
        #expect(!catalog.readsTime(recipe))
        #expect(recipe.advanced(by: 5, in: catalog) == recipe)
    }
}
