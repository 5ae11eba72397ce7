@preconcurrency import CAdwaita
import Filters
import Gtk

/// What every stage has beside its parameters, folded away below them: opacity, blend mode, and its place.
@MainActor
final class StageOptions {
    /// The rows, from top to bottom.
    var rows: [Object] { [row, opacity.row, blend.row] }
    /// Told opacity and blend mode when the person has changed one of them.
    var changed: (@MainActor (Double, BlendMode) -> Void)?

    private let row: Object
    private let blending: Object
    private let summary: Object
    private let arrow: Object
    private let up: Object
    private let down: Object
    private let blend: ParameterRow
    private let modes = DropDown(BlendMode.allCases.map(\.title))
    private let values: Values
    private let opacity: ParameterSlider

    @MainActor
    private final class Values {
        var opacity = 1.0
        var blend = BlendMode.normal
        var changed: @MainActor () -> Void = {}
    }

    init(canBlend: Bool, move: @escaping @MainActor (Int) -> Void) {
        let interface = Interface(resource: UI.path("stage-options"))
        row = interface["row"]
        blending = interface["blending"]
        summary = interface["summary"]
        arrow = interface["arrow"]
        up = interface["up"]
        down = interface["down"]
        let values = Values()
        self.values = values
        opacity = ParameterSlider(.opacity) { percent in
            values.opacity = percent / 100
            values.changed()
        }
        blend = ParameterRow("Blend Mode") {
            values.blend = .normal
            values.changed()
        }
        blend.add(modes.object)
        values.changed = { [weak self] in
            guard let self else { return }
            changed?(values.opacity, values.blend)
        }
        modes.chosen = { index in
            values.blend = BlendMode.allCases[index]
            values.changed()
        }
        gtk_widget_set_visible(blending.widget, canBlend ? 1 : 0)
        showRows(false)
        blending.connect("toggled") { [weak self] in
            guard let self else { return }
            showRows(gtk_toggle_button_get_active(blending.pointer()) != 0)
        }
        up.connect("clicked") { move(-1) }
        down.connect("clicked") { move(1) }
    }

    func show(_ stage: Recipe.Stage) {
        values.opacity = stage.opacity
        values.blend = stage.blend
        opacity.value = stage.opacity * 100
        modes.selected = BlendMode.allCases.firstIndex(of: stage.blend)
        let isPlain = stage.opacity == 1 && stage.blend == .normal
        let percent = NumberFormat(.opacity).text(stage.opacity * 100)
        gtk_label_set_text(
            summary.pointer(), isPlain ? "Blending" : "\(stage.blend.title), \(percent)")
        for row in [opacity.row, blend.row] { gtk_widget_set_sensitive(row.widget, stage.isEnabled ? 1 : 0) }
    }

    func setName(_ name: String) {
        opacity.setName("\(name) Opacity")
        modes.setName("\(name) Blend Mode")
        blending.setAccessibleName("\(name) Blending")
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
        for row in [opacity.row, blend.row] { gtk_widget_set_visible(row.widget, areShown ? 1 : 0) }
        gtk_image_set_from_icon_name(arrow.pointer(), areShown ? "pan-down-symbolic" : "pan-end-symbolic")
    }
}
