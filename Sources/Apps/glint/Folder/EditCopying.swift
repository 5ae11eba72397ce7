import Editing
import Filters
import Gtk
import Localization

/// Changes the edits of other pictures of the strip; each change can be undone there, and all at once from a
/// message.
@MainActor
final class EditCopying {
    private let context: WindowContext
    private let editor: DocumentEditor
    private let autosave: AutosaveController

    init(_ context: WindowContext, editor: DocumentEditor, autosave: AutosaveController) {
        self.context = context
        self.editor = editor
        self.autosave = autosave
    }

    /// Replaces the edits of other pictures by those of the open one.
    func copy(to paths: [String]) {
        guard let recipe = editor.recipe else { return }
        replace(paths, by: recipe, as: tr("Copied Edits")) { count in
            trn("Copied the edits to 1 picture", "Copied the edits to \(count) pictures", count: count)
        }
    }

    /// Removes the edits of pictures.
    func reset(_ paths: [String]) {
        replace(paths, by: Recipe(), as: tr("Reset to Original")) { count in
            trn("Reset 1 picture", "Reset \(count) pictures", count: count)
        }
    }

    private func replace(
        _ paths: [String], by recipe: Recipe, as title: String, text: @escaping @MainActor (Int) -> String
    ) {
        let changed = Changed()
        for path in paths {
            whenSettled(path) { [weak self] in self?.replace(path, by: recipe, as: title, changed, text) }
        }
    }

    private func replace(
        _ path: String, by recipe: Recipe, as title: String, _ changed: Changed,
        _ text: @escaping @MainActor (Int) -> String
    ) {
        // The edits of an open picture are in its window.
        if let open = openEditor(of: path) {
            guard let before = open.recipe, before != recipe else { return }
            open.replace(by: recipe.adapted(to: open.catalog).recipe, as: Edit(title))
            return note(path, before, nil, in: changed, text)
        }
        autosave.read(path) { [weak self] stored in
            guard let self else { return }
            let isUsed = stored.map { !$0.isSetAside && !$0.isOfAnotherPicture } ?? false
            let before = isUsed ? stored : nil
            guard before?.recipe ?? Recipe() != recipe else { return }
            var steps = before?.steps ?? EditHistory.Steps()
            steps.past.append(.init(title: title, recipe: before?.recipe ?? Recipe()))
            steps.future = []
            // These edits continue those that were read.
            if isUsed { autosave.resume(path) }
            write(AutosaveController.Edits(recipe: recipe, steps: steps), of: path)
            note(path, before?.recipe ?? Recipe(), before, in: changed, text)
        }
    }

    private func write(_ edits: AutosaveController.Edits?, of path: String) {
        autosave.keep(path) { edits }
        autosave.flush()
    }

    /// The editor that shows a picture.
    private func openEditor(of path: String) -> DocumentEditor? {
        let file = File(path: path)
        guard let open = context.application.window(showing: file)?.editor,
            open.document?.file?.isSame(as: file) == true
        else { return nil }
        return open
    }

    /// Runs `body` once the window that is opening a picture, if any, shows it.
    private func whenSettled(_ path: String, _ body: @escaping @MainActor () -> Void) {
        let opener = context.application.window(showing: File(path: path))?.opener
        if let opener, openEditor(of: path) == nil { opener.whenOpened(body) } else { body() }
    }

    // Undoing

    /// The changed pictures, and their message.
    @MainActor
    private final class Changed {
        var pictures: [Picture] = []
        var message: Toasts.Toast?

        struct Picture {
            let path: String
            let before: Recipe
            /// The edits that were stored before; nil if there were none, or if the picture was open.
            let stored: EditStore.StoredEdits?
        }
    }

    /// One message counts the pictures as they are changed.
    private func note(
        _ path: String, _ before: Recipe, _ stored: EditStore.StoredEdits?, in changed: Changed,
        _ text: @MainActor (Int) -> String
    ) {
        changed.pictures.append(.init(path: path, before: before, stored: stored))
        changed.message?.dismiss()
        changed.message = context.toasts.show(text(changed.pictures.count), button: tr("_Undo")) {
            [weak self, pictures = changed.pictures] in
            for picture in pictures { self?.restore(picture) }
        }
    }

    private func restore(_ picture: Changed.Picture) {
        whenSettled(picture.path) { [weak self] in
            guard let self else { return }
            // It may have been opened meanwhile.
            if let open = openEditor(of: picture.path) {
                return open.replace(by: picture.before.adapted(to: open.catalog).recipe, as: Edit(tr("Undo")))
            }
            let edits = picture.stored.map {
                AutosaveController.Edits(recipe: $0.recipe, isExported: $0.isExported, steps: $0.steps)
            }
            write(edits, of: picture.path)
        }
    }
}
