import System
import Editing
import Filters
import Gtk
import Imaging
import Localization

/// Imports and exports the analog video chain's presets, as files in the format in which users share them.
@MainActor
struct VideoPresetFiles {
    let context: WindowContext
    let editor: DocumentEditor

    private static let filters = [
        FileDialog.Filter(name: tr("Presets"), suffixes: ["json"]), FileDialog.Filter(name: tr("All Files")),
    ]

    /// Asks for a preset file; `taken` gets the preset and its name.
    func choose(taken: @escaping @MainActor (NTSCPreset, String) -> Void) {
        FileDialog(
            opening: tr("Import a Preset"), over: context.window, folder: editor.document?.suggestedFolder,
            filters: Self.filters
        ).show { file in
            if let preset = read(file) { taken(preset, PathName.stem(of: file.name)) }
        }
    }

    /// Asks for a file and writes a preset into it.
    func export(_ preset: NTSCPreset) {
        guard let document = editor.document else { return }
        FileDialog(
            saving: tr("Export the Preset"), over: context.window,
            name: "\(PathName.stem(of: document.name))-preset.json",
            folder: document.suggestedFolder, filters: Self.filters
        ).show { file in write(preset, to: file) }
    }

    private func read(_ file: File) -> NTSCPreset? {
        do {
            let preset = try NTSCPreset(withSettings: String(decoding: try file.contents(), as: UTF8.self))
            report(tr("Imported \(file.name)"), of: preset)
            return preset
        } catch let error as GtkError {
            context.toasts.showFailure("\(file.name): \(error)")
        } catch let error as NTSCPreset.Mistake {
            context.toasts.showFailure("\(error.sentence(about: file.name)).")
        } catch {
            context.toasts.showFailure("\(file.name): \(error)")
        }
        return nil
    }

    private func write(_ preset: NTSCPreset, to file: File) {
        do {
            try file.replaceContents(with: preset.json + "\n")
            context.toasts.show(tr("Exported \(file.name)"))
        } catch {
            context.toasts.showFailure(tr("\(file.name) could not be saved: \(error)"))
        }
    }

    /// Reports that a preset was applied, and which of its settings are not supported.
    private func report(_ success: String, of preset: NTSCPreset) {
        if let remark = preset.remark {
            context.toasts.showFailure("\(success)\n\(remark)")
        } else {
            context.toasts.show(success)
        }
    }

    /// Applies a preset copied as text; false if the text is something else.
    func paste(_ text: String) -> Bool {
        guard let recipe = editor.recipe, let preset = try? NTSCPreset(withSettings: text) else {
            return false
        }
        editor.apply(recipe.taking(preset), as: Edit(tr("Paste Preset")))
        report(tr("Pasted the preset"), of: preset)
        return true
    }
}
