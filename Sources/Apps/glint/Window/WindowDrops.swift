@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// Files dropped on the window or pasted, and the menus of a secondary click.
extension Window {
    /// Opens files and pictures dropped anywhere on the window.
    func acceptDrops() {
        context.window.acceptDrops(
            hovers: { [weak self] isOver in
                guard let self else { return }
                let isWelcome = isOver && context.application.graphicsError == nil
                gtk_widget_set_visible(interface["drop-highlight"].widget, isWelcome ? 1 : 0)
            },
            dropped: { [weak self] transfer in self?.take(DocumentSource.sources(of: transfer)) })
    }

    /// Adds the shaders among dropped files to the edits of the picture, and opens the others.
    private func take(_ sources: [DocumentSource]) {
        guard editor.document != nil else { return opener.open(sources) }
        let shaders = sources.compactMap { $0.file?.path }.filter(ShaderFile.isShader)
        let others = sources.filter { source in !(source.file?.path.map(shaders.contains) ?? false) }
        for path in shaders { panel.addShader(.file(path)) }
        if !others.isEmpty { opener.open(others) }
    }

    /// The context menus of the picture and the histogram.
    func addContextMenus() {
        interface["canvas-overlay"].addContextMenu { [weak self] in
            guard let self, editor.document != nil, cropping?.isActive != true else { return nil }
            return ActionInterface.menu(Action.pictureMenu, hidesDisabled: true)
        }
        interface["histogram-button"].addContextMenu { ActionInterface.menu(Action.histogramMenu) }
    }

    /// Opens the pictures on the clipboard, or applies a recipe or a preset of Analog Video.
    func paste() {
        Clipboard(of: context.window).read { [weak self] transfer in
            guard let self else { return }
            switch transfer {
            case .text(let text)?:
                let files = File.files(inText: text)
                if !files.isEmpty {
                    take(files.map { .file($0) })
                } else if !recipes.paste(text, orElse: { videoPresets.paste($0) || self.addShader($0) }) {
                    nothingToPaste()
                }
            case let pictures?: opener.open(DocumentSource.sources(of: pictures))
            case nil: nothingToPaste()
            }
        }
    }

    /// Adds the code of a shader to the edits of the picture; false if the text is something else.
    private func addShader(_ text: String) -> Bool {
        guard editor.document != nil, ShaderFile.isRecognized(text) else { return false }
        panel.addShader(.text(ShaderText(main: text), name: ""))
        return true
    }

    private func nothingToPaste() {
        context.toasts.showFailure(tr("There is no picture and no recipe to paste."))
    }
}
