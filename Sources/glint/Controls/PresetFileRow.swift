@preconcurrency import CAdwaita
import Filters
import Gtk

/// A row that takes a filter's settings from a preset's file, and writes them into one.
@MainActor
final class PresetFileRow {
    let row: Object
    private let importing = Object(gtk_button_new_with_label("Import…"))
    private let exporting = Object(gtk_button_new_with_label("Export…"))

    init(_ parameter: ParameterDeclaration, host: StageHost) {
        let parts = ParameterRow(parameter.title, help: parameter.help, reset: {})
        row = parts.row
        for (button, handler) in [(importing, host.importPreset), (exporting, host.exportPreset)] {
            parts.add(button)
            button.connect("clicked", handler)
        }
    }

    func setName(stage name: String) {
        importing.setAccessibleName("Import \(name) Preset")
        exporting.setAccessibleName("Export \(name) Preset")
    }
}

extension FilterDeclaration {
    /// The parameter that names a preset's file; in the panel its settings are taken over instead.
    var presetParameter: ParameterDeclaration? { id == NTSC.id ? parameter("preset") : nil }
}
