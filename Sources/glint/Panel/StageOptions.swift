@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk

/// What every stage has besides its parameters, folded below them: opacity, blend mode, region, and position.
@MainActor
final class StageOptions {
    /// The rows, from top to bottom.
    var rows: [Object] { [row, opacity.row, blend.row] + region.rows }
    /// Called with a change that the user has made.
    var changed: (@MainActor (StageChange) -> Void)? {
        get { listener.changed }
        set { listener.changed = newValue }
    }
    /// Called when the rows below the first are shown or hidden.
    var unfolded: (@MainActor () -> Void)?
    /// Where the stage acts.
    let region = RegionControl()
    /// Whether the rows below the first are shown.
    private(set) var isUnfolded = false
    /// Inserts a copy of the stage below it.
    var duplicate: (@MainActor () -> Void)?

    private let row: Object
    private let blending: Object
    private let summary: Object
    private let arrow: Object
    private let copy: Object
    private let up: Object
    private let down: Object
    private let blend: ParameterRow
    private let modes = DropDown(BlendMode.allCases.map(\.title))
    private let listener: Listener
    private let opacity: ParameterSlider

    /// Whom controls that are made before this tell their changes.
    @MainActor
    private final class Listener {
        var changed: (@MainActor (StageChange) -> Void)?
    }

    init(canBlend: Bool, takesRegion: Bool, move: @escaping @MainActor (Int) -> Void) {
        let interface = Interface(resource: UI.path("stage-options"))
        row = interface["row"]
        blending = interface["blending"]
        summary = interface["summary"]
        arrow = interface["arrow"]
        copy = interface["duplicate"]
        up = interface["up"]
        down = interface["down"]
        region.isAvailable = takesRegion
        let listener = Listener()
        self.listener = listener
        opacity = ParameterSlider(.opacity) { percent in listener.changed?(.opacity(percent / 100)) }
        blend = ParameterRow("Blend Mode") { listener.changed?(.blend(.normal)) }
        blend.add(modes.object)
        region.changed = { listener.changed?(.region($0)) }
        modes.chosen = { listener.changed?(.blend(BlendMode.allCases[$0])) }
        gtk_widget_set_visible(blending.widget, canBlend ? 1 : 0)
        showRows(false)
        blending.connect("toggled") { [weak self] in
            guard let self else { return }
            showRows(gtk_toggle_button_get_active(blending.pointer()) != 0)
            unfolded?()
        }
        copy.connect("clicked") { [weak self] in self?.duplicate?() }
        up.connect("clicked") { move(-1) }
        down.connect("clicked") { move(1) }
    }

    func show(_ stage: Recipe.Stage) {
        ChangeCosts.shared?.controlShown()
        opacity.value = stage.opacity * 100
        modes.selected = BlendMode.allCases.firstIndex(of: stage.blend)
        region.show(stage.region, isShown: isUnfolded)
        gtk_label_set_text(summary.pointer(), Self.summary(stage))
        for row in rows.dropFirst() { gtk_widget_set_sensitive(row.widget, stage.isEnabled ? 1 : 0) }
    }

    /// The summary of a stage shown while the rows are folded.
    private static func summary(_ stage: Recipe.Stage) -> String {
        var parts: [String] = []
        if stage.opacity < 1 || stage.blend != .normal {
            parts = [stage.blend.title, NumberFormat(.opacity).text(stage.opacity * 100)]
        }
        if let region = stage.region { parts.append(region.shape.title) }
        return parts.isEmpty ? "Blending" : parts.joined(separator: ", ")
    }

    func setName(_ name: String) {
        opacity.setName("\(name) Opacity")
        modes.setName("\(name) Blend Mode")
        region.setName(name)
        blending.setAccessibleName("\(name) Blending")
        copy.setAccessibleName("Duplicate \(name)")
        gtk_widget_set_tooltip_text(copy.widget, "Duplicate (Ctrl+D)")
        for (button, verb, key) in [(up, "Up", "Alt+Up"), (down, "Down", "Alt+Down")] {
            button.setAccessibleName("Move \(name) \(verb)")
            gtk_widget_set_tooltip_text(button.widget, "Move \(verb) (\(key))")
        }
    }

    func setMovable(up canGoUp: Bool, down canGoDown: Bool) {
        gtk_widget_set_sensitive(up.widget, canGoUp ? 1 : 0)
        gtk_widget_set_sensitive(down.widget, canGoDown ? 1 : 0)
    }

    private func showRows(_ areShown: Bool) {
        isUnfolded = areShown
        region.setShown(areShown)
        for row in [opacity.row, blend.row] { gtk_widget_set_visible(row.widget, areShown ? 1 : 0) }
        gtk_image_set_from_icon_name(arrow.pointer(), areShown ? "pan-down-symbolic" : "pan-end-symbolic")
    }
}
