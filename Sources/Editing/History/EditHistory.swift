import Filters

/// A change to a recipe, with the name shown in the menu.
package struct Edit: Sendable, Hashable {
    /// The displayed name, such as “Saturation Amount”.
    package let title: String
    /// The subject of the change; successive changes of one subject form one gesture. Nil if each change
    /// stands alone.
    package let subject: String?
    /// True if the change joins the previous one of its subject, however long ago, unless something else was
    /// changed meanwhile.
    package let isOneOfMany: Bool

    package init(_ title: String, subject: String? = nil, isOneOfMany: Bool = false) {
        self.title = title
        self.subject = subject
        self.isOneOfMany = isOneOfMany
    }
}

/// The changes to a recipe, one entry per gesture, with unlimited undo and redo as long as the program runs.
package struct EditHistory: Sendable {
    /// The current recipe.
    package private(set) var recipe: Recipe
    private var past: [Entry] = []
    private var future: [Entry] = []
    /// The entry to which further changes of its subject are added.
    private var openEntry: OpenEntry?
    /// Counts button presses and releases: changes before and after one belong to different gestures.
    private var turn = 0
    private var isHeld = false

    private struct Entry {
        let title: String
        /// The recipe before the change if it is applied, after it if it is undone.
        let recipe: Recipe
    }

    private struct OpenEntry {
        let subject: String
        let turn: Int
        /// The newest drag that changed the entry, and the recipe with which it began.
        var drag: (turn: Int, beginning: Recipe)
        /// The changes that could be redone when the gesture began.
        let future: [Entry]
        var lastChange: ContinuousClock.Instant
    }

    /// Key presses and wheel turns within this interval form one gesture.
    private static let longestPause = Duration.seconds(1)

    package init(_ recipe: Recipe) {
        self.recipe = recipe
    }

    /// The changes that are kept between runs.
    package struct Steps: Sendable, Equatable {
        /// A change that can be undone, or redone.
        package struct Step: Sendable, Equatable {
            package let title: String
            /// The recipe after undoing or redoing the change.
            package let recipe: Recipe

            package init(title: String, recipe: Recipe) {
                self.title = title
                self.recipe = recipe
            }
        }

        /// The changes that can be undone, the newest last.
        package var past: [Step]
        /// The changes that can be redone, the next one last.
        package var future: [Step]

        package init(past: [Step] = [], future: [Step] = []) {
            self.past = past
            self.future = future
        }

        /// The maximum number of changes kept in each list.
        package static let maximum = 200

        package var isEmpty: Bool { past.isEmpty && future.isEmpty }
    }

    /// The newest changes, up to the maximum.
    package var steps: Steps {
        func steps(_ entries: [Entry]) -> [Steps.Step] {
            entries.suffix(Steps.maximum).map { Steps.Step(title: $0.title, recipe: $0.recipe) }
        }
        return Steps(past: steps(past), future: steps(future))
    }

    /// A history that continues that of an earlier run.
    package init(_ recipe: Recipe, steps: Steps) {
        self.recipe = recipe
        past = steps.past.map { Entry(title: $0.title, recipe: $0.recipe) }
        future = steps.future.map { Entry(title: $0.title, recipe: $0.recipe) }
    }

    /// Replaces the recipes to which undoing and redoing lead.
    package mutating func mapSteps(_ adapt: (Recipe) -> Recipe) {
        past = past.map { Entry(title: $0.title, recipe: adapt($0.recipe)) }
        future = future.map { Entry(title: $0.title, recipe: adapt($0.recipe)) }
    }

    /// The name of the next change to undo; nil if there is none.
    package var undoTitle: String? { past.last?.title }
    /// The name of the next change to redo; nil if there is none.
    package var redoTitle: String? { future.last?.title }

    /// Records that a pointer button was pressed or released. A drag is one gesture, including its pauses.
    package mutating func setHeld(_ isHeld: Bool) {
        guard isHeld != self.isHeld else { return }
        self.isHeld = isHeld
        turn += 1
    }

    /// Restores the recipe with which a drag began, as if it had not been made; does nothing between drags.
    ///
    /// - Returns: whether the recipe changed.
    package mutating func cancelDrag() -> Bool {
        guard isHeld, let drag = openEntry?.drag, drag.turn == turn else { return false }
        recipe = drag.beginning
        if past.last?.recipe == recipe { dropEntry() }
        return true
    }

    /// Records the recipe after a change. A change back to the recipe at the start of its gesture leaves no
    /// trace.
    ///
    /// - Returns: whether the recipe changed.
    @discardableResult
    package mutating func record(
        _ changed: Recipe, as edit: Edit, at now: ContinuousClock.Instant = .now
    ) -> Bool {
        guard changed != recipe else { return false }
        let beginning = begin(edit, at: now)
        recipe = changed
        if beginning == changed { dropEntry() }
        return true
    }

    /// The role of a change within its gesture.
    package enum Phase: Sendable {
        /// The first change, which adds an undo step.
        case first
        /// A further change, which leaves the undo steps unchanged.
        case further
        /// A change back to the start of the gesture, which removes its undo step.
        case back
    }

    /// Changes one stage and records it; returns nil if nothing changed. A change back to the recipe at the
    /// start of its gesture leaves no trace.
    ///
    /// The gesture changes nothing else, so recipes need not be compared.
    ///
    /// - Parameter index: the index of the stage in the recipe.
    package mutating func change(
        _ change: StageChange, ofStage index: Int, as edit: Edit, at now: ContinuousClock.Instant = .now
    ) -> Phase? {
        guard !recipe.stages[index].isUnchanged(by: change) else { return nil }
        let beginning = begin(edit, at: now)
        // The gesture of an adjustment may have begun without its stage.
        if let beginning, beginning.stages.count == recipe.stages.count,
            beginning.stages[index].isUnchanged(by: change)
        {
            recipe = beginning
            dropEntry()
            return .back
        }
        recipe.stages[index].apply(change)
        return beginning == nil ? .first : .further
    }

    /// Opens an entry for a change about to be made, unless it continues a gesture; returns the recipe with
    /// which that gesture began.
    private mutating func begin(_ edit: Edit, at now: ContinuousClock.Instant) -> Recipe? {
        if let subject = edit.subject,
            edit.isOneOfMany && openEntry?.subject == subject || continues(subject, at: now)
        {
            openEntry?.lastChange = now
            if openEntry?.drag.turn != turn { openEntry?.drag = (turn, recipe) }
            return past.last?.recipe
        }
        past.append(Entry(title: edit.title, recipe: recipe))
        openEntry = edit.subject.map {
            OpenEntry(subject: $0, turn: turn, drag: (turn, recipe), future: future, lastChange: now)
        }
        future = []
        return nil
    }

    /// Removes the newest entry, which no longer changes anything.
    private mutating func dropEntry() {
        past.removeLast()
        future = openEntry?.future ?? []
        openEntry = nil
    }

    private func continues(_ subject: String, at now: ContinuousClock.Instant) -> Bool {
        guard let openEntry, openEntry.subject == subject, openEntry.turn == turn else { return false }
        return isHeld || now - openEntry.lastChange < Self.longestPause
    }

    /// Undoes one gesture and returns its name.
    @discardableResult
    package mutating func undo() -> String? {
        guard let entry = past.popLast() else { return nil }
        future.append(Entry(title: entry.title, recipe: recipe))
        recipe = entry.recipe
        openEntry = nil
        return entry.title
    }

    /// Redoes the gesture undone last and returns its name.
    @discardableResult
    package mutating func redo() -> String? {
        guard let entry = future.popLast() else { return nil }
        past.append(Entry(title: entry.title, recipe: recipe))
        recipe = entry.recipe
        openEntry = nil
        return entry.title
    }
}
