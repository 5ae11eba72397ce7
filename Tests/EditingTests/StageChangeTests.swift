import Editing
import Filters
import Testing

extension EditHistory {
    /// Changes a stage like one of the panel's controls would; returns whether anything changed.
    mutating func change(
        _ change: StageChange, ofStage index: Int, named name: String, at time: ContinuousClock.Instant = .now
    ) -> Bool {
        let edit = Edit(change, of: recipe.stages[index], named: name, index: index)
        return self.change(change, ofStage: index, as: edit, at: time) != nil
    }
}

/// Stage changes made by controls: their names, which of them are merged, and their results.
@Suite("Changes of a stage") struct StageChangeTests {
    private let catalog = FilterCatalog.builtIn

    private func filter(_ id: String) throws -> FilterDeclaration { try #require(catalog.filter(id)) }

    private func parameter(_ filter: String, _ id: String, _ value: ParameterValue) throws -> StageChange {
        .parameter(try #require(try self.filter(filter).parameter(id)), value)
    }

    private func edit(_ id: String, _ change: StageChange, of stage: Recipe.Stage? = nil) throws -> Edit {
        Edit(change, of: stage ?? Recipe.Stage(id), named: try filter(id).title, index: 2)
    }

    @Test("a change is named after what it changes")
    func names() throws {
        #expect(
            try edit("saturation", parameter("saturation", "amount", 0.3)).title == "Saturation Amount")
        #expect(try edit("saturation", .opacity(0.5)).title == "Saturation Opacity")
        #expect(try edit("saturation", .blend(.multiply)).title == "Saturation Blend Mode")
        #expect(try edit("saturation", .isEnabled(false)).title == "Switch Saturation Off")
        #expect(try edit("levels", .reset(filter("levels"))).title == "Reset Levels")
        var stage = Recipe.Stage("saturation")
        let region = Region(.ellipse, x: 0, y: 0, width: 1, height: 1)
        let moved = Region(.ellipse, x: 0.1, y: 0, width: 1, height: 1)
        #expect(try edit("saturation", .regions([region])).title == "Add Saturation Region")
        stage.region = region
        #expect(try edit("saturation", .regions([moved]), of: stage).title == "Saturation Region")
        #expect(try edit("saturation", .regions([]), of: stage).title == "Remove Saturation Region")
        // With several regions, the changes of each are merged separately.
        stage.regions = [region, region]
        let (first, second) = (
            try edit("saturation", .regions([moved, region]), of: stage),
            try edit("saturation", .regions([region, moved]), of: stage)
        )
        #expect(first.subject != nil && second.subject != nil && first.subject != second.subject)
    }

    @Test("sliders, points and curves have gestures, and choices are one by one")
    func subjects() throws {
        let amount = try edit("saturation", parameter("saturation", "amount", 0.3))
        #expect(
            try amount.subject != nil
                && amount.subject == edit("saturation", parameter("saturation", "amount", 1.3)).subject)
        #expect(try edit("saturation", .opacity(0.5)).subject != amount.subject)
        #expect(try edit("swirl", parameter("swirl", "center", .point(SIMD2(0, 1)))).subject != nil)
        #expect(try edit("edge-detect", parameter("edge-detect", "lines", "dark")).subject == nil)
        #expect(try edit("saturation", .isEnabled(false)).subject == nil)
    }

    @Test("setting the current value, given or by default, is not a change")
    func unchanged() throws {
        var history = EditHistory([.init("saturation", ["amount": 0.3]), .init("saturation")])
        let start = history.recipe
        let amount = try #require(try filter("saturation").parameter("amount"))
        for (index, value) in [(0, 0.3), (1, amount.defaultValue)] {
            let isChanged = history.change(.parameter(amount, value), ofStage: index, named: "Saturation")
            #expect(!isChanged)
        }
        let isChanged = history.change(.opacity(1), ofStage: 0, named: "Saturation")
        #expect(!isChanged && history.recipe == start && history.undoTitle == nil)
    }

    /// Recording whole recipes is the reference.
    @Test("changes of a stage are recorded as the recipes after them would be")
    func asRecorded() throws {
        let start = Recipe(
            try ["levels", "saturation", "levels"].map { id in
                let defaults = try filter(id).parameters.map { ($0.id, $0.defaultValue) }
                return .init(id, Dictionary(uniqueKeysWithValues: defaults))
            })
        var (one, other) = (EditHistory(start), EditHistory(start))
        var random = SystemRandomNumberGenerator()
        var time = ContinuousClock.now
        for _ in 0..<3000 {
            let index = Int.random(in: 0..<3)
            let declaration = try filter(start.stages[index].filter)
            let parameter = try #require(declaration.parameters.randomElement(using: &random))
            let change: StageChange =
                switch Int.random(in: 0..<8) {
                case 0: .opacity(Double(Int.random(in: 1...2)) / 2)
                case 1: .isEnabled(Bool.random())
                case 2: .blend(Bool.random() ? .normal : .multiply)
                default: .parameter(parameter, .number(Double(Int.random(in: 0...2)) / 2))
                }
            switch Int.random(in: 0..<30) {
            case 0: #expect(one.undo() == other.undo())
            case 1: #expect(one.redo() == other.redo())
            case 2:
                let isHeld = Bool.random()
                one.setHeld(isHeld)
                other.setHeld(isHeld)
            default:
                time += .milliseconds([1, 1, 1, 1500][Int.random(in: 0..<4)])
                let stage = other.recipe.stages[index]
                let edit = Edit(change, of: stage, named: "Name", index: index)
                if !stage.isUnchanged(by: change) {
                    var recipe = other.recipe
                    recipe.stages[index].apply(change)
                    other.record(recipe, as: edit, at: time)
                }
                _ = one.change(change, ofStage: index, named: "Name", at: time)
            }
            #expect(one.recipe == other.recipe && one.undoTitle == other.undoTitle)
            #expect(one.redoTitle == other.redoTitle)
        }
    }

