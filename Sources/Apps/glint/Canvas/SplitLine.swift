@preconcurrency import CAdwaita
import Gtk
import Localization

/// The line between the original and the result, moved by dragging or with arrow keys.
@MainActor
final class SplitLine: GrabTarget {
    /// Called with the line's current position, as a fraction of the canvas's width.
    var moved: (@MainActor (Double) -> Void)?
    /// The line's position, as a fraction of the canvas's width.
    private(set) var position = 0.5

    private let overlay: Object
    private let widget = Interface(resource: UI.path("split-line"))["line"]
    /// The offset from the pointer to the line during a drag.
    private var offset: Double?

    /// In logical pixels; wide enough for the grip.
    private static let width = 32.0
    private static let reach = 10.0
    private static let gripRadius = 13.0
    private static let step = 0.01

    init(overlay: Object) {
        self.overlay = overlay
        gtk_widget_set_cursor_from_name(widget.widget, "col-resize")
        gtk_overlay_add_overlay(overlay.pointer(), widget.widget)
        widget.onDraw { [weak self] in self?.draw($0) }
        widget.onKeyBefore { [weak self] in self?.key($0) ?? false }
        widget.onFocus { [weak self] _ in self?.widget.redraw() }
        describe()
    }

    func setShown(_ isShown: Bool) {
        // GTK would give the focus to the next widget, a button, which then gets the keys.
        if !isShown, gtk_widget_has_focus(widget.widget) != 0 {
            gtk_widget_grab_focus(gtk_overlay_get_child(overlay.pointer()))
        }
        gtk_widget_set_visible(widget.widget, isShown ? 1 : 0)
    }

    private var canvasWidth: Double { Double(gtk_widget_get_width(overlay.widget)) }
    private var x: Double { (position * canvasWidth).rounded() }

    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        guard widget.isSame(as: child) else { return nil }
        return GdkRectangle(
            x: gint(x - Self.width / 2), y: 0, width: gint(Self.width),
            height: gtk_widget_get_height(overlay.widget))
    }

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard gtk_widget_get_visible(widget.widget) != 0, abs(pointer.x - x) <= Self.reach else {
            return false
        }
        offset = x - pointer.x
        gtk_widget_grab_focus(widget.widget)
        return true
    }

    func drag(to pointer: SIMD2<Double>) {
        guard let offset, canvasWidth > 0 else { return }
        move(to: (pointer.x + offset) / canvasWidth)
    }

    func letGo() { offset = nil }

    private func move(to position: Double) {
        let inside = min(max(position, 0), 1)
        guard inside != self.position else { return }
        self.position = inside
        describe()
        gtk_widget_queue_allocate(overlay.widget)
        moved?(inside)
    }

    private func describe() {
        widget.setAccessibleDescription(
            tr("\(Int((position * 100).rounded())) % of the picture shows the original"))
    }

    private func key(_ press: KeyPress) -> Bool {
        guard !press.isControlHeld, !press.isAltHeld else { return false }
        let step = press.isShiftHeld ? Self.step / 10 : Self.step
        switch press.key {
        case Int(GDK_KEY_Left): move(to: position - step)
        case Int(GDK_KEY_Right): move(to: position + step)
        case Int(GDK_KEY_Home): move(to: 0)
        case Int(GDK_KEY_End): move(to: 1)
        default: return false
        }
        return true
    }

    /// White with dark edges is visible on light and dark backgrounds.
    private func draw(_ drawing: Drawing) {
        let middle = drawing.size / 2
        let line = [SIMD2(middle.x, 0), SIMD2(middle.x, drawing.size.y)]
        drawing.stroke(line, SIMD4(0, 0, 0, 0.55), width: 4)
        drawing.stroke(line, SIMD4(1, 1, 1, 1), width: 2)
        let cairo = drawing.cairo
        func circle(_ radius: Double) { cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * Double.pi) }
        cairo_new_path(cairo)
        circle(Self.gripRadius + 1)
        cairo_set_source_rgba(cairo, 0, 0, 0, 0.55)
        cairo_fill(cairo)
        circle(Self.gripRadius)
        cairo_set_source_rgba(cairo, 1, 1, 1, 1)
        cairo_fill(cairo)
        if gtk_widget_has_focus(widget.widget) != 0 {
            circle(Self.gripRadius - 2)
            cairo_set_source_rgba(cairo, 0.21, 0.52, 0.89, 1)
            cairo_set_line_width(cairo, 3)
            cairo_stroke(cairo)
        }
        for side in [-1.0, 1] {
            let tip = middle + SIMD2(side * 7, 0)
            drawing.fill(
                [tip, tip + SIMD2(-side * 4, -4), tip + SIMD2(-side * 4, 4)], SIMD4(0.15, 0.15, 0.15, 1))
        }
    }
}
