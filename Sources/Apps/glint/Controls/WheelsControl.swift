@preconcurrency import CAdwaita
import Filters
import Glibc
import Gtk
import Localization

/// Color wheels side by side, for tonal shifts expressed as colors around middle gray, such as lift, gamma
/// and gain.
@MainActor
final class WheelsControl: ParameterControl {
    let row = Object(gtk_list_box_row_new())
    let parameter: ParameterDeclaration
    private let wheels: [ColorWheel]

    /// - Parameter parameters: colors for which ``ColorWheel/fits(_:)`` is true.
    init?(_ parameters: [ParameterDeclaration], host: ControlHost) {
        guard let first = parameters.first else { return nil }
        parameter = first
        wheels = parameters.map { ColorWheel($0, host: host) }
        let line = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_box_set_homogeneous(line.pointer(), 1)
        gtk_widget_add_css_class(line.widget, "wheels")
        for wheel in wheels { gtk_box_append(line.pointer(), wheel.column.widget) }
        gtk_list_box_row_set_child(row.pointer(), line.widget)
        gtk_list_box_row_set_activatable(row.pointer(), 0)
        gtk_widget_set_focusable(row.widget, 0)
    }

    func edits(_ parameter: ParameterDeclaration) -> Bool { wheels.contains { $0.parameter == parameter } }

    func show(_ stage: Recipe.Stage) {
        for wheel in wheels { wheel.show(stage) }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        for wheel in wheels { wheel.setName(name(wheel.parameter)) }
    }

    func grabFocus() { wheels.first?.grabFocus() }
}

