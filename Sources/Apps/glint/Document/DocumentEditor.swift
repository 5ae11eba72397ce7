import Editing
import Filters
import Gtk
import Imaging
import Live
import Observation
import Localization

/// Makes every change to the picture being edited, records it for undo, and stores it between runs.
@MainActor @Observable
final class DocumentEditor {
    /// The events of the document.
    enum Event {
        /// Another picture is open.
        case opened
        /// The picture was reread from its file.
        case reloaded
        /// The recipe was changed in the panel, which shows it already.
        case changed
        /// A gesture in the panel continues: only the recipe has changed since the last event.
        case continued
        /// The recipe was replaced.
        case replaced
        /// Filters in use have changed, and the recipe was adapted to them.
        case refitted
        /// The picture was saved.
        case saved
    }

    /// Called after each event.
    var happened: @MainActor (Event) -> Void = { _ in }
    /// Called with the parts of a recipe that do not fit this version's filters.
    var reported: @MainActor (String) -> Void = { _ in }
    /// The document; nil while no picture is open. While a gesture continues, its observers are notified only
    /// every ``noticeMilliseconds``; ``happened`` reports each change.
    private(set) var document: Document?
    /// The available filters.
    private(set) var catalog: FilterCatalog
    private let autosave: AutosaveController
    /// The notification of a gesture that continues.
    @ObservationIgnored private var notice: Delay?
    private static let noticeMilliseconds = 100

    /// - Parameter autosave: stores the edits between runs.
    init(catalog: FilterCatalog, autosave: AutosaveController) {
        self.catalog = catalog
        self.autosave = autosave
    }

    /// The recipe of the open picture.
    var recipe: Recipe? { document?.recipe }

    /// Replaces the picture.
    func open(_ document: Document) {
        autosave.flush()
        self.document = document
        happened(.opened)
    }

    /// Replaces the picture with its file's current contents; its edits stay.
    func reload(_ medium: Medium) {
        guard document != nil else { return }
        document?.reload(medium)
        happened(.reloaded)
    }

    /// Changes the clip's trimmed part, or its table of frames.
    func changeClip(_ change: (inout Clip) -> Void) { document?.changeClip(change) }

    /// Replaces the available filters; if filters in use have changed, adapts the recipe.
    func use(_ catalog: FilterCatalog) {
        let before = self.catalog
        self.catalog = catalog
        document?.catalog = catalog
        document?.adaptHistory()
        guard let recipe,
            recipe.stages.contains(where: { before.filter(of: $0) != catalog.filter(of: $0) })
        else { return }
        document?.history.record(recipe.adapted(to: catalog).recipe, as: Edit(tr("Updated Filters")))
        happened(.refitted)
    }

    /// Shows the picture again, and the controls of its shaders, after the file of one has changed.
    func shadersChanged() {
        if document != nil { happened(.refitted) }
    }

    // Changes

    /// Changes one stage on behalf of its control; returns the changed stage, or nil if nothing has changed.
    @discardableResult
    func change(_ change: StageChange, ofStage index: Int, as edit: Edit) -> Recipe.Stage? {
        // Changes the stored property itself, because observers need not follow each event of a gesture.
        guard let phase = _document?.history.change(change, ofStage: index, as: edit) else { return nil }
        phase == .further ? notifyObserversSoon() : notifyObservers()
        happened(phase == .further ? .continued : .changed)
        keep()
        return recipe?.stages[index]
    }

    private func notifyObservers() {
        notice = nil
        withMutation(keyPath: \.document) {}
    }

    private func notifyObserversSoon() {
        guard notice == nil else { return }
        notice = Delay(milliseconds: Self.noticeMilliseconds) { [weak self] in self?.notifyObservers() }
    }

    /// Changes the stages on behalf of the panel.
    func change(as edit: Edit, _ change: (inout [Recipe.Stage]) -> Void) {
        guard var recipe else { return }
        change(&recipe.stages)
        document?.history.record(recipe, as: edit)
        recipeChanged(.changed)
    }

