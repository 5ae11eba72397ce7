@preconcurrency import CAdwaita
import Filters
import Gtk

/// The track below a slider's knob: filled from the neutral value to the current one, or with the gradient
/// between the colors of its ends.
///
/// GTK's own track can only be filled from the start.
@MainActor
final class SliderTrack {
    /// Colors from the start to the end.
    typealias Colors = [SIMD3<Double>]

    private let area: Object
    private let colors: Colors
    /// The start of the fill, 0…1 along the track; nil for no fill.
    private let origin: Double?
    private var position = 0.0

    /// In logical pixels.
    private static let thickness = 4.0
    /// The distance from the ends of the area to the center of the knob at its end positions.
    private static let inset = 4.0
    private static let ground = SIMD4(0.5, 0.5, 0.5, 0.35)

    /// - Parameter area: a GtkDrawingArea, whose text color is used for the fill.
    init(_ area: Object, origin: Double?, colors: Colors = []) {
        self.area = area
        self.origin = origin
        self.colors = colors
        area.onDraw { [weak self] in self?.draw($0) }
    }

    /// Sets the knob's position, 0…1 along the track.
    func show(_ position: Double) {
        guard position != self.position else { return }
        self.position = position
        if colors.isEmpty { area.redraw() }
    }

    private func draw(_ drawing: Drawing) {
        let (width, middle) = (drawing.size.x - 2 * Self.inset, drawing.size.y / 2)
        guard width > 0 else { return }
        if gtk_widget_get_direction(area.widget) == GTK_TEXT_DIR_RTL {
            // In a right-to-left layout a slider's minimum is at the right.
            cairo_translate(drawing.cairo, drawing.size.x, 0)
            cairo_scale(drawing.cairo, -1, 1)
        }
        func line(_ from: Double, _ to: Double) {
            cairo_new_path(drawing.cairo)
            cairo_move_to(drawing.cairo, Self.inset + from * width, middle)
            cairo_line_to(drawing.cairo, Self.inset + to * width, middle)
        }
        cairo_set_line_width(drawing.cairo, Self.thickness)
        cairo_set_line_cap(drawing.cairo, CAIRO_LINE_CAP_ROUND)
        line(0, 1)
        if colors.isEmpty {
            cairo_set_source_rgba(drawing.cairo, Self.ground.x, Self.ground.y, Self.ground.z, Self.ground.w)
        } else {
            setGradient(drawing, width: drawing.size.x)
        }
        cairo_stroke(drawing.cairo)
        guard colors.isEmpty, let origin, origin != position else { return }
        let fill = drawing.foreground(1)
        line(origin, position)
        cairo_set_source_rgba(drawing.cairo, fill.x, fill.y, fill.z, fill.w)
        cairo_stroke(drawing.cairo)
    }

    private func setGradient(_ drawing: Drawing, width: Double) {
        guard let gradient = cairo_pattern_create_linear(0, 0, width, 0) else { return }
        for (index, color) in colors.enumerated() {
            cairo_pattern_add_color_stop_rgb(
                gradient, Double(index) / Double(max(1, colors.count - 1)), color.x, color.y, color.z)
        }
        cairo_set_source(drawing.cairo, gradient)
        cairo_pattern_destroy(gradient)
    }
}

extension SliderTrack {
    /// The gradients of tracks whose ends are colors, by the parameter's unit.
    static func colors(ofUnit unit: String) -> Colors {
        switch unit {
        case "mired": [SIMD3(0.25, 0.5, 0.95), SIMD3(0.75, 0.75, 0.75), SIMD3(0.98, 0.7, 0.15)]
        case "CC": [SIMD3(0.2, 0.7, 0.3), SIMD3(0.75, 0.75, 0.75), SIMD3(0.85, 0.3, 0.75)]
        default: []
        }
    }
}
