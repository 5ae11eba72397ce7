@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// A point in the picture: typed, picked by clicking the picture, or dragged there.
@MainActor
final class PointControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let entry: ValueEntry
    private let button = Object(gtk_toggle_button_new())
    private let parts: ParameterRow
    private let signalGuard = SignalGuard()
    var row: Object { parts.row }
    var line: Object? { parts.line }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        entry = ValueEntry(width: 12) { text in
            let low = parameter.min ?? 0
            let range = low...max(low, parameter.max ?? 1)
            if let point = PointFormat.point(text, in: range) { host.changed(parameter, .point(point)) }
        }
        gtk_button_set_icon_name(button.pointer(), "find-location-symbolic")
        gtk_widget_set_tooltip_text(button.widget, tr("Pick in the Picture"))
        gtk_widget_add_css_class(button.widget, "flat")
        parts.add(entry.object)
        parts.add(button)
        button.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            host.pick(parameter, gtk_toggle_button_get_active(button.pointer()) != 0)
        }
    }

    func show(_ stage: Recipe.Stage) {
        if case .point(let point) = stage.value(of: parameter) { entry.show(PointFormat.text(point)) }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        entry.object.setAccessibleName(name(parameter))
        button.setAccessibleName(tr("Pick \(name(parameter)) in the Picture"))
    }

    /// Shows that the control no longer waits for a click.
    func endPick() {
        signalGuard { gtk_toggle_button_set_active(button.pointer(), 0) }
    }
}
