import Filters
import Testing

@Suite("Adjustments in recipes") struct AdjustmentTests {
    private let catalog = FilterCatalog.builtIn

    private func adjustment(_ filter: String) throws -> Adjustment {
        try #require(Adjustment.all.first { $0.filter == filter })
    }

    @Test("every adjustment is a parameter with an identity")
    func known() throws {
        for adjustment in Adjustment.all {
            let parameter = catalog.filter(adjustment.filter)?.parameter(adjustment.parameter)
            #expect(try #require(parameter).identity != nil)
        }
    }

    @Test("plain stages before all others, once and in order, are adjustments")
    func prefix() {
        let exposure = Recipe.Stage("exposure", ["stops": .number(1)])
        let saturation = Recipe.Stage("saturation", ["amount": .number(0.5)])
        let blur = Recipe.Stage("gaussian-blur", ["radius": .number(3)])
        let counts: [(Recipe, Int)] = [
            ([], 0), ([exposure, saturation, blur], 2), ([saturation, exposure], 1),
            ([exposure, exposure, saturation], 1), ([blur, exposure], 0), ([exposure, blur, saturation], 1),
        ]
        for (recipe, count) in counts { #expect(recipe.adjustmentCount(in: catalog) == count) }
    }

    @Test("a stage that a row cannot represent is not an adjustment")
    func plain() {
        func count(_ change: (inout Recipe.Stage) -> Void) -> Int {
            var stage = Recipe.Stage("clarity", ["amount": .number(0.5)])
            change(&stage)
            return Recipe([stage]).adjustmentCount(in: catalog)
        }
        #expect(count { _ in } == 1)
        #expect(count { $0.isEnabled = false } == 0)
        #expect(count { $0.opacity = 0.5 } == 0)
        #expect(count { $0.blend = .multiply } == 0)
        #expect(count { $0.region = Region(.ellipse, x: 0, y: 0, width: 1, height: 1) } == 0)
        #expect(count { $0.set("radius", to: .number(20)) } == 0)
        #expect(count { $0.set("radius", to: .number(50)) } == 1)
    }

    @Test("a row that is moved further changes one parameter of its stage")
    func moved() throws {
        let recipe: Recipe = [.init("exposure", ["stops": 1]), .init("saturation", ["amount": 0.5])]
        let saturation = try adjustment("saturation")
        let place = recipe.moving(saturation, to: 0.25, within: 2, in: catalog)
        let (stage, parameter) = try #require(place)
        var moved = recipe
        moved.stages[stage].set(parameter.id, to: 0.25)
        #expect(moved == recipe.adjusting(saturation, to: 0.25, within: 2, in: catalog))
        let removal = recipe.moving(saturation, to: 1, within: 2, in: catalog)
        let addition = recipe.moving(saturation, to: 0.25, within: 1, in: catalog)
        #expect(removal?.stage == nil && addition?.stage == nil)
    }

    @Test("rows are inserted and removed in order, whichever is moved first")
    func order() throws {
        let blur = Recipe.Stage("gaussian-blur", ["radius": .number(3)])
        var recipe: Recipe = [blur]
        var random = SystemRandomNumberGenerator()
        for adjustment in Adjustment.all.shuffled(using: &random) {
            let count = recipe.adjustmentCount(in: catalog)
            recipe = recipe.adjusting(adjustment, to: 0.25, within: count, in: catalog)
            #expect(recipe.stages.last == blur)
            #expect(recipe.adjustmentCount(in: catalog) == count + 1)
        }
        #expect(recipe.stages.dropLast().map(\.filter) == Adjustment.all.map(\.filter))
        for adjustment in Adjustment.all.shuffled(using: &random) {
            let count = recipe.adjustmentCount(in: catalog)
            #expect(recipe.value(of: adjustment, within: count, in: catalog) == 0.25)
            let resting = adjustment.filter == "saturation" ? 1.0 : 0
            recipe = recipe.adjusting(adjustment, to: resting, within: count, in: catalog)
        }
        #expect(recipe == [blur])
    }

    @Test("a stage of the stack with the same filter is left alone")
    func stack() throws {
        let card = Recipe.Stage("saturation", ["amount": .number(0.5)])
        let recipe = Recipe([card]).adjusting(
            try adjustment("saturation"), to: 1.5, within: 0, in: catalog)
        #expect(recipe.stages.count == 2 && recipe.stages[1] == card)
    }
}
