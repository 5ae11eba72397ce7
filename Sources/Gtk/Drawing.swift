@preconcurrency import CAdwaita

/// What a drawing area is painted with.
@MainActor
package struct Drawing {
    /// A cairo_t; logical pixels from the top left.
    package let cairo: OpaquePointer
    package let size: SIMD2<Double>
    /// The color of the area's text, by its style.
    package let foreground: GdkRGBA

    /// Fills the shape between the points.
    ///
    /// - Parameters:
    ///   - color: red, green, blue and opacity, 0…1.
    ///   - lightens: whether the color is added to what is there, as light is.
    package func fill(_ points: [SIMD2<Double>], _ color: SIMD4<Double>, lightens: Bool = false) {
        cairo_set_operator(cairo, lightens ? CAIRO_OPERATOR_SCREEN : CAIRO_OPERATOR_OVER)
        trace(points)
        cairo_set_source_rgba(cairo, color.x, color.y, color.z, color.w)
        cairo_fill(cairo)
    }

    /// Draws a line from point to point.
    package func stroke(_ points: [SIMD2<Double>], _ color: SIMD4<Double>, width: Double = 1) {
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        trace(points)
        cairo_set_source_rgba(cairo, color.x, color.y, color.z, color.w)
        cairo_set_line_width(cairo, width)
        cairo_stroke(cairo)
    }

    private func trace(_ points: [SIMD2<Double>]) {
        cairo_new_path(cairo)
        for point in points { cairo_line_to(cairo, point.x, point.y) }
    }
}

private final class DrawHandler {
    let draw: @MainActor (Drawing) -> Void

    init(_ draw: @escaping @MainActor (Drawing) -> Void) {
        self.draw = draw
    }
}

extension Object {
    /// Paints a GtkDrawingArea.
    package func onDraw(_ draw: @escaping @MainActor (Drawing) -> Void) {
        gtk_drawing_area_set_draw_func(
            pointer(),
            { area, cairo, width, height, box in
                guard let area, let cairo, let box else { return }
                // GTK draws on the main thread, and the pointers do not leave it.
                nonisolated(unsafe) let call = (area: area, cairo: cairo, box: box)
                MainActor.assumeIsolated {
                    var color = GdkRGBA()
                    let widget = UnsafeMutableRawPointer(call.area).assumingMemoryBound(to: GtkWidget.self)
                    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
                    Unmanaged<DrawHandler>.fromOpaque(call.box).takeUnretainedValue().draw(
                        Drawing(
                            cairo: call.cairo, size: SIMD2(Double(width), Double(height)),
                            foreground: color))
                }
            }, Unmanaged.passRetained(DrawHandler(draw)).toOpaque(),
            { box in
                if let box { Unmanaged<DrawHandler>.fromOpaque(box).release() }
            })
    }

    /// Has the widget painted again.
    package func redraw() {
        gtk_widget_queue_draw(widget)
    }
}
