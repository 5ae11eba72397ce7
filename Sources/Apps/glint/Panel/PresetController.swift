@preconcurrency import CAdwaita
import System
import Editing
import Filters
import Gtk
import Imaging
import Rendering
import Localization

/// Applies, saves and removes presets in a window.
@MainActor
final class PresetController {
    private let context: WindowContext
    private let editor: DocumentEditor
    private let playback: PlaybackController
    private let gallery: PresetGallery
    /// Previews the picture with another recipe; nil ends the preview.
    var previewed: @MainActor (Recipe?) -> Void = { _ in }

    /// The last applied preset, and the recipe before it.
    private var applied: (preset: Preset, before: Recipe, recipe: Recipe)?
    /// Messages already shown about files that are not presets.
    private var reportedProblems: Set<String> = []

    /// - Parameters:
    ///   - playback: paused before a save, so that the visible frame is saved.
    ///   - button: opens the presets.
    init(
        _ context: WindowContext, editor: DocumentEditor, playback: PlaybackController, button: Object
    ) {
        self.context = context
        self.editor = editor
        self.playback = playback
        gallery = PresetGallery(button: button, canSave: true)
        gallery.groups = { [weak self] in self?.groups ?? [] }
        gallery.strengthChanged = { [weak self] in self?.weaken(to: $0) }
    }

    /// Opens the presets.
    func open() { gallery.open() }

    private var groups: [PresetGallery.Group] {
        guard let library = context.application.presets else { return [] }
        // A file that is not a preset is reported once, not each time the list opens.
        for problem in library.problems where reportedProblems.insert(problem).inserted {
            context.toasts.showFailure(problem)
        }
        let shipped = library.shipped.map { item($0) }
        guard !library.own.isEmpty else { return [.init(items: shipped)] }
        return [
            .init(title: tr("Your Presets"), items: library.own.map { item($0) }),
            .init(title: tr("Built-in Presets"), items: shipped),
        ]
    }

    private func item(_ preset: Preset) -> PresetGallery.Item {
        var item = PresetGallery.Item(
            title: preset.title,
            makeThumbnail: { [weak self] side, token, then in
                guard let self, let recipe = recipe(with: preset) else { return }
                makeThumbnail(recipe, side: side, part: .whole, token: token, then: then)
            },
            choose: { [weak self] in self?.apply(preset) })
        item.preview = { [weak self] begins in
            guard let self else { return }
            previewed(begins ? recipe(with: preset)?.adapted(to: editor.catalog).recipe : nil)
        }
        if preset.path != nil {
            item.remove = { [weak self] in self?.remove(preset) }
            item.rename = { [weak self] in self?.rename(preset) }
        }
        return item
    }

    private func recipe(with preset: Preset) -> Recipe? {
        editor.recipe?.applying(preset: preset.recipe, catalog: editor.catalog)
    }

    private func apply(_ preset: Preset) {
        guard let before = editor.recipe, let recipe = recipe(with: preset) else { return }
        let replaced = replacedNames(of: before)
        editor.apply(recipe, as: Self.edit(applying: preset))
        applied = editor.recipe.map { (preset, before, $0) }
        if let replaced { context.toasts.show(tr("“\(preset.title)” replaced \(replaced)")) }
    }

    /// Choosing a preset and then its strength is a single undo step.
    private static func edit(applying preset: Preset) -> Edit {
        Edit(preset.title, subject: "preset \(preset.title)", isOneOfMany: true)
    }

    /// Sets the strength of the preset that was applied last, 0…1; does nothing after other changes.
    private func weaken(to strength: Double) {
        guard let applied, editor.recipe == applied.recipe else { return }
        let recipe = applied.before.applying(
            preset: applied.preset.recipe, strength: strength, catalog: editor.catalog)
        editor.apply(recipe, as: Self.edit(applying: applied.preset))
        self.applied?.recipe = editor.recipe ?? recipe
    }

