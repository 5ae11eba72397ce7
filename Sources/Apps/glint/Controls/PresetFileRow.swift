@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// A row that imports a filter's settings from a shipped preset or a file, and exports them to one.
@MainActor
final class PresetFileRow {
    let row: Object
    private let shipped = Object(gtk_menu_button_new())
    /// The title of the preset in use.
    private var title: String?
    private let inUse = Object(gtk_label_new(noneInUse))
    private let gallery: PresetGallery
    private let importing = Object(gtk_button_new_with_label(tr("Import…")))
    private let exporting = Object(gtk_button_new_with_label(tr("Export…")))

    private static let noneInUse = tr("Presets")
    private static let noneChosen = tr("Choose a preset")

    /// - Parameter done: called when a preset was chosen and the list of presets has closed.
    init(_ parameter: ParameterDeclaration, host: StageHost, done: @escaping @MainActor () -> Void) {
        let parts = ParameterRow(parameter.title, help: parameter.help, reset: {})
        row = parts.row
        gtk_label_set_ellipsize(inUse.pointer(), PANGO_ELLIPSIZE_END)
        gtk_menu_button_set_child(shipped.pointer(), inUse.widget)
        gtk_menu_button_set_always_show_arrow(shipped.pointer(), 1)
        gtk_widget_add_css_class(shipped.widget, "text-button")
        gallery = PresetGallery(button: shipped, canSave: false, size: SIMD2(138, 92))
        gallery.groups = { [.init(items: host.shippedPresets())] }
        gallery.closedAfterChoice = done
        let buttons = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        for (button, handler) in [(importing, host.importPreset), (exporting, host.exportPreset)] {
            button.connect("clicked", handler)
        }
        let titles = [Self.noneInUse] + [importing, exporting].map { Self.label(of: $0) }
        if titles.map(TextWidth.characters).reduce(0, +) > Self.charactersBeside {
            parts.addBelow(shipped)
            gtk_box_set_homogeneous(buttons.pointer(), 1)
        } else {
            gtk_box_append(buttons.pointer(), shipped.widget)
        }
        parts.addBelow(buttons)
        for button in [importing, exporting] { gtk_box_append(buttons.pointer(), button.widget) }
        // The drop-down shows the preset names, which are long.
        gtk_widget_set_hexpand(shipped.widget, 1)
        gtk_widget_set_tooltip_text(shipped.widget, Self.noneChosen)
        gtk_widget_set_tooltip_text(importing.widget, tr("Load settings from a preset file"))
        gtk_widget_set_tooltip_text(exporting.widget, tr("Save these settings to a preset file"))
    }

    /// The number of characters of average width that fit on the three buttons on one line.
    private static let charactersBeside = 26.0

    private static func label(of button: Object) -> String {
        gtk_button_get_label(button.pointer()).map { String(cString: $0) } ?? ""
    }

    /// Shows which preset is in use.
    func show(_ stage: Recipe.Stage) {
        let title = stage.shippedPreset.map(NTSCPreset.title(ofShipped:))
        guard title != self.title else { return }
        self.title = title
        gtk_label_set_text(inUse.pointer(), title ?? Self.noneInUse)
        gtk_widget_set_tooltip_text(shipped.widget, title.map { tr("Preset: \($0)") } ?? Self.noneChosen)
    }

    func setName(stage name: String) {
        shipped.setAccessibleNameOfMenuButton(tr("\(name) Presets"))
        importing.setAccessibleName(tr("Import \(name) Preset"))
        exporting.setAccessibleName(tr("Export \(name) Preset"))
    }
}

extension FilterDeclaration {
    /// The parameter that names a preset file; the panel imports its settings instead.
    var presetParameter: ParameterDeclaration? { id == NTSC.id ? parameter("preset") : nil }
}
