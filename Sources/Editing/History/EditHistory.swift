import Filters

/// A change of a recipe, as the menu names it.
package struct Edit: Sendable, Hashable {
    /// What people read, such as “Saturation Amount”.
    package let title: String
    /// What is changed; changes of one subject that follow on each other are one gesture. Nil where each is one of its own.
    package let subject: String?

    package init(_ title: String, subject: String? = nil) {
        self.title = title
        self.subject = subject
    }
}

/// What was done to a recipe, one entry a gesture, to be undone and done again without limit.
package struct EditHistory: Sendable {
    /// The recipe as it is now.
    package private(set) var recipe: Recipe
    private var past: [Entry] = []
    private var future: [Entry] = []
    /// The entry that further changes of its subject still belong to.
    private var openEntry: OpenEntry?
    /// Counts the times a button went down or came up: changes on two sides of that are two gestures.
    private var turn = 0
    private var isHeld = false

    private struct Entry {
        let title: String
        /// The recipe before for what was done, after for what was undone.
        let recipe: Recipe
    }

    private struct OpenEntry {
        let subject: String
        let turn: Int
        /// What could be done again when the gesture began.
        let future: [Entry]
        var lastChange: ContinuousClock.Instant
    }

    /// Keys and turns of a wheel that come closer together than this are one gesture.
    private static let longestPause = Duration.seconds(1)

    package init(_ recipe: Recipe) {
        self.recipe = recipe
    }

    /// The name of what would be undone; nil where there is nothing.
    package var undoTitle: String? { past.last?.title }
    /// The name of what would be done again; nil where there is nothing.
    package var redoTitle: String? { future.last?.title }

    /// Says that a pointer's button went down or came up. While it is held, however long a pause, a drag is one gesture.
    package mutating func setHeld(_ isHeld: Bool) {
        guard isHeld != self.isHeld else { return }
        self.isHeld = isHeld
        turn += 1
    }

    /// Takes the recipe after a change. One that ends where its gesture began leaves no trace.
    package mutating func record(
        _ changed: Recipe, as edit: Edit, at now: ContinuousClock.Instant = .now
    ) {
        guard changed != recipe else { return }
        let before = recipe
        recipe = changed
        if let subject = edit.subject, continues(subject, at: now) {
            openEntry?.lastChange = now
            guard past.last?.recipe == changed else { return }
            past.removeLast()
            future = openEntry?.future ?? []
            openEntry = nil
        } else {
            past.append(Entry(title: edit.title, recipe: before))
            openEntry = edit.subject.map {
                OpenEntry(subject: $0, turn: turn, future: future, lastChange: now)
            }
            future = []
        }
    }

    private func continues(_ subject: String, at now: ContinuousClock.Instant) -> Bool {
        guard let openEntry, openEntry.subject == subject, openEntry.turn == turn else { return false }
        return isHeld || now - openEntry.lastChange < Self.longestPause
    }

    /// Goes back by one gesture; gives its name.
    @discardableResult
    package mutating func undo() -> String? {
        guard let entry = past.popLast() else { return nil }
        future.append(Entry(title: entry.title, recipe: recipe))
        recipe = entry.recipe
        openEntry = nil
        return entry.title
    }

    /// Does again what was undone last; gives its name.
    @discardableResult
    package mutating func redo() -> String? {
        guard let entry = future.popLast() else { return nil }
        past.append(Entry(title: entry.title, recipe: recipe))
        recipe = entry.recipe
        openEntry = nil
        return entry.title
    }
}
