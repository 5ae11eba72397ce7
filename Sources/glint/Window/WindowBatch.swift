import Editing
import Filters
import Gtk
import Imaging

/// Batch processing, started from the window.
extension Window {
    /// Opens the batch dialog, initially with this picture's edits for all pictures in its folder.
    func filterSeveral() {
        guard let renderService = context.application.renderService else { return }
        let folder = editor.document?.folder
        let inputs = folder.flatMap { try? PictureFolder($0).pictures } ?? []
        var choices: [BatchDialog.Choice] = []
        if let document = editor.document {
            choices.append(.init(title: "As This Picture", recipe: document.recipe))
        }
        let presets = context.application.presets
        for preset in (presets?.own ?? []) + (presets?.shipped ?? []) {
            choices.append(.init(title: preset.title, recipe: preset.recipe))
        }
        BatchDialog(
            over: context.window, runner: BatchRunner(renderService), inputs: inputs,
            folder: folder ?? File(path: ".").path ?? ".", choices: choices,
            readRecipe: { [weak self] in self?.recipes.read($0) },
            adapt: { [application = context.application] in $0.adapted(to: application.catalog) }
        ).present()
    }
}
