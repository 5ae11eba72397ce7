@preconcurrency import CAdwaita
import Editing
import Gtk
import Localization

/// The card of the applied preset in the panel: its name, its strength, and a button that removes it. It is
/// hidden while there is none.
@MainActor
final class PresetSection {
    /// The card for the panel.
    let widget: Object
    private let title: Object
    private let remove: Object
    private let strength: ParameterSlider

    /// - Parameters:
    ///   - strengthChanged: called with the strength that the user has chosen, 0…1.
    ///   - removed: called when the user removes the preset.
    init(strengthChanged: @escaping @MainActor (Double) -> Void, removed: @escaping @MainActor () -> Void) {
        let interface = Interface(resource: UI.path("preset-section"))
        widget = interface["list"]
        title = interface["title"]
        remove = interface["remove"]
        strength = ParameterSlider(.strength(tr("Strength"))) { strengthChanged($0 / 100) }
        strength.setName(tr("Preset Strength"))
        gtk_list_box_append(widget.pointer(), strength.row.widget)
        remove.connect("clicked") { onMainThread { removed() } }
    }

    /// Shows a preset.
    ///
    /// - Parameter strength: 0…1; nil if it cannot be set.
    func show(_ name: String, strength value: Double?) {
        gtk_widget_set_visible(widget.widget, 1)
        let text = tr("Remove Preset \(name)")
        gtk_label_set_text(title.pointer(), name)
        gtk_widget_set_tooltip_text(title.widget, tr("Preset \(name.quoted)"))
        gtk_widget_set_tooltip_text(remove.widget, text)
        remove.setAccessibleName(text)
        gtk_widget_set_visible(strength.row.widget, value == nil ? 0 : 1)
        if let value { strength.value = (value * 100).rounded() }
    }

    func hide() { gtk_widget_set_visible(widget.widget, 0) }
}
