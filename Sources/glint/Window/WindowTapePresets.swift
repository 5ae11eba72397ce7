import Editing
import Filters
import Gtk
import Imaging

/// Presets of the analog video chain, in the format in which they are shared.
extension Window {
    private static let presetFilters = [
        FileDialog.Filter(name: "Presets", suffixes: ["json"]), FileDialog.Filter(name: "All Files"),
    ]

    func followPresetFiles() {
        panel.importPreset = { [weak self] taken in
            guard let self else { return }
            FileDialog(
                opening: "Import a Preset", over: window, folder: document?.suggestedFolder,
                filters: Self.presetFilters
            ).show { [weak self] file in
                if let preset = self?.readPreset(file) { taken(preset, PathName.stem(of: file.name)) }
            }
        }
        panel.exportPreset = { [weak self] preset in
            guard let self, let document else { return }
            FileDialog(
                saving: "Export the Preset", over: window,
                name: "\(PathName.stem(of: document.name))-preset.json",
                folder: document.suggestedFolder, filters: Self.presetFilters
            ).show { [weak self] file in self?.write(preset, to: file) }
        }
    }

    private func readPreset(_ file: File) -> NTSCPreset? {
        do {
            let preset = try NTSCPreset(withSettings: String(decoding: try file.contents(), as: UTF8.self))
            tell("Imported \(file.name)", of: preset)
            return preset
        } catch let error as GtkError {
            toasts.showFailure("\(file.name): \(error)")
        } catch {
            toasts.showFailure("\(file.name) \(error).")
        }
        return nil
    }

    private func write(_ preset: NTSCPreset, to file: File) {
        do {
            try file.replaceContents(with: preset.json + "\n")
            toasts.show("Exported \(file.name)")
        } catch {
            toasts.showFailure("\(file.name) could not be saved: \(error)")
        }
    }

    /// Reports that a preset was applied, and which of its settings were not understood.
    private func tell(_ success: String, of preset: NTSCPreset) {
        if let remark = preset.remark {
            toasts.showFailure("\(success)\n\(remark)")
        } else {
            toasts.show(success)
        }
    }

    /// Applies a preset copied as text; false if the text is something else.
    func pastePreset(_ text: String) -> Bool {
        guard let document, let preset = try? NTSCPreset(withSettings: text) else { return false }
        apply(document.recipe.taking(preset), as: Edit("Paste Preset"))
        tell("Pasted the preset", of: preset)
        return true
    }
}
