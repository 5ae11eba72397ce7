@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// Parameters that a filter has for each of several colors: a swatch for each color, and sliders for the
/// selected one.
@MainActor
final class SwatchControl: ParameterControl {
    let row = Object(gtk_list_box_row_new())
    let parameter: ParameterDeclaration
    var section: String { "" }
    var rows: [Object] { [row] + sliders.map(\.row) }

    /// A color, and its parameters in the order of the sections.
    private struct Swatch {
        let title: String
        let parameters: [ParameterDeclaration]
        let button: Object
        let dot: Object
    }

    private var swatches: [Swatch] = []
    private var sliders: [ParameterSlider] = []
    private var chosen = 0
    private var stage: Recipe.Stage?
    private var name: (ParameterDeclaration) -> String = { $0.title }
    private let host: ControlHost
    private let signalGuard = SignalGuard()

    /// The hues of the colors that have a swatch, in degrees.
    private static let hues: [String: Double] = [
        "red": 0, "orange": 30, "yellow": 60, "green": 120, "aqua": 180, "cyan": 180, "blue": 240,
        "purple": 270,
        "magenta": 300,
    ]

    /// The color that a parameter's id begins with, as in `redHue`.
    private static func color(of parameter: ParameterDeclaration) -> String {
        String(parameter.id.prefix { $0.isLowercase })
    }

    /// Nil unless the filter's parameters have this structure: sections with the same colors.
    init?(_ parameters: [ParameterDeclaration], host: ControlHost) {
        guard let first = parameters.first else { return nil }
        var sections: [String] = []
        for parameter in parameters where parameter.section != sections.last {
            sections.append(parameter.section)
        }
        let lists = sections.map { section in parameters.filter { $0.section == section } }
        let titles = lists.first?.map(\.shortTitle) ?? []
        let colors = lists.first?.map(Self.color) ?? []
        guard sections.count > 1, lists.allSatisfy({ $0.map(Self.color) == colors }),
            colors.allSatisfy({ Self.hues[$0] != nil }), parameters.allSatisfy({ $0.kind == .number })
        else { return nil }
        parameter = first
        self.host = host
        let line = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_box_set_homogeneous(line.pointer(), 1)
        for style in ["parameter", "swatches"] { gtk_widget_add_css_class(line.widget, style) }
        gtk_list_box_row_set_child(row.pointer(), line.widget)
        gtk_list_box_row_set_activatable(row.pointer(), 0)
        gtk_widget_set_focusable(row.widget, 0)
        for (index, title) in titles.enumerated() {
            add(title, lists.map { $0[index] }, to: line)
        }
        sliders = sections.indices.map { index in
            var range = SliderRange(lists[index][0])
            range.title = sections[index]
            return ParameterSlider(range) { [weak self] in self?.moved(index, to: $0) }
        }
        signalGuard { gtk_toggle_button_set_active(swatches[0].button.pointer(), 1) }
        nameSliders()
    }

    private func add(_ title: String, _ parameters: [ParameterDeclaration], to line: Object) {
        let button = Object(gtk_toggle_button_new())
        let dot = Object(gtk_drawing_area_new())
        for size in [gtk_drawing_area_set_content_width, gtk_drawing_area_set_content_height] {
            size(dot.pointer(), 20)
        }
        gtk_widget_set_halign(dot.widget, GTK_ALIGN_CENTER)
        gtk_button_set_child(button.pointer(), dot.widget)
        gtk_widget_set_tooltip_text(button.widget, title)
        gtk_widget_add_css_class(button.widget, "flat")
        if let first = swatches.first {
            gtk_toggle_button_set_group(button.pointer(), first.button.pointer())
        }
        let index = swatches.count
        dot.onDraw { [weak self] in self?.draw(index, $0) }
        button.connect("toggled") { [weak self] in self?.toggled(index) }
        gtk_box_append(line.pointer(), button.widget)
        swatches.append(Swatch(title: title, parameters: parameters, button: button, dot: dot))
    }

    func edits(_ parameter: ParameterDeclaration) -> Bool {
        swatches.contains { $0.parameters.contains(parameter) }
    }

    func show(_ stage: Recipe.Stage) {
        self.stage = stage
        for (slider, parameter) in zip(sliders, swatches[chosen].parameters) {
            if case .number(let value) = stage.value(of: parameter) { slider.value = value }
        }
        for swatch in swatches { swatch.dot.redraw() }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        self.name = name
        nameSliders()
    }

    func grabFocus() { gtk_widget_grab_focus(swatches[chosen].button.widget) }

    private func nameSliders() {
        for (slider, parameter) in zip(sliders, swatches[chosen].parameters) {
            slider.setName(name(parameter))
        }
        for swatch in swatches {
            swatch.button.setAccessibleName(swatch.title)
            swatch.button.setAccessibleDescription(isChanged(swatch) ? tr("Changed") : tr("Not changed"))
        }
    }

    private func toggled(_ index: Int) {
        guard !signalGuard.isOn, gtk_toggle_button_get_active(swatches[index].button.pointer()) != 0 else {
            return
        }
        chosen = index
        nameSliders()
        stage.map(show)
    }

    private func moved(_ section: Int, to value: Double) {
        host.changed(swatches[chosen].parameters[section], .number(value))
    }

    private func isChanged(_ swatch: Swatch) -> Bool {
        guard let stage else { return false }
        return swatch.parameters.contains { stage.value(of: $0) != $0.restingValue }
    }

    /// Draws a disk in the color, with a ring if the color's parameters were changed.
    private func draw(_ index: Int, _ drawing: Drawing) {
        let hue = swatches[index].parameters.first.flatMap { Self.hues[Self.color(of: $0)] } ?? 0
        let middle = drawing.size / 2
        let color = Self.color(hue: hue)
        cairo_set_source_rgb(drawing.cairo, color.x, color.y, color.z)
        cairo_arc(drawing.cairo, middle.x, middle.y, 7, 0, 2 * Double.pi)
        cairo_fill(drawing.cairo)
        guard isChanged(swatches[index]) else { return }
        let ring = drawing.foreground(0.9)
        cairo_set_source_rgba(drawing.cairo, ring.x, ring.y, ring.z, ring.w)
        cairo_set_line_width(drawing.cairo, 1.5)
        cairo_arc(drawing.cairo, middle.x, middle.y, 9.25, 0, 2 * Double.pi)
        cairo_stroke(drawing.cairo)
    }

    /// Not quite a pure color, to avoid glare.
    private static func color(hue: Double) -> SIMD3<Double> {
        func channel(_ offset: Double) -> Double {
            let phase = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
            return 0.92 - 0.72 * max(0, min(phase, 4 - phase, 1))
        }
        return SIMD3(channel(5), channel(3), channel(1))
    }
}
