import Editing
import Filters
import Gtk
import Localization

/// Changes the stored edits of pictures that are not open in the window; each change can be undone there, and
/// all at once from a message.
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
        let restored = Restored()
        for path in paths {
            // The edits of an open picture are in its window.
            if let open = openEditor(of: path) {
                guard let before = open.recipe, before != recipe else { continue }
                open.replace(by: recipe.adapted(to: open.catalog).recipe, as: Edit(title))
                restored.add { open.undo() }
                continue
            }
            autosave.read(path) { [weak self, autosave] stored in
                let isUsed = stored.map { !$0.isSetAside && !$0.isOfAnotherPicture } ?? false
                let before = isUsed ? stored : nil
                guard before?.recipe ?? Recipe() != recipe else { return }
                var steps = before?.steps ?? EditHistory.Steps()
                steps.past.append(.init(title: title, recipe: before?.recipe ?? Recipe()))
                steps.future = []
                Self.write(AutosaveController.Edits(recipe: recipe, steps: steps), of: path, autosave)
                restored.add {
                    let edits = before.map {
                        AutosaveController.Edits(
                            recipe: $0.recipe, isExported: $0.isExported, steps: $0.steps)
                    }
                    Self.write(edits, of: path, autosave)
                }
                self?.report(restored, text)
            }
        }
        report(restored, text)
    }

    private static func write(
        _ edits: AutosaveController.Edits?, of path: String, _ autosave: AutosaveController
    ) {
        autosave.keep(path) { edits }
        autosave.flush()
    }

    private func openEditor(of path: String) -> DocumentEditor? {
        context.application.window(showing: File(path: path))?.editor
    }

    /// One message counts the pictures as they are changed.
    private func report(_ restored: Restored, _ text: @MainActor (Int) -> String) {
        guard !restored.undo.isEmpty else { return }
        restored.message?.dismiss()
        restored.message = context.toasts.show(text(restored.undo.count), button: tr("_Undo")) {
            restored.undo.forEach { $0() }
        }
    }

    /// How the changed pictures are restored.
    @MainActor
    private final class Restored {
        private(set) var undo: [@MainActor () -> Void] = []
        var message: Toasts.Toast?

        func add(_ restore: @escaping @MainActor () -> Void) { undo.append(restore) }
    }
}