    /// Sets adjustments on behalf of their rows in the panel.
    ///
    /// - Parameter count: how many of the recipe's first stages are adjustments.
    func adjust(_ values: [(Adjustment, Double)], within count: Int, as edit: Edit) {
        guard var changed = recipe else { return }
        var count = count
        for (adjustment, value) in values {
            let before = changed.stages.count
            changed = changed.adjusting(adjustment, to: value, within: count, in: catalog)
            count += changed.stages.count - before
        }
        if document?.history.record(changed, as: edit) == true { recipeChanged(.changed) }
    }

    /// Replaces the recipe.
    func replace(by recipe: Recipe, as edit: Edit) {
        guard document != nil else { return }
        document?.history.record(recipe, as: edit)
        recipeChanged(.replaced)
    }

    /// Replaces the recipe with one from elsewhere; reports the parts that do not fit this version's filters.
    func apply(_ recipe: Recipe, as edit: Edit) {
        guard document != nil else { return }
        let (recipe, messages) = recipe.adapted(to: catalog)
        if !messages.isEmpty { reported(messages.joined(separator: "\n")) }
        replace(by: recipe, as: edit)
    }

    func undo() {
        if document?.history.undo() != nil { recipeChanged(.replaced) }
    }

    func redo() {
        if document?.history.redo() != nil { recipeChanged(.replaced) }
    }

    /// Resets all edits.
    func resetFilters() { replace(by: Recipe(), as: Edit(tr("Reset to Original"))) }

    /// Records that a pointer button was pressed or released: the changes in between form one gesture.
    func setHeld(_ isHeld: Bool) {
        _document?.history.setHeld(false)
        if isHeld { _document?.history.setHeld(true) }
    }

    /// Restores the recipe with which the current drag began.
    func cancelGesture() {
        if document?.history.cancelDrag() == true { recipeChanged(.replaced) }
    }

    private func recipeChanged(_ event: Event) {
        happened(event)
        keep()
    }

    // The picture's file

    /// Stores the settings chosen for saving.
    func choose(_ choices: ExportChoices) { document?.saveChoices = choices }

    /// Records that the user has been informed of the file's current state.
    func noteFile() { document?.noteFile() }

    /// Records that a document, in its state at the start of the save, is now in the file at `path`.
    ///
    /// - Parameter isWhole: whether the file has all of the result's pixels.
    func noteSaved(_ saved: Document, at path: String, isWhole: Bool = true) {
        // The edits must not be applied a second time to an original whose pixels contain them.
        if saved.isOriginal(path), let original = saved.autosavePath { autosave.forget(original) }
        // Another picture may have been opened meanwhile.
        guard document?.sourceFrame.sourceID == saved.sourceFrame.sourceID else { return }
        document?.wasSaved(saved.recipe, at: path, isWhole: isWhole)
        happened(.saved)
        keep()
    }

    /// Records that a document, in its state at the start of the export, is now in a file other than its own.
    ///
    /// - Parameter isWhole: whether the file has all of the result's pixels.
    func noteExported(_ exported: Document, isWhole: Bool) {
        guard document?.sourceFrame.sourceID == exported.sourceFrame.sourceID else { return }
        document?.wasExported(exported.recipe, isWhole: isWhole)
        happened(.saved)
        keep()
    }

    // Autosave

    /// True if the edits will be restored when the picture is next opened.
    var keepsEdits: Bool { autosave.isWorking && document?.autosavePath != nil }

    /// True if closing the picture would lose something.
    ///
    /// - Parameter isLast: whether to wait until the edits are written, since the user cannot be asked later.
    ///   Otherwise it waits only for the first write, which shows whether edits can be stored at all.
    func wouldLoseEdits(isLast: Bool) -> Bool {
        guard document?.isEdited == true else { return false }
        if isLast || !autosave.isProven { autosave.settle() }
        return !keepsEdits
    }

    /// Sets the picture's edits aside, to be restored on request.
    func discardEdits() {
        guard let document, let path = document.autosavePath else { return }
        autosave.setAside(document.discarded, of: path)
    }

    /// Stores the edits soon.
    func keep() {
        guard let path = document?.autosavePath else { return }
        autosave.keep(path) { [weak self] in
            guard let document = self?.document, document.autosavePath == path,
                !document.isUntouched || !document.history.steps.isEmpty
            else { return nil }
            return AutosaveController.Edits(
                recipe: document.recipe, isExported: !document.isEdited, steps: document.history.steps)
        }
    }
}
