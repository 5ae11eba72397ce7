import Editing
import Filters
import TestSupport
import Testing

/// A deterministic random number generator.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}

/// Undo and redo.
@Suite("History") struct HistoryTests {
    private static let start = ContinuousClock.now

    private static func saturation(_ amount: Double) -> Recipe {
        [Recipe.Stage("saturation", ["amount": .number(amount)])]
    }

    @Test func aCancelledDragLeavesTheRecipeAndTheStepsFromBeforeIt() {
        var history = EditHistory(Self.saturation(1))
        let edit = Edit("Amount", subject: "0/amount")
        history.setHeld(true)
        for amount in [0.8, 0.4] { history.record(Self.saturation(amount), as: edit) }
        #expect(history.cancelDrag() && history.recipe == Self.saturation(1))
        #expect(history.undoTitle == nil)
        history.setHeld(false)
        history.record(Self.saturation(0.5), as: edit)
        // Nothing is held, so there is no drag to cancel.
        #expect(!history.cancelDrag() && history.recipe == Self.saturation(0.5))
    }

    @Test func onlyTheLastDragOfManyThatFormOneStepIsCancelled() {
        var history = EditHistory(Self.saturation(1))
        let edit = Edit("Crop", subject: "crop", isOneOfMany: true)
        for amounts in [[0.9, 0.7], [0.6, 0.3]] {
            history.setHeld(true)
            for amount in amounts { history.record(Self.saturation(amount), as: edit) }
            if amounts[0] == 0.6 {
                #expect(history.cancelDrag() && history.recipe == Self.saturation(0.7))
            }
            history.setHeld(false)
        }
        history.undo()
        #expect(history.recipe == Self.saturation(1) && history.undoTitle == nil)
    }