/// A color around middle gray: a wheel for its tint, and a slider for its brightness.
@MainActor
final class ColorWheel {
    let parameter: ParameterDeclaration
    /// The title, the wheel and the slider, from top to bottom.
    let column = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let wheel = Object(gtk_drawing_area_new())
    private let brightness = Object(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, -100, 100, 1))
    private let host: ControlHost
    private let signalGuard = SignalGuard()
    private var color = SIMD3(repeating: gray)

    /// Middle gray (#808080), which has no effect.
    private static let gray = 128.0 / 255
    /// In logical pixels.
    private static let side = 88.0
    /// The distance an arrow key moves the point; the rim is at 1.
    private static let step = 0.02

    /// True if a parameter is such a color.
    static func fits(_ parameter: ParameterDeclaration) -> Bool {
        parameter.kind == .color && parameter.identity == .color(SIMD3(repeating: gray))
    }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        self.host = host
        let title = Object(gtk_label_new(parameter.shortTitle))
        gtk_widget_set_tooltip_text(title.widget, ParameterRow.tooltip(parameter.help))
        gtk_widget_add_css_class(title.widget, "caption")
        gtk_drawing_area_set_content_width(wheel.pointer(), Int32(Self.side))
        gtk_drawing_area_set_content_height(wheel.pointer(), Int32(Self.side))
        gtk_widget_set_halign(wheel.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_focusable(wheel.widget, 1)
        gtk_widget_set_cursor_from_name(wheel.widget, "crosshair")
        gtk_scale_set_draw_value(brightness.pointer(), 0)
        gtk_scale_set_has_origin(brightness.pointer(), 0)
        for child in [title, wheel, brightness] { gtk_box_append(column.pointer(), child.widget) }
        wheel.onDraw { [weak self] in self?.draw($0) }
        wheel.onFocus { [weak self] _ in self?.wheel.redraw() }
        wheel.onGrab(
            begins: { [weak self] position in
                guard let self else { return false }
                gtk_widget_grab_focus(wheel.widget)
                move(to: position)
                return true
            }, moved: { [weak self] in self?.move(to: $0) })
        wheel.onKeyBefore { [weak self] in self?.key($0) ?? false }
        column.onDoubleClickBefore { host.changed(parameter, parameter.restingValue) }
        brightness.setTakesWheel(false)
        brightness.connect("value-changed") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            setBrightness(gtk_range_get_value(brightness.pointer()))
        }
    }

    func show(_ stage: Recipe.Stage) {
        guard case .color(let color) = stage.value(of: parameter) else { return }
        self.color = color
        signalGuard { gtk_range_set_value(brightness.pointer(), (level * 100).rounded()) }
        wheel.redraw()
        wheel.setAccessibleDescription(HexadecimalColor.text(nearest: color))
    }

    func setName(_ name: String) {
        wheel.setAccessibleName(name)
        brightness.setAccessibleName(tr("\(name) Brightness"))
    }

    func grabFocus() { gtk_widget_grab_focus(wheel.widget) }

    // The color as a tint, whose channels sum to zero, and a level

    /// The mean of the channels relative to gray, −1…1.
    private var level: Double { ((color.x + color.y + color.z) / 3 - Self.gray) / Self.gray }

    /// The position on the wheel; the rim is at 1, red to the right.
    private var position: SIMD2<Double> {
        let tint = (color - (color.x + color.y + color.z) / 3) / Self.gray
        return SIMD2(tint.x - (tint.y + tint.z) / 2, (tint.z - tint.y) * 3.0.squareRoot() / 2) * (2.0 / 3)
    }

    private func set(_ position: SIMD2<Double>, level: Double) {
        let length = (position * position).sum().squareRoot()
        let inside = length > 1 ? position / length : position
        let (x, y) = (inside.x, inside.y * 3.0.squareRoot())
        // The inverse of ``position``, for channels that sum to zero.
        let tint = SIMD3(x, -(x + y) / 2, -(x - y) / 2)
        let wanted = Self.gray + Self.gray * (tint + level)
        let color = wanted.clamped(lowerBound: .zero, upperBound: .one)
        host.changed(parameter, .color((color * 1000).rounded(.toNearestOrAwayFromZero) / 1000))
    }

    private func setBrightness(_ percent: Double) {
        if percent == 0, (position * position).sum() < 1e-4 {
            return host.changed(parameter, parameter.restingValue)
        }
        set(position, level: percent / 100)
    }

    private func move(to point: SIMD2<Double>) {
        set((point - Self.side / 2) / (Self.side / 2 - 6), level: level)
    }

    private func key(_ press: KeyPress) -> Bool {
        guard let arrow = press.arrow else { return false }
        set(position + arrow * (press.isShiftHeld ? Self.step / 4 : Self.step), level: level)
        return true
    }

    // Painting

    private func draw(_ drawing: Drawing) {
        let (middle, radius) = (drawing.size / 2, Self.side / 2 - 6)
        let sectors = 48
        for sector in 0..<sectors {
            let angle = 2 * Double.pi * Double(sector) / Double(sectors)
            let half = Double.pi / Double(sectors) + 0.01
            let rim = Self.color(at: SIMD2(cos(angle), sin(angle)))
            guard let fade = cairo_pattern_create_radial(middle.x, middle.y, 0, middle.x, middle.y, radius)
            else {
                continue
            }
            cairo_pattern_add_color_stop_rgb(fade, 0, Self.gray, Self.gray, Self.gray)
            cairo_pattern_add_color_stop_rgb(fade, 1, rim.x, rim.y, rim.z)
            cairo_move_to(drawing.cairo, middle.x, middle.y)
            cairo_arc(drawing.cairo, middle.x, middle.y, radius, angle - half, angle + half)
            cairo_set_source(drawing.cairo, fade)
            cairo_fill(drawing.cairo)
            cairo_pattern_destroy(fade)
        }
        let point = middle + position * radius
        func ring(_ radius: Double, _ color: SIMD4<Double>) {
            cairo_set_source_rgba(drawing.cairo, color.x, color.y, color.z, color.w)
            cairo_arc(drawing.cairo, point.x, point.y, radius, 0, 2 * Double.pi)
            cairo_stroke(drawing.cairo)
        }
        cairo_set_line_width(drawing.cairo, 2)
        ring(6, SIMD4(0, 0, 0, 0.6))
        ring(4.5, gtk_widget_has_focus(wheel.widget) != 0 ? SIMD4(0.35, 0.65, 1, 1) : SIMD4(1, 1, 1, 1))
    }

    private static func color(at position: SIMD2<Double>) -> SIMD3<Double> {
        let (x, y) = (position.x, position.y * 3.0.squareRoot())
        let tint = SIMD3(x, -(x + y) / 2, -(x - y) / 2)
        return (gray + 0.8 * gray * tint).clamped(lowerBound: .zero, upperBound: .one)
    }
}
