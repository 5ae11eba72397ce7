import Editing
import Filters
import Testing

/// Recipes from other sources, adapted to this program.
@Suite struct AdaptedRecipeTests {
    @Test func anUnknownFilterIsReportedAndKept() throws {
        let stage = #"{"id":"later","parameters":{"x":1},"enabled":false,"opacity":0.5}"#
        let text = #"{"glint":1,"filters":[\#(stage)]}"#
        let recipe = try Recipe(json: text)
        let (adapted, messages) = recipe.adapted(to: .builtIn)
        #expect(adapted == recipe)
        #expect(messages.count == 1 && messages[0].contains("later"))
    }

    @Test func aNewerVersionIsReportedAndKept() throws {
        let recipe = try Recipe(json: #"{"glint":7,"filters":[{"id":"invert"}]}"#, acceptsNewer: true)
        let (adapted, messages) = recipe.adapted(to: .builtIn)
        #expect(adapted == recipe)
        #expect(messages.count == 1 && messages[0].contains("newer version"))
    }

    @Test func aValueOutOfRangeIsReportedAndClamped() {
        let recipe: Recipe = [.init("saturation", ["amount": 7])]
        let (adapted, messages) = recipe.adapted(to: .builtIn)
        #expect(adapted == [.init("saturation", ["amount": 2])])
        #expect(messages.count == 1)
    }

    @Test func valuesOverTimeAreKeptAndClamped() throws {
        func stage(_ amount: ValueOverTime) -> Recipe.Stage {
            var stage = Recipe.Stage("saturation")
            stage.set("amount", to: amount)
            return stage
        }
        let valid = Recipe([stage(.keys([0: 0.2, 2: 1], ease: .smooth))])
        let (kept, none) = valid.adapted(to: .builtIn)
        #expect(kept == valid && none.isEmpty)
        let (adapted, messages) = Recipe([stage(.keys([0: 0.2, 2: 7]))]).adapted(to: .builtIn)
        #expect(adapted == [stage(.keys([0: 0.2, 2: 2]))] && messages.count == 1)
        let noise = Recipe([stage(.wiggle(around: 1.5, by: 1))]).adapted(to: .builtIn)
        #expect(noise.recipe == [stage(.wiggle(around: 1.5, by: 0.5))] && noise.messages.count == 1)
        // What cannot be understood is kept, and the default is used.
        let text = #"{"glint":1,"filters":[{"id":"saturation","parameters":{"amount":{"keys":[]}}}]}"#
        let unknown = try Recipe(json: text)
        #expect(unknown.adapted(to: .builtIn).recipe == unknown)
    }

    @Test func aRegionOutOfRangeIsReportedAndClampedBesideOtherProblems() {
        var stage = Recipe.Stage("saturation", ["amount": 7])
        stage.region = Region(.ellipse, x: -1e300, y: 0.1, width: 0.5, height: 0.5)
        var expected = Recipe.Stage("saturation", ["amount": 2])
        expected.region = Region(.ellipse, x: -2, y: 0.1, width: 0.5, height: 0.5)
        let (adapted, messages) = Recipe([stage]).adapted(to: .builtIn)
        #expect(adapted == Recipe([expected]))
        #expect(messages.count == 2)
        #expect(messages[0].contains("the region's x") && messages[0].contains("nearest valid value"))
        #expect(messages[1].contains("amount"))
    }

    @Test func aRegionThatAFilterCannotHaveIsReportedAndKept() {
        var stage = Recipe.Stage("crop")
        stage.region = Region(.ellipse, x: 0, y: 0, width: 9, height: 1)
        let (adapted, messages) = Recipe([stage]).adapted(to: .builtIn)
        #expect(adapted == Recipe([stage]))
        #expect(messages.count == 1 && messages[0].contains("applies to the whole picture"))
    }
}
