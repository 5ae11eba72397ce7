@preconcurrency import CAdwaita
import Filters
import Gtk

/// A row that takes a filter's settings from a preset that comes along or from a file, and writes them into one.
@MainActor
final class PresetFileRow {
    let row: Object
    private let shipped = Object(gtk_menu_button_new())
    private let gallery: PresetGallery
    private let importing = Object(gtk_button_new_with_label("Import…"))
    private let exporting = Object(gtk_button_new_with_label("Export…"))

    init(_ parameter: ParameterDeclaration, host: StageHost) {
        let parts = ParameterRow(parameter.title, help: parameter.help, reset: {})
        row = parts.row
        gtk_menu_button_set_label(shipped.pointer(), "Presets")
        gallery = PresetGallery(button: shipped, canSave: false)
        gallery.groups = { [.init(looks: host.shippedPresets())] }
        let buttons = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        gtk_box_set_homogeneous(buttons.pointer(), 1)
        parts.addBelow(buttons)
        for (button, handler) in [(importing, host.importPreset), (exporting, host.exportPreset)] {
            button.connect("clicked", handler)
        }
        for button in [shipped, importing, exporting] {
            gtk_widget_set_hexpand(button.widget, 1)
            gtk_box_append(buttons.pointer(), button.widget)
        }
    }

    func setName(stage name: String) {
        shipped.setAccessibleNameOfMenuButton("\(name) Presets")
        importing.setAccessibleName("Import \(name) Preset")
        exporting.setAccessibleName("Export \(name) Preset")
    }
}

extension FilterDeclaration {
    /// The parameter that names a preset's file; in the panel its settings are taken over instead.
    var presetParameter: ParameterDeclaration? { id == NTSC.id ? parameter("preset") : nil }
}
