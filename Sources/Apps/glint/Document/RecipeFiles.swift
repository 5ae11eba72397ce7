import System
import Editing
import Filters
@preconcurrency import Glibc
import Gtk
import Imaging
import Localization

/// Opens and saves recipes as files, and copies and pastes them as text.
///
/// In these, a preset's filters are like any others, since the preset may not exist elsewhere.
@MainActor
struct RecipeFiles {
    let context: WindowContext
    let editor: DocumentEditor
    let opener: OpenController
    let playback: PlaybackController

    private static let filters = [
        FileDialog.Filter(name: tr("Recipes"), suffixes: ["json"]), FileDialog.Filter(name: tr("All Files")),
    ]

    /// Asks for a recipe and applies it.
    func open() {
        FileDialog(
            opening: tr("Open a Recipe"), over: context.window, folder: editor.document?.suggestedFolder,
            filters: Self.filters
        ).show { apply($0) }
    }

    /// Applies the recipe in a file to the picture, or to the one that is about to be shown.
    ///
    /// - Parameter picture: the file of the target picture; nil for the current one.
    func apply(_ file: File, to picture: File? = nil) {
        guard let recipe = read(file) else { return }
        let isOther = picture.map { editor.document?.file?.isSame(as: $0) != true } ?? false
        if editor.document == nil || isOther {
            opener.pendingRecipe = recipe
        } else {
            editor.apply(recipe, as: Edit(tr("Open \(file.name)")))
        }
    }

    /// Reads a recipe for this window; problems are reported in toasts.
    func read(_ file: File) -> Recipe? {
        do {
            let text = String(decoding: try file.contents(), as: UTF8.self)
            let read = try Recipe(json: text, acceptsNewer: true)
            let found = editor.catalog.findingFiles(of: read, beside: file.path ?? "")
            let (recipe, messages) = found.adapted(to: editor.catalog)
            if !messages.isEmpty {
                context.toasts.showFailure(([file.name + ":"] + messages).joined(separator: "\n"))
            }
            return recipe.withoutPresetMarks
        } catch let error as GtkError {
            context.toasts.showFailure(Self.usualReason(file) ?? "\(file.name): \(error)")
        } catch {
            context.toasts.showFailure("\(file.name): \(error)")
        }
        return nil
    }

    /// The common reasons in plain language: GLib's messages name the failed function and repeat the path.
    private static func usualReason(_ file: File) -> String? {
        guard let path = file.path else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            return isMissing ? tr("There is no recipe \(file.name) in \(PathName.folder(of: path)).") : nil
        }
        if status.st_mode & S_IFMT == S_IFDIR { return tr("\(file.name) is a folder, not a recipe.") }
        return access(path, R_OK) == 0
            ? nil : tr("\(file.name): you do not have permission to read this file.")
    }

    /// Asks for a file and writes the recipe into it.
    func save() {
        playback.pause()
        guard let document = editor.document else { return }
        let name = "\(PathName.stem(of: document.name)).json"
        let usesShaders = document.recipe.stages.contains { editor.catalog.shaderSource(of: $0) != nil }
        FileDialog(
            saving: tr("Save the Recipe"), over: context.window, name: name, folder: document.suggestedFolder,
            filters: Self.filters, options: usesShaders ? [Self.embedding] : []
        ).showForAnswer { answer in
            guard let recipe = editor.recipe?.withoutPresetMarks else { return }
            let file = answer.file
            let embeds = answer.options.contains(Self.embedding.id)
            let recorded = editor.catalog.recordingShaders(of: recipe, embeds: embeds)
            do {
                try file.replaceContents(with: recorded.json + "\n")
                context.toasts.show(tr("Saved \(file.name)"))
            } catch {
                context.toasts.showFailure(tr("\(file.name) could not be saved: \(error)"))
            }
        }
    }

    private static let embedding = FileDialog.Option(
        id: "embed-shaders", label: tr("Include the shader files, to share the recipe"))

    /// Copies the recipe as text.
    func copy() {
        playback.pause()
        guard let recipe = editor.recipe?.withoutPresetMarks else { return }
        let recorded = editor.catalog.recordingShaders(of: recipe, embeds: false)
        Clipboard(of: context.window).setText(recorded.json + "\n")
        context.toasts.show(tr("Copied the recipe"))
    }

    /// Applies a recipe copied as text.
    ///
    /// - Parameter takesOther: handles text that is not a recipe; returns true if it could.
    /// - Returns: true if the text was applied, or was intended as a recipe.
    func paste(_ text: String, orElse takesOther: (String) -> Bool) -> Bool {
        do {
            let recipe = try Recipe(json: text, acceptsNewer: true).withoutPresetMarks
            if editor.document == nil {
                opener.pendingRecipe = recipe
                context.toasts.show(tr("The recipe will be applied to the next picture you open"))
            } else {
                editor.apply(recipe, as: Edit(tr("Paste Recipe")))
                context.toasts.show(tr("Pasted the recipe"))
            }
            return true
        } catch {
            if takesOther(text) { return true }
            // Text that begins like JSON was probably intended as a recipe.
            guard text.drop(while: \.isWhitespace).hasPrefix("{") else { return false }
            context.toasts.showFailure(sentence("\(error)"))
            return true
        }
    }
}
