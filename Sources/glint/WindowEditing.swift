@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Imaging

/// What is done to the picture: changed, undone, and kept between runs.
extension Window {
    /// Takes the recipe as the panel shows it after a change.
    func change(to recipe: Recipe, as edit: Edit) {
        document?.change(to: recipe, as: edit)
        canvas?.show(recipe)
        keepEdits()
    }

    /// Takes another recipe in place of the one there is; what does not fit this version's filters is said.
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

    /// Shows the picture as it is, with the filters it was first opened with.
    func resetFilters() {
        apply(.opening(application.catalog), as: Edit("Reset All"))
    }

    /// Offers to bring back what was just removed, for as long as that was the last change.
    func offerUndo(ofRemoving title: String) {
        guard let recipe = document?.recipe else { return }
        dismissUndo()
        let toast = toasts.show("Removed \(title)", button: "_Undo", seconds: 10) { [weak self] in
            self?.undo()
        }
        undoOffer = toast.map { (recipe, $0) }
    }

    /// Takes the offer back once something else was done.
    func checkUndoOffer() {
        if let undoOffer, undoOffer.recipe != document?.recipe { dismissUndo() }
    }

    private func dismissUndo() {
        undoOffer?.toast.dismiss()
        undoOffer = nil
    }

    // Recipes as text

    func copyRecipe() {
        guard let recipe = document?.recipe else { return }
        Clipboard(of: window).setText(recipe.json + "\n")
        toasts.show("Copied the recipe")
    }

    /// Takes a recipe that was copied as text; false where the text is something else.
    func pasteRecipe(_ text: String) -> Bool {
        guard document != nil else { return false }
        do {
            apply(try Recipe(json: text), as: Edit("Paste Recipe"))
            toasts.show("Pasted the recipe")
            return true
        } catch {
            // What begins as JSON was meant to be a recipe.
            guard text.drop(while: \.isWhitespace).hasPrefix("{") else { return false }
            toasts.showFailure(sentence("\(error)"))
            return true
        }
    }

    // Kept edits

    /// Keeps what is done to the picture, soon.
    func keepEdits() {
        checkUndoOffer()
        guard let document, let path = document.keptPath else { return }
        let isUntouched = document.recipe.normalized(in: application.catalog).stages.isEmpty
        keeper.keep(isUntouched ? nil : document.recipe, of: path)
    }

    /// Whether what is done to the picture is there again when it is next opened.
    var keepsEdits: Bool { keeper.isWorking && document?.keptPath != nil }

    /// Sets the picture's edits aside, to be asked for.
    func discardEdits() {
        guard let document, let path = document.keptPath else { return }
        keeper.setAside(document.recipe, of: path)
    }

    /// What a picture is opened with, and what is to be said about that.
    struct Beginning {
        var recipe: Recipe
        var offers: [Offer] = []
    }

    /// A sentence about kept edits, and a button that takes others.
    struct Offer {
        let text: String
        let button: String
        let recipe: Recipe
        let edit: Edit
    }

    /// What the file is to be opened with: the recipe that was asked for, else what was done to it before, else nothing.
    func beginning(with file: File?) -> Beginning {
        let opening = Recipe.opening(application.catalog)
        let kept = file?.path.flatMap { keeper.read($0) }
        if let asked = pendingRecipe {
            guard let kept, kept.recipe != asked else { return Beginning(recipe: asked) }
            return Beginning(
                recipe: asked, offers: [.earlier(kept.recipe, "Your earlier edits of this picture are kept")])
        }
        guard let kept else { return Beginning(recipe: opening) }
        var beginning = Beginning(recipe: opening)
        if kept.isSetAside {
            beginning.offers = [.earlier(kept.recipe, "The edits you discarded are kept")]
        } else {
            beginning = Beginning(recipe: kept.recipe)
            beginning.offers = [
                Offer(
                    text: kept.restoredText, button: "_Start Over", recipe: opening, edit: Edit("Start Over"))
            ]
        }
        if let other = kept.other {
            beginning.offers.append(.earlier(other, "What another window did to this picture is kept, too"))
        }
        return beginning
    }

    func show(_ offers: [Offer]) {
        for offer in offers {
            toasts.show(offer.text, button: offer.button, seconds: 10) { [weak self] in
                self?.apply(offer.recipe, as: offer.edit)
            }
        }
    }
}

extension Window.Offer {
    fileprivate static func earlier(_ recipe: Recipe, _ text: String) -> Window.Offer {
        Window.Offer(text: text, button: "_Bring Back", recipe: recipe, edit: Edit("Bring Back Edits"))
    }
}

extension EditStore.Kept {
    /// What is said where the edits are shown again.
    fileprivate var restoredText: String {
        if isVersionBefore { return "Edits restored; the newest version was cut short" }
        return isOfAnotherPicture ? "Edits restored; the picture itself has changed" : "Edits restored"
    }
}