    /// A random change of a recipe, of the kinds that the panel makes.
    private static func change(
        _ recipe: Recipe, _ random: inout SeededRandom
    ) -> (recipe: Recipe, edit: Edit) {
        var recipe = recipe
        let index = recipe.stages.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), index) {
        case (0, _), (_, nil):
            recipe.stages.append(
                Recipe.Stage("invert", ["amount": .number(.random(in: 0...1, using: &random))]))
            return (recipe, Edit("Add Invert"))
        case (1, let index?):
            recipe.stages.remove(at: index)
            return (recipe, Edit("Remove"))
        case (2, let index?):
            recipe.stages.swapAt(index, Int.random(in: 0..<recipe.stages.count, using: &random))
            return (recipe, Edit("Move"))
        case (3, let index?):
            recipe.stages[index].opacity = Double(Int.random(in: 0...4, using: &random)) / 4
            return (recipe, Edit("Opacity", subject: "\(index)/opacity"))
        case (_, let index?):
            let amount = Double(Int.random(in: 0...4, using: &random)) / 4
            recipe.stages[index].set("amount", to: .number(amount))
            return (recipe, Edit("Amount", subject: "\(index)/amount"))
        }
    }

    @Test(
        "any sequence of gestures undone gives the first recipe, and redone the last",
        arguments: 0..<UInt64(rounds(200, long: 5000)))
    func undoesAndRedoesEverything(seed: UInt64) {
        var random = SeededRandom(state: seed)
        let first: Recipe = [.init("saturation")]
        var history = EditHistory(first)
        var time = Self.start
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            if Int.random(in: 0..<4, using: &random) == 0 { history.setHeld(Bool.random(using: &random)) }
            time += .milliseconds(Int.random(in: 1...1500, using: &random))
            let (recipe, edit) = Self.change(history.recipe, &random)
            history.record(recipe, as: edit, at: time)
            #expect(history.recipe == recipe)
        }
        let last = history.recipe
        var wayBack: [Recipe] = [last]
        while let title = history.undoTitle {
            #expect(history.undo() == title)
            wayBack.append(history.recipe)
        }
        #expect(history.recipe == first)
        for recipe in wayBack.dropLast().reversed() {
            let title = history.redoTitle
            #expect(history.redo() == title)
            #expect(history.recipe == recipe)
        }
        #expect(history.redoTitle == nil && history.recipe == last)
    }

    @Test(
        "undo and redo walk the history, and a new change discards what was undone",
        arguments: 0..<UInt64(rounds(100, long: 5000)))
    func followsAModel(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var history = EditHistory([])
        // The reference model: every recipe so far, and the position among them.
        var recipes: [Recipe] = [[]]
        var index = 0
        for number in 0..<80 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                history.undo()
                index = max(0, index - 1)
            case 1:
                history.redo()
                index = min(recipes.count - 1, index + 1)
            default:
                let recipe: Recipe = [.init("invert", ["amount": .number(Double(number))])]
                history.record(recipe, as: Edit("Change \(number)"))
                recipes.removeSubrange((index + 1)...)
                recipes.append(recipe)
                index += 1
            }
            #expect(history.recipe == recipes[index])
            #expect((history.undoTitle == nil) == (index == 0))
            #expect((history.redoTitle == nil) == (index == recipes.count - 1))
        }
    }

    private static func amount(_ value: Double) -> Recipe {
        [.init("saturation", ["amount": .number(value)])]
    }

    private static let dragged = Edit("Saturation Amount", subject: "0/amount")

    @Test("a drag is one entry, however long it rests")
    func aDragIsOneEntry() {
        var history = EditHistory(Self.amount(1))
        var time = Self.start
        history.setHeld(true)
        for step in 0..<100 {
            history.record(Self.amount(Double(step) / 200), as: Self.dragged, at: time)
            time += .seconds(step == 50 ? 30 : 0.01)
        }
        history.setHeld(false)
        #expect(history.undo() == "Saturation Amount")
        #expect(history.recipe == Self.amount(1) && history.undoTitle == nil)
    }

    @Test("two drags of one slider are two entries, however close")
    func twoDragsAreTwoEntries() {
        var history = EditHistory(Self.amount(1))
        for value in [0.3, 0.6] {
            history.setHeld(true)
            history.record(Self.amount(value - 0.1), as: Self.dragged, at: Self.start)
            history.record(Self.amount(value), as: Self.dragged, at: Self.start)
            history.setHeld(false)
        }
        history.undo()
        #expect(history.recipe == Self.amount(0.3))
        history.undo()
        #expect(history.recipe == Self.amount(1))
    }

    @Test("keys close together are one entry, and those after a pause another")
    func keysAreOneEntry() {
        var history = EditHistory(Self.amount(1))
        var time = Self.start
        for value in [0.9, 0.8, 0.7] {
            history.record(Self.amount(value), as: Self.dragged, at: time)
            time += .milliseconds(600)
        }
        time += .seconds(2)
        history.record(Self.amount(0.6), as: Self.dragged, at: time)
        history.undo()
        #expect(history.recipe == Self.amount(0.7))
        history.undo()
        #expect(history.recipe == Self.amount(1) && history.undoTitle == nil)
    }

    @Test("a drag back to where it began leaves nothing to undo")
    func aDragToNowhereIsNoEntry() {
        var history = EditHistory(Self.amount(1))
        history.setHeld(true)
        for value in [0.9, 0.5, 1] { history.record(Self.amount(value), as: Self.dragged, at: Self.start) }
        #expect(history.undoTitle == nil)
        // The same drag continues, and is merged.
        for value in [0.9, 0.4] { history.record(Self.amount(value), as: Self.dragged, at: Self.start) }
        history.undo()
        #expect(history.recipe == Self.amount(1) && history.undoTitle == nil)
    }

    @Test("a drag back to where it began keeps the redo history")
    func aDragToNowhereKeepsRedo() {
        var history = EditHistory(Self.amount(1))
        history.record(Self.amount(0.2), as: Edit("Something"))
        history.undo()
        history.setHeld(true)
        for value in [0.9, 1] { history.record(Self.amount(value), as: Self.dragged, at: Self.start) }
        history.setHeld(false)
        #expect(history.redo() == "Something")
        #expect(history.recipe == Self.amount(0.2))
    }

    @Test("a change without effect is not an entry")
    func nothingIsNoEntry() {
        var history = EditHistory(Self.amount(1))
        history.record(Self.amount(1), as: Edit("Nothing"))
        #expect(history.undoTitle == nil)
    }

    @Test(
        "repeated changes of the same kind are one entry, however long they take, until something else is done"
    )
    func oneOfMany() {
        var history = EditHistory([])
        let crop = Edit("Crop", subject: "framing", isOneOfMany: true)
        for step in 1...3 {
            history.setHeld(true)
            history.record(
                [Recipe.Stage("crop", ["left": .number(Double(step))])], as: crop,
                at: Self.start + .seconds(100 * step))
            history.setHeld(false)
        }
        history.record([], as: Edit("Other"), at: Self.start + .seconds(500))
        history.record([Recipe.Stage("invert")], as: crop, at: Self.start + .seconds(600))
        #expect(history.undo() == "Crop")
        #expect(history.undo() == "Other")
        #expect(history.undo() == "Crop")
        #expect(history.recipe == [] && history.undoTitle == nil)
    }
}
