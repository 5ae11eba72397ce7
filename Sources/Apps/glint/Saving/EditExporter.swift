import Filters
import Gtk
import Rendering
import Localization

/// Writes the filtered picture at full resolution, between previews, and shows the progress.
@MainActor
final class EditExporter {
    /// Called when a save has ended, with whether it succeeded.
    var ended: @MainActor (Bool) -> Void = { _ in }

    private let context: WindowContext
    private let bar: SaveBar

    /// - Parameter bar: shows the progress.
    init(_ context: WindowContext, bar: SaveBar) {
        self.context = context
        self.bar = bar
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - label: describes the operation.
    ///   - isPassedOn: whether the file is for other programs, so that the document does not count as saved.
    ///   - failed: called after a message if the save is cancelled or fails.
    ///   - goOn: called if the save succeeds, with a list of what the file lacks.
    func write(
        _ document: Document, to path: String, as choices: ExportChoices, overwrite: Bool, label: String,
        isPassedOn: Bool = false, failed: @escaping @MainActor () -> Void = {},
        then goOn: @escaping @MainActor ([SaveRemark]) -> Void
    ) {
        let picture = document.medium.picture
        let recipe: Recipe
        do {
            recipe = try choices.sized(
                document.recipe, entering: SIMD2(picture.width, picture.height), in: document.catalog)
        } catch {
            context.toasts.showFailure(sentence("\(error)"))
            failed()
            return ended(false)
        }
        let request = RenderQueue.SaveRequest(
            picture: picture, at: document.sourceFrame.time, recipe: recipe, path: path,
            options: choices.options(embedding: document.recipe), overwrite: overwrite)
        let save = bar.begin(label, recipe: isPassedOn ? nil : document.recipe)
        let token = context.application.renderService?.save(
            request, progress: { [weak self] part in self?.bar.show(save, part) },
            completion: { [weak self] result in
                guard let self else { return }
                bar.end(save)
                switch result {
                case .success(let losses):
                    goOn(losses)
                    ended(true)
                case .failure(let error):
                    if !(error is Cancelled) { context.toasts.showFailure(sentence(error, path: path)) }
                    failed()
                    ended(false)
                }
            })
        bar.setCancel(save) { token?.cancel() }
    }
}