    @Test("a slider that comes back to where its drag began leaves nothing to undo")
    func backAgain() throws {
        let start: Recipe = [.init("saturation")]
        var history = EditHistory(start)
        let amount = try #require(try filter("saturation").parameter("amount"))
        let rest = Recipe.Stage("saturation").value(of: amount)
        history.setHeld(true)
        for value in [0.4, 0.2] {
            _ = history.change(.parameter(amount, .number(value)), ofStage: 0, named: "Saturation")
        }
        #expect(history.undoTitle == "Saturation Amount")
        _ = history.change(.parameter(amount, rest), ofStage: 0, named: "Saturation")
        #expect(history.undoTitle == nil && history.recipe == start)
    }

    @Test("while a value changes over time, a control sets keys, and a drag of it is one step")
    func keys() throws {
        var stage = Recipe.Stage("saturation")
        stage.set("amount", to: .keys([0: 0.2, 2: 1]))
        stage.setOpacity(to: .keys([1: 1]))
        let start = Recipe([stage])
        var history = EditHistory(start)
        let amount = try #require(try filter("saturation").parameter("amount"))
        history.setHeld(true)
        for value in [0.5, 0.7, 0.9] {
            let change = StageChange.parameter(amount, .number(value)).asKeys(
                of: history.recipe.stages[0], during: 1..<1.04)
            let isChanged = history.change(change, ofStage: 0, named: "Saturation")
            #expect(isChanged)
        }
        history.setHeld(false)
        #expect(history.undoTitle == "Saturation Amount")
        #expect(history.recipe.stages[0].change(of: amount) == .keys([0: 0.2, 1: 0.9, 2: 1]))
        let opacity = StageChange.opacity(0.5).asKeys(of: stage, during: 2..<2.04)
        let hasChangedOpacity = history.change(opacity, ofStage: 0, named: "Saturation")
        #expect(hasChangedOpacity && history.undoTitle == "Saturation Opacity")
        #expect(history.recipe.stages[0].changingOpacity == .keys([1: 1, 2: 0.5]))
        history.undo()
        history.undo()
        #expect(history.recipe == start && history.undoTitle == nil)
    }

    @Test("a constant is a change of a value over time that has it at first")
    func constants() throws {
        var stage = Recipe.Stage("saturation")
        stage.set("amount", to: .keys([0: 0.2]))
        stage.setOpacity(to: .keys([0: 0.5]))
        var history = EditHistory([stage])
        let amount = try #require(try filter("saturation").parameter("amount"))
        for change in [StageChange.parameter(amount, 0.2), .opacity(0.5)] {
            let isChanged = history.change(change, ofStage: 0, named: "Saturation")
            #expect(isChanged)
        }
        #expect(!history.recipe.stages[0].changes)
        // Constants stay constants.
        let changes = try [parameter("saturation", "amount", 0.3), .opacity(0.1)].map {
            $0.asKeys(of: history.recipe.stages[0], during: 0..<1)
        }
        for change in changes { _ = history.change(change, ofStage: 0, named: "Saturation") }
        #expect(!history.recipe.stages[0].changes && history.recipe.stages[0].opacity == 0.1)
    }

    @Test("a gesture that added its stage goes on with it")
    func added() throws {
        let amount = try #require(try filter("saturation").parameter("amount"))
        let (vibrance, edit) = (Recipe.Stage("vibrance"), Edit("Saturation", subject: "adjust/saturation"))
        var history = EditHistory([vibrance])
        history.setHeld(true)
        history.record([vibrance, .init("saturation", ["amount": 0.9])], as: edit)
        #expect(history.change(.parameter(amount, 0.5), ofStage: 1, as: edit) == .further)
        #expect(history.recipe == [vibrance, .init("saturation", ["amount": 0.5])])
        history.record([vibrance], as: edit)
        #expect(history.undoTitle == nil && history.recipe == [vibrance])
        #expect(history.change(.opacity(0.5), ofStage: 0, as: edit) == .first)
    }

    @Test("a slider moved by hand replaces a value over time, and undoing brings it back")
    func replacesValueOverTime() throws {
        let amount = try #require(try filter("saturation").parameter("amount"))
        var moving = Recipe.Stage("saturation")
        moving.set("amount", to: .keys([0: 0.2, 2: 1]))
        moving.setOpacity(to: .keys([0: 0, 1: 1]))
        moving.regions = [.ellipse(x: 0, y: 0, width: 1, height: 1).moving(\.x, .keys([0: 0, 1: 0.5]))]
        var history = EditHistory(Recipe([moving]))
        var region = moving.regions[0]
        region.y = 0.1
        for change in [StageChange.parameter(amount, 0.7), .opacity(0.5), .regions([region])] {
            let isChanged = history.change(change, ofStage: 0, named: "Saturation")
            #expect(isChanged)
        }
        let changed = history.recipe.stages[0]
        #expect(!changed.changes("amount") && changed.changingOpacity == nil && changed.opacity == 0.5)
        // Only the number that was moved ends its change.
        #expect(changed.regions[0].at(1).x == 0.5 && changed.regions[0].y == 0.1)
        for _ in 0..<3 { history.undo() }
        #expect(history.recipe == Recipe([moving]))
    }
}
