@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// A number of quarter turns, edited with a button for each direction.
@MainActor
final class QuarterTurnControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let left = Object(gtk_button_new_from_icon_name("object-rotate-left-symbolic"))
    private let right = Object(gtk_button_new_from_icon_name("object-rotate-right-symbolic"))
    private let degrees = Object(gtk_label_new(nil))
    private let parts: ParameterRow
    private let host: ControlHost
    private var turns = 0
    var row: Object { parts.row }

    /// True if a parameter counts quarter turns.
    static func fits(_ parameter: ParameterDeclaration) -> Bool {
        parameter.kind == .integer && parameter.id == "turns" && parameter.min == 0 && parameter.max == 3
    }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        self.host = host
        parts = ParameterRow(parameter, host: host)
        for style in ["numeric", "dim-label"] { gtk_widget_add_css_class(degrees.widget, style) }
        parts.add(degrees)
        for (button, tooltip, step) in [(left, tr("Turn Left"), -1), (right, tr("Turn Right"), 1)] {
            gtk_widget_add_css_class(button.widget, "flat")
            gtk_widget_set_tooltip_text(button.widget, tooltip)
            parts.add(button)
            button.connect("clicked") { [weak self] in self?.turn(by: step) }
        }
    }

    func show(_ stage: Recipe.Stage) {
        guard case .number(let value) = stage.value(of: parameter) else { return }
        turns = Int(value)
        gtk_label_set_text(degrees.pointer(), turns == 0 ? "" : "\(turns * 90)°")
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        left.setAccessibleName(tr("Turn Left"))
        right.setAccessibleName(tr("Turn Right"))
        for button in [left, right] { button.setAccessibleDescription(name(parameter)) }
    }

    func grabFocus() { gtk_widget_grab_focus(right.widget) }

    private func turn(by step: Int) {
        host.changed(parameter, .number(Double((turns + step + 4) % 4)))
    }
}
