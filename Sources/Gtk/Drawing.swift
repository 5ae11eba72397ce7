@preconcurrency import CAdwaita

/// The drawing context of a drawing area.
@MainActor
package struct Drawing {
    /// A cairo_t, whose coordinates are logical pixels from the top left.
    package let cairo: OpaquePointer
    package let size: SIMD2<Double>
    /// The color of the area's text, from its style.
    package let foreground: GdkRGBA
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
                // GTK draws on the main thread, and the pointers stay there.
                nonisolated(unsafe) let call = (area: area, cairo: cairo, box: box)
                MainActor.assumeIsolated {
                    var color = GdkRGBA()
                    let widget = UnsafeMutableRawPointer(call.area).assumingMemoryBound(to: GtkWidget.self)
                    glint_widget_get_color(widget, &color)
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

    /// Queues a redraw of the widget.
    package func redraw() {
        gtk_widget_queue_draw(widget)
    }
}
