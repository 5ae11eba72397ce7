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
        strengthChanged: { [weak self] in self?.setStrength($0) },
        removed: { [weak self] in self?.removeFromRecipe() })
    /// Previews the picture with another recipe; nil ends the preview.
    var previewed: @MainActor (Recipe?) -> Void = { _ in }

    /// The last choice of a preset.
    private var choice: Choice?
    /// The available presets when the gallery was opened, or its contents were changed.
    private lazy var library = context.application.presets
    /// Whether a chosen preset replaces the other edits, instead of being added to them.
    private var replaces = false
    /// Messages already shown about files that are not presets.
    private var reportedProblems: Set<String> = []

    private struct Choice {
        let preset: Preset
        /// The document.
        let source: SourceID
        let before: Recipe
        var after: Recipe
    }

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
        let recipe = editor.recipe
        guard let applied = recipe?.appliedPreset else {
            section.hide()
            return gallery.show(strength: nil)
        }
        let canSet = library?.preset(applied.id).flatMap {
            recipe?.settingStrength(of: $0, to: applied.strength, catalog: editor.catalog)
        }
        let strength = canSet == nil ? nil : applied.strength
        section.show(title(of: applied), strength: strength)
        gallery.show(strength: strength)
    }

    /// The name of a preset, also of one that is no longer available.
    private func title(of applied: AppliedPreset) -> String {
        library?.preset(applied.id)?.title ?? PathName.stem(of: applied.id)
    }

    /// Shows the presets again after a change of their files.
    private func reload() {
        library = context.application.presets
        gallery.reload()
        showApplied()
    }

    /// Opens the presets.
    func open() { gallery.open() }

    private var groups: [PresetGallery.Group] {
        library = context.application.presets
        guard let library else { return [] }
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
    }

    private func apply(_ preset: Preset, to before: Recipe, strength: Double = 1) {
        guard let source = editor.document?.sourceFrame.sourceID else { return }
        let recipe = before.applying(
            preset, strength: strength, replacing: replaces, catalog: editor.catalog)
        editor.apply(recipe, as: Self.edit(applying: preset))
        guard let after = editor.recipe else { return }
        choice = Choice(preset: preset, source: source, before: before, after: after)
        if let lost = lostNames(before, after, by: preset) {
            undoOffer.show(tr("“\(preset.title)” replaced \(lost)"))
        }
    }

    /// Choosing a preset, then its strength, and whether it replaces other edits, is a single undo step.
    private static func edit(applying preset: Preset) -> Edit {
        Edit(preset.title, subject: "preset \(preset.id)", isOneOfMany: true)
    }

    /// Sets the strength of the preset in the recipe, 0…1.
    private func setStrength(_ strength: Double) {
        guard let recipe = editor.recipe, let applied = recipe.appliedPreset,
            let preset = library?.preset(applied.id),
            let changed = recipe.settingStrength(of: preset, to: strength, catalog: editor.catalog)
        else { return }
        editor.replace(by: changed, as: Self.edit(applying: preset))
        if choice?.after == recipe { choice?.after = changed }
    }

    /// Removes the preset from the recipe.
    private func removeFromRecipe() {
        guard let recipe = editor.recipe, let applied = recipe.appliedPreset else { return }
        let title = title(of: applied)
        editor.replace(by: recipe.withoutPreset, as: Edit(tr("Remove \(title)")))
        undoOffer.show(tr("Removed \(title)"))
    }

    /// Applies the last choice again in the other way, unless the recipe was changed since.
    private func setReplacing(_ replaces: Bool) {
        self.replaces = replaces
        // The thumbnails show the presets in this way, too.
        defer { gallery.reload() }
        guard let choice, editor.document?.sourceFrame.sourceID == choice.source,
            editor.recipe == choice.after, let applied = choice.after.appliedPreset
        else { return }
        apply(choice.preset, to: choice.before, strength: applied.strength)
    }

    /// The names of what a chosen preset has replaced: another preset, or filters that have an effect; nil if
    /// none.
    private func lostNames(_ before: Recipe, _ after: Recipe, by preset: Preset) -> String? {
        let catalog = editor.catalog
        var names: [String] = []
        if let previous = before.appliedPreset, previous.id != preset.id {
            names.append(title(of: previous).quoted)
        }
        let kept = after.withoutPreset.normalized(in: catalog).stages
        names += before.withoutPreset.normalized(in: catalog).stages.filter { !kept.contains($0) }
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
        reload()
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
        reload()
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
        reload()
    }

    private func bringBack(_ preset: Preset) {
        guard var library = context.application.presets else { return }
        do throws(FileError) {
            try library.restore(preset)
        } catch {
            context.toasts.showFailure(
                tr("The preset “\(preset.title)” could not be restored: \(error)."))
        }
        reload()
    }
}
