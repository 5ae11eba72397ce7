@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Imaging
import Rendering

/// Presets in the window: applied, saved, and removed.
extension Window {
    func followPresets() {
        presets.groups = { [weak self] in self?.presetGroups ?? [] }
        panel.makeThumbnail = { [weak self] in self?.makeThumbnail($0, side: $1, token: $2, then: $3) }
    }

    private var presetGroups: [PresetGallery.Group] {
        guard let library = application.presets else { return [] }
        // A file that is not a preset is reported once, not each time the list opens.
        for problem in library.problems where toldProblems.insert(problem).inserted {
            toasts.showFailure(problem)
        }
        let shipped = library.shipped.map { item($0) }
        guard !library.own.isEmpty else { return [.init(items: shipped)] }
        return [
            .init(title: "Your Presets", items: library.own.map { item($0) }),
            .init(title: "Shipped Presets", items: shipped),
        ]
    }

    private func item(_ preset: Preset) -> PresetGallery.Item {
        var item = PresetGallery.Item(
            title: preset.title,
            makeThumbnail: { [weak self] side, token, then in
                guard let self, let document else { return }
                let recipe = document.recipe.applying(preset: preset.recipe, catalog: application.catalog)
                makeThumbnail(recipe, side: side, token: token, then: then)
            },
            choose: { [weak self] in
                guard let self, let document else { return }
                apply(
                    document.recipe.applying(preset: preset.recipe, catalog: application.catalog),
                    as: Edit(preset.title))
            })
        if preset.path != nil { item.remove = { [weak self] in self?.remove(preset) } }
        return item
    }

    /// Makes a thumbnail of the picture with a recipe.
    private func makeThumbnail(
        _ recipe: Recipe, side: Int, token: CancellationToken,
        then: @escaping @MainActor @Sendable (Thumbnail) -> Void
    ) {
        guard let document else { return }
        application.renderService?.makeThumbnail(
            .init(recipe: recipe, source: document.provider, side: side), token: token, then: then)
    }

    /// Asks for a name and saves the recipe under it.
    func savePreset() {
        playback.pause()
        guard let document else { return }
        let recipe = document.recipe.normalized(in: application.catalog)
        guard !recipe.stages.isEmpty else {
            toasts.show("The filters change nothing yet: there is nothing to keep as a preset")
            return
        }
        askForPresetName("") { [weak self] in self?.savePreset(recipe, as: $0, replaces: false) }
    }

    private func askForPresetName(_ name: String, then: @escaping @MainActor @Sendable (String) -> Void) {
        MessageDialog.ask(
            "Save as Preset", "Its name among the presets:", text: name, label: "Preset Name",
            accept: "_Save", over: window, then)
    }

    private func savePreset(_ recipe: Recipe, as title: String, replaces: Bool) {
        guard var library = application.presets else { return }
        if let known = library.own(title), !replaces {
            return MessageDialog.show(
                "Replace “\(known.title)”?", "There is a preset of this name. Saving replaces it.",
                over: window,
                [
                    .normal("Cancel"),
                    .destructive("Replace") { [weak self] in
                        self?.savePreset(recipe, as: title, replaces: true)
                    },
                ])
        }
        do throws(ImagingError) {
            try library.save(recipe, as: title)
            toasts.show("Saved the preset “\(title)”")
        } catch {
            toasts.showFailure("The preset “\(title)” could not be saved: \(error).")
        }
        presets.reload()
    }

    private func remove(_ preset: Preset) {
        guard var library = application.presets else { return }
        do throws(ImagingError) {
            try library.remove(preset)
            toasts.show("Removed the preset “\(preset.title)”", button: "_Undo", seconds: 10) { [weak self] in
                self?.bringBack(preset)
            }
        } catch {
            toasts.showFailure("The preset “\(preset.title)” could not be removed: \(error).")
        }
        presets.reload()
    }

    private func bringBack(_ preset: Preset) {
        guard var library = application.presets else { return }
        do throws(ImagingError) {
            try library.restore(preset)
        } catch {
            toasts.showFailure("The preset “\(preset.title)” could not be brought back: \(error).")
        }
        presets.reload()
    }
}
