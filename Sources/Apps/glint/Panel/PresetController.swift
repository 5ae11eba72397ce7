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
    private let undoOffer: UndoOffer
    private let gallery: PresetGallery
    /// The card of the applied preset.
    private(set) lazy var section = PresetSection(
        strengthChanged: { [weak self] in self?.setStrength($0) }, removed: { [weak self] in self?.takeOff() }
    )
    /// Previews the picture with another recipe; nil ends the preview.
    var previewed: @MainActor (Recipe?) -> Void = { _ in }

    /// The recipe before the last choice of a preset, and after it.
    private var choice: (preset: Preset, before: Recipe, after: Recipe)?
    /// Whether a chosen preset replaces the other edits, instead of being added to them.
    private var replaces = false
    /// Messages already shown about files that are not presets.
    private var reportedProblems: Set<String> = []

    /// - Parameters:
    ///   - playback: paused before a save, so that the visible frame is saved.
    ///   - undoOffer: offers to undo a choice that has replaced something.
    ///   - button: opens the presets.
    init(
        _ context: WindowContext, editor: DocumentEditor, playback: PlaybackController, undoOffer: UndoOffer,
        button: Object
    ) {
        self.context = context
        self.editor = editor
        self.playback = playback
        self.undoOffer = undoOffer
        gallery = PresetGallery(button: button, canSave: true)
        gallery.groups = { [weak self] in self?.groups ?? [] }
        gallery.strengthChanged = { [weak self] in self?.setStrength($0) }
        gallery.replacingChanged = { [weak self] in self?.setReplacing($0) }
        section.widget.observe { [weak self] in self?.showApplied() }
    }

    private func showApplied() {
        let applied = editor.recipe?.appliedPreset
        let preset = applied.flatMap { context.application.presets?.preset($0.id) }
        section.show(preset, strength: applied?.strength ?? 1)
        gallery.show(strength: preset == nil ? nil : applied?.strength)
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
        editor.recipe?.applying(preset, replacing: replaces, catalog: editor.catalog)
    }

    private func apply(_ preset: Preset) {
        guard let before = editor.recipe else { return }
        apply(preset, to: before)
        if let lost = replacedNames(of: before) {
            undoOffer.show(tr("“\(preset.title)” replaced \(lost)"))
        }
    }

    private func apply(_ preset: Preset, to before: Recipe, strength: Double = 1) {
        let recipe = before.applying(
            preset, strength: strength, replacing: replaces, catalog: editor.catalog)
        editor.apply(recipe, as: Self.edit(applying: preset))
        choice = editor.recipe.map { (preset, before, $0) }
    }

    /// Choosing a preset, then its strength, and whether it replaces other edits, is a single undo step.
    private static func edit(applying preset: Preset) -> Edit {
        Edit(preset.title, subject: "preset \(preset.title)", isOneOfMany: true)
    }

    /// Sets the strength of the preset in the recipe, 0…1.
    private func setStrength(_ strength: Double) {
        guard let recipe = editor.recipe, let applied = recipe.appliedPreset,
            let preset = context.application.presets?.preset(applied.id)
        else { return }
        let changed = recipe.settingStrength(of: preset, to: strength, catalog: editor.catalog)
        editor.replace(by: changed, as: Self.edit(applying: preset))
        if choice?.after == recipe { choice?.after = changed }
    }

    /// Removes the preset from the recipe.
    private func takeOff() {
        guard let recipe = editor.recipe, let applied = recipe.appliedPreset else { return }
        let title = context.application.presets?.preset(applied.id)?.title ?? tr("Preset")
        editor.replace(by: recipe.withoutPreset, as: Edit(tr("Remove \(title)")))
        undoOffer.show(tr("Removed \(title)"))
    }

    /// Applies the last choice again in the other way, unless the recipe was changed since.
    private func setReplacing(_ replaces: Bool) {
        self.replaces = replaces
        guard let choice, editor.recipe == choice.after, let applied = choice.after.appliedPreset else {
            return
        }
        apply(choice.preset, to: choice.before, strength: applied.strength)
    }

    /// The names of what a chosen preset has replaced: another preset, or filters that have an effect; nil if
    /// none.
    private func replacedNames(of recipe: Recipe) -> String? {
        let catalog = editor.catalog
        let previous = recipe.appliedPreset.flatMap { context.application.presets?.preset($0.id) }
        var names = [previous?.title.quoted].compactMap(\.self)
        if replaces {
            names += recipe.withoutPreset.normalized(in: catalog).stages
                .filter { !(catalog.multiPass($0.filter) is any GeometryFilter) }
                .map { catalog.filter($0.filter)?.title ?? $0.filter }
        }
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
