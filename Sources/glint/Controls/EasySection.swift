@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk

/// The few analog video knobs, each of which sets many of the settings below them.
@MainActor
final class EasySection {
    private let section = ParameterSection("Easy", isFolded: false)
    private let state = CurrentEasy()
    private var controls: [any ParameterControl] = []

    /// - Parameter changed: called with the knobs after the user has turned one.
    init(changed: @escaping @MainActor (NTSCEasy) -> Void) {
        let state = state
        let host = ControlHost(
            changed: { knob, value in
                var values = state.easy.values
                values[knob.id] = value
                changed(NTSCEasy(values))
            }, chooseFile: { _, _ in }, pick: { _, _ in })
        controls = NTSCEasy.knobs.map { knob -> any ParameterControl in
            if knob.kind == .choice { return ChoiceControl(knob, host: host) }
            return NumberControl(knob, host: host)
        }
        for control in controls { _ = section.add(control) }
    }

    /// The rows, from top to bottom.
    var rows: [Object] { [section.row] + controls.map(\.row) }

    /// Shows the knobs, and whether the settings match them.
    func show(_ stage: Recipe.Stage) {
        state.easy = stage.nearestEasy
        let knobs = Recipe.Stage(stage.filter, state.easy.values)
        for control in controls {
            control.show(knobs)
            gtk_widget_set_sensitive(control.row.widget, stage.isEnabled ? 1 : 0)
        }
        let remark = Self.remark(stage)
        let help = "Moving one of these sets anew what they all stand for"
        section.setRemark(remark, help: remark.isEmpty ? "" : help)
    }

    /// The remark shown when the settings do not match the knobs.
    static func remark(_ stage: Recipe.Stage) -> String {
        if stage.followsEasy { return "" }
        return stage.easy == nil ? "Not in use" : "Changed by hand"
    }

    /// What assistive technology calls it.
    func setName(stage name: String) { section.setName(stage: name) }

    func setKnobNames(_ name: (ParameterDeclaration) -> String) {
        for control in controls { control.setNames(name) }
    }

    /// Focuses the first knob if it is visible; Space still plays there.
    func grabFocus() {
        if section.isUnfolded, let first = controls.first { first.grabFocus() } else { section.grabFocus() }
    }
}

/// The knobs currently shown, for closures created before the section.
@MainActor
private final class CurrentEasy {
    var easy = NTSCEasy()
}
