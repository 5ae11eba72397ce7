@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Imaging

/// The edits of the picture: changed, undone, and kept between runs.
extension Window {
    /// Takes the recipe as the panel shows it after a change.
    func change(to recipe: Recipe, as edit: Edit) {
        document?.change(to: recipe, as: edit)
        canvas?.show(recipe)
        keepEdits()
    }

    /// Replaces the recipe; reports what does not fit this version's filters.
    func apply(_ recipe: Recipe, as edit: Edit) {
        guard document != nil else { return }
        let (recipe, messages) = recipe.adapted(to: application.catalog)
        if !messages.isEmpty { toasts.showFailure(messages.joined(separator: "\n")) }
        panel.update(recipe)
        change(to: recipe, as: edit)
    }

    func undo() {
        guard document?.undo() != nil else { return }
        historyMoved()
    }

    func redo() {
        guard document?.redo() != nil else { return }
        historyMoved()
    }

    private func historyMoved() {
        guard let recipe = document?.recipe else { return }
        panel.update(recipe)
        canvas?.show(recipe)
        keepEdits()
    }

    /// Resets to the filters the picture was first opened with.
    func resetFilters() {
        apply(.opening(application.catalog), as: Edit("Reset All"))
    }

    /// Offers to restore what was just removed, while that is the last change.
    func offerUndo(ofRemoving title: String) {
        guard let recipe = document?.recipe else { return }
        dismissUndo()
        let toast = toasts.show("Removed \(title)", button: "_Undo", seconds: 30) { [weak self] in
            self?.undo()
        }
        undoOffer = toast.map { (recipe, $0) }
    }

    /// Withdraws the offer after another change.
    func checkUndoOffer() {
        if let undoOffer, undoOffer.recipe != document?.recipe { dismissUndo() }
    }

    private func dismissUndo() {
        undoOffer?.toast.dismiss()
        undoOffer = nil
    }

    // Recipes as text

    func copyRecipe() {
        playback.pause()
        guard let recipe = document?.recipe else { return }
        Clipboard(of: window).setText(recipe.json + "\n")
        toasts.show("Copied the recipe")
    }

    /// Applies a recipe or a preset copied as text; false if the text is something else.
    func pasteRecipe(_ text: String) -> Bool {
        do {
            let recipe = try Recipe(json: text, acceptsNewer: true)
            if document == nil {
                pendingRecipe = recipe
                toasts.show("The recipe is for the picture that you open next")
            } else {
                apply(recipe, as: Edit("Paste Recipe"))
                toasts.show("Pasted the recipe")
            }
            return true
        } catch {
            if pastePreset(text) { return true }
            // Text that begins like JSON was meant to be a recipe.
            guard text.drop(while: \.isWhitespace).hasPrefix("{") else { return false }
            toasts.showFailure(sentence("\(error)"))
            return true
        }
    }

    // Kept edits

    /// Keeps the edits of the picture, soon.
    func keepEdits() {
        checkUndoOffer()
        guard let document, let path = document.keptPath else { return }
        keeper.keep(document.isUntouched ? nil : document.recipe, of: path)
    }

    /// Whether the edits will be restored when the picture is next opened.
    var keepsEdits: Bool { keeper.isWorking && document?.keptPath != nil }

    /// Sets the picture's edits aside, to be restored on request.
    func discardEdits() {
        guard let document, let path = document.keptPath else { return }
        keeper.setAside(document.discarded, of: path)
    }

    /// The recipe a picture is opened with, and messages about it.
    struct Beginning {
        var recipe: Recipe
        var offers: [Offer] = []
    }

    /// A message about kept edits, with a button that restores them.
    struct Offer {
        let text: String
        let recipe: Recipe
    }

    /// Finds the recipe for opening the file: the one requested, or this window's earlier edits of it, or else none.
    /// Edits from an earlier run are offered.
    func findBeginning(with file: File?, _ then: @escaping @MainActor @Sendable (Beginning) -> Void) {
        guard let path = file?.path else { return then(beginning(with: nil)) }
        keeper.read(path) { [weak self] found in
            guard let self else { return }
            then(beginning(with: found))
        }
    }

    private func beginning(with found: EditWriter.Found?) -> Beginning {
        var beginning = Beginning(recipe: pendingRecipe ?? Recipe.opening(application.catalog))
        guard let found else { return beginning }
        let kept = found.kept
        if pendingRecipe == nil, found.isOwn, !kept.isSetAside {
            beginning.recipe = kept.recipe
        } else if kept.recipe != beginning.recipe {
            beginning.offers = [Offer(text: kept.sentence, recipe: kept.recipe)]
        }
        if let other = kept.other {
            beginning.offers.append(Offer(text: "Other edits of this picture are kept, too", recipe: other))
        }
        return beginning
    }

    /// Offers edits of the picture just opened, for as long as it is open.
    func show(_ offers: [Offer]) {
        let file = document?.file
        editOffers = offers.compactMap { offer in
            toasts.show(offer.text, button: "_Bring Back", seconds: 30) { [weak self] in
                guard let self, document?.file == file else { return }
                apply(offer.recipe, as: Edit("Bring Back Edits"))
            }
        }
    }

    /// Withdraws the offers for the previous picture.
    func dismissEditOffers() {
        // The last first: a queued toast must not appear in between.
        for toast in editOffers.reversed() { toast.dismiss() }
        editOffers = []
    }
}

extension EditStore.Kept {
    /// The message that offers them.
    fileprivate var sentence: String {
        if isSetAside { return "The edits you discarded are kept" }
        if isVersionBefore { return "Your earlier edits are kept; the last of them was cut short" }
        return isOfAnotherPicture
            ? "Your edits of this picture as it was before are kept"
            : "Your earlier edits of this picture are kept"
    }
}