    /// The names of what a preset replaces: another preset, or filters that have an effect; nil if none.
    private func replacedNames(of recipe: Recipe) -> String? {
        if let applied, recipe == applied.recipe { return applied.preset.title.quoted }
        let catalog = editor.catalog
        let names = recipe.normalized(in: catalog).stages
            .filter { !(catalog.multiPass($0.filter) is any GeometryFilter) }
            .map { catalog.filter($0.filter)?.title ?? $0.filter }
        switch names.count {
        case 0: return nil
        case 1: return names[0]
        case 2: return tr("\(names[0]) and \(names[1])")
        default:
            return trn(
                "\(names[0]), \(names[1]) and 1 more", "\(names[0]), \(names[1]) and \(names.count - 2) more",
                count: names.count - 2)
        }
    }

    /// Renders a thumbnail of the picture with a recipe; the longer side is in pixels.
    func makeThumbnail(
        _ recipe: Recipe, side: Int, part: Thumbnail.Part, token: CancellationToken,
        then: @escaping @MainActor @Sendable (Thumbnail) -> Void
    ) {
        guard let document = editor.document else { return }
        context.application.renderService?.makeThumbnail(
            .init(recipe: recipe, source: document.sourceFrame, side: side, part: part), token: token
        ) { $0.map(then) }
    }

    /// Asks for a name and saves the recipe under it.
    func save() {
        playback.pause()
        guard let recipe = editor.recipe?.normalized(in: editor.catalog) else { return }
        guard !recipe.stages.isEmpty else {
            context.toasts.show(tr("No filter has an effect yet, so there is nothing to save as a preset"))
            return
        }
        askForName { [weak self] in self?.save(recipe, as: $0, replaces: false) }
    }

    private func askForName(then: @escaping @MainActor @Sendable (String) -> Void) {
        MessageDialog.ask(
            tr("Save as Preset"), tr("Name of the preset:"), text: "", label: tr("Preset Name"),
            accept: tr("_Save"), over: context.window, then)
    }

    private func save(_ recipe: Recipe, as title: String, replaces: Bool) {
        guard var library = context.application.presets else { return }
        if let known = library.own(title), !replaces {
            return MessageDialog.show(
                tr("Replace “\(known.title)”?"),
                tr("There is already a preset with this name. Saving replaces it."),
                over: context.window,
                [
                    .normal(tr("Cancel")),
                    .destructive(tr("Replace")) { [weak self] in
                        self?.save(recipe, as: title, replaces: true)
                    },
                ])
        }
        do throws(FileError) {
            try library.save(recipe, as: title)
            context.toasts.show(tr("Saved the preset “\(title)”"))
        } catch {
            context.toasts.showFailure(tr("The preset “\(title)” could not be saved: \(error)."))
        }
        gallery.reload()
    }

    private func rename(_ preset: Preset) {
        // An open popover would keep the keyboard focus from the dialog.
        gallery.close()
        MessageDialog.ask(
            tr("Rename “\(preset.title)”"), tr("New name of the preset:"), text: preset.title,
            label: tr("Preset Name"), accept: tr("_Rename"), over: context.window
        ) { [weak self] in self?.rename(preset, to: $0) }
    }

    private func rename(_ preset: Preset, to title: String) {
        guard var library = context.application.presets else { return }
        if let known = library.own(title), known.path != preset.path {
            _ = context.toasts.showFailure(tr("There is already a preset called “\(known.title)”."))
            return
        }
        do throws(FileError) {
            try library.rename(preset, to: title)
            context.toasts.show(tr("The preset is now called “\(title)”"))
        } catch {
            context.toasts.showFailure(tr("The preset “\(preset.title)” could not be renamed: \(error)."))
        }
        gallery.reload()
    }

    private func remove(_ preset: Preset) {
        guard var library = context.application.presets else { return }
        do throws(FileError) {
            try library.remove(preset)
            context.toasts.show(tr("Removed the preset “\(preset.title)”"), button: tr("_Undo"), seconds: 10)
            {
                [weak self] in
                self?.bringBack(preset)
            }
        } catch {
            context.toasts.showFailure(tr("The preset “\(preset.title)” could not be removed: \(error)."))
        }
        gallery.reload()
    }

    private func bringBack(_ preset: Preset) {
        guard var library = context.application.presets else { return }
        do throws(FileError) {
            try library.restore(preset)
        } catch {
            context.toasts.showFailure(
                tr("The preset “\(preset.title)” could not be restored: \(error)."))
        }
        gallery.reload()
    }
}
