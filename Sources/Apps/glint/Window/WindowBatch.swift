import System
import Editing
import Filters
import Gtk
import Imaging
import Localization

/// Edits for other pictures.
extension Window {
    /// Opens the batch dialog, initially with this picture's edits for all pictures in its folder, or with
    /// this video's for all videos.
    func filterSeveral() {
        playback.pause()
        guard let renderService = context.application.renderService else { return }
        let folder = editor.document?.folder
        let isVideo = editor.document.map { PictureFolder.isVideo($0.name) } ?? false
        let files = folder.flatMap { try? PictureFolder($0, withVideos: isVideo).pictures } ?? []
        let inputs = files.filter { PictureFolder.isVideo(PathName.last(of: $0)) == isVideo }
        var choices: [BatchDialog.Choice] = []
        if let document = editor.document {
            choices.append(
                .init(
                    title: isVideo ? tr("Same as This Video") : tr("Same as This Picture"),
                    recipe: document.recipe))
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

    /// Opens the next picture with the edits of this one.
    func copyEditsToNext() {
        opener.whenOpened { [weak self] in
            guard let self else { return }
            playback.pause()
            opener.step(by: 1, copying: editor.recipe)
        }
    }
}
