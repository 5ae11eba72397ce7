@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// The few knobs of analog video's easy mode, each of which controls many of the settings below.
@MainActor
final class EasySection {
    private let section = ParameterSection(tr("Basics"), isFolded: false)
    private let state = CurrentEasy()
    /// The settings derived from the knobs; nil while the knobs are not in use.
    private var settings: [String: ParameterValue]?
    private var controls: [any ParameterControl] = []

    private static let driven = Set(NTSCEasy.drivenParameters.map(\.id))

    /// - Parameter changed: called with all knobs and the one that the user has turned.
    init(changed: @escaping @MainActor (NTSCEasy, ParameterDeclaration) -> Void) {
        let state = state
        let host = ControlHost(
            changed: { knob, value in
                var values = state.easy.values
                values[knob.id] = value
                changed(NTSCEasy(values), knob)
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
        let easy = stage.easy
        settings = easy?.settings.parameters
        show(easy ?? stage.nearestEasy, in: controls)
        for control in controls {
            gtk_widget_set_sensitive(control.row.widget, stage.isEnabled ? 1 : 0)
        }
        showRemark(stage)
    }

    /// Updates the knobs after one setting was changed manually: knobs in use stay, otherwise they move to
    /// the positions nearest to the settings.
    func show(_ stage: Recipe.Stage, after parameter: ParameterDeclaration) {
        guard Self.driven.contains(parameter.id) else { return }
        if settings == nil {
            let (before, nearest) = (state.easy.values, stage.nearestEasy)
            let after = nearest.values
            show(
                nearest, in: controls.filter { before[$0.parameter.id] != after[$0.parameter.id] })
        } else {
            showRemark(stage)
        }
    }

    private func show(_ easy: NTSCEasy, in controls: [any ParameterControl]) {
        state.easy = easy
        guard !controls.isEmpty else { return }
        let knobs = Recipe.Stage(NTSC.id, easy.values)
        for control in controls {
            control.show(knobs)
            ChangeCosts.shared?.controlShown()
        }
    }

    /// Shows a remark if the settings do not match the knobs.
    private func showRemark(_ stage: Recipe.Stage) {
        // Without knobs in use, they show the nearest positions.
        var remark = ""
        if let settings {
            let isFollowed = NTSCEasy.drivenParameters.filter(NTSCSettings.isTelling).allSatisfy {
                stage.value(of: $0) == settings[$0.id]
            }
            remark = isFollowed ? "" : tr("Changed by hand")
        }
        let help = tr("Moving any of these sliders overwrites all the settings they control")
        section.setRemark(remark, help: remark.isEmpty ? "" : help)
    }

    /// The accessible name.
    func setName(stage name: String) { section.setName(stage: name) }

    func setKnobNames(_ name: @escaping (ParameterDeclaration) -> String) {
        for control in controls { control.setNames(name) }
    }

    /// Focuses the first knob if it is visible; Space still starts playback from there.
    func grabFocus() {
        if section.isUnfolded, let first = controls.first { first.grabFocus() } else { section.grabFocus() }
    }
}

/// The knobs currently shown, for closures created before the section.
@MainActor
private final class CurrentEasy {
    var easy = NTSCEasy()
}
