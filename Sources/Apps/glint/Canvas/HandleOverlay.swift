@preconcurrency import CAdwaita
import Gtk

/// Handles over the picture, above what `paint` draws: dragged with the pointer, moved with arrow keys.
@MainActor
class HandleOverlay<ID: Equatable & Sendable> {
    struct Handle {
        let id: ID
        let widget: Object
        /// The width and height including the border, in logical pixels.
        let size: Double
        /// In logical pixels.
        var center = SIMD2(0.0, 0.0)

        fileprivate func distance(to point: SIMD2<Double>) -> Double {
            let way = center - point
            return (way * way).sum().squareRoot()
        }
    }

    let overlay: Object
    let canvas: Canvas
    /// The area that `paint` draws; hidden at first.
    let outline = Interface(resource: UI.path("region-outline"))["outline"]
    /// The handles in drawing order.
    private(set) var handles: [Handle] = []
    private(set) var isShown = true
    private var isPlacing = false

    init(overlay: Object, canvas: Canvas) {
        self.overlay = overlay
        self.canvas = canvas
        gtk_overlay_add_overlay(overlay.pointer(), outline.widget)
        outline.onDraw { [weak self] in self?.paint($0) }
    }

    // For overrides

    /// The distance within which the pointer grabs a handle, in logical pixels.
    var reach: Double { 16 }

    /// The position of a handle on the canvas, in logical pixels; nil if it has none.
    func position(of id: ID) -> SIMD2<Double>? { nil }

    /// True if a handle at this position is shown.
    func isInView(_ position: SIMD2<Double>) -> Bool {
        let size = SIMD2(
            Double(gtk_widget_get_width(overlay.widget)), Double(gtk_widget_get_height(overlay.widget)))
        return all(position .>= .zero) && all(position .<= size)
    }

    /// Moves a handle by fractions of the picture; returns false if there is nothing to move.
    func move(_ id: ID, by way: SIMD2<Double>) -> Bool { false }

    func paint(_ drawing: Drawing) {}

    // Handles

    /// Adds a handle above the others and returns its widget.
    @discardableResult
    func addHandle(_ id: ID, isSmall: Bool, cursor: String) -> Object {
        let widget = Interface(resource: UI.path("point-handle"))["handle"]
        if isSmall { gtk_widget_add_css_class(widget.widget, "small") }
        gtk_widget_set_cursor_from_name(widget.widget, cursor)
        gtk_overlay_add_overlay(overlay.pointer(), widget.widget)
        widget.onKeyBefore { [weak self] press in self?.key(press, id) ?? false }
        // The sizes match the style sheet.
        handles.append(Handle(id: id, widget: widget, size: isSmall ? 16 : 22))
        return widget
    }

    func removeHandles() {
        for handle in handles { gtk_overlay_remove_overlay(overlay.pointer(), handle.widget.widget) }
        handles = []
    }

    /// Shows or hides the handles without moving the focus.
    func setShown(_ isShown: Bool) {
        self.isShown = isShown
        for widget in handles.map(\.widget) + [outline] {
            gtk_widget_set_opacity(widget.widget, isShown ? 1 : 0)
        }
    }

    /// Moves the handles to the picture's current position, deferred because widgets must not be changed
    /// during layout.
    func follow() {
        guard !isPlacing else { return }
        isPlacing = true
        onMainThread { [weak self] in
            self?.isPlacing = false
            self?.place()
        }
    }

    private func place() {
        for index in handles.indices {
            let center = position(of: handles[index].id)
            handles[index].center = center ?? .zero
            gtk_widget_set_visible(handles[index].widget.widget, center.map { isInView($0) } == true ? 1 : 0)
        }
        outline.redraw()
        gtk_widget_queue_allocate(overlay.widget)
    }

    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        guard let handle = handles.first(where: { $0.widget.isSame(as: child) }) else { return nil }
        let corner = (handle.center - handle.size / 2).rounded(.toNearestOrAwayFromZero)
        return GdkRectangle(
            x: gint(corner.x), y: gint(corner.y), width: gint(handle.size), height: gint(handle.size))
    }

    // Pointer and keyboard

    /// The visible handles within the pointer's reach.
    func handles(near pointer: SIMD2<Double>) -> [Handle] {
        handles.filter {
            gtk_widget_get_visible($0.widget.widget) != 0 && $0.distance(to: pointer) <= reach
        }
    }

    /// The visible handle nearest to the pointer and within its reach.
    func nearestHandle(to pointer: SIMD2<Double>, except id: ID? = nil) -> Handle? {
        handles(near: pointer).filter { $0.id != id }
            .min { $0.distance(to: pointer) < $1.distance(to: pointer) }
    }

    /// Gives the keyboard focus to a handle, if it is focusable.
    func focus(_ handle: Handle) {
        if gtk_widget_get_focusable(handle.widget.widget) != 0 {
            gtk_widget_grab_focus(handle.widget.widget)
        }
    }

    /// An arrow key moves by a hundredth of the picture, with Shift by a tenth of that.
    func key(_ press: KeyPress, _ id: ID) -> Bool {
        press.arrow.map { move(id, by: $0 * (press.isShiftHeld ? 0.001 : 0.01)) } ?? false
    }
}

/// A draggable part of a rectangle: its center, a side or a corner, given by its direction from the center.
typealias Grip = SIMD2<Int>

extension Grip {
    static var centerAndSides: [Grip] { [Grip(0, 0), Grip(-1, 0), Grip(0, -1), Grip(1, 0), Grip(0, 1)] }
    static var corners: [Grip] { [Grip(-1, -1), Grip(1, -1), Grip(1, 1), Grip(-1, 1)] }

    /// The name of the pointer's cursor over it.
    var cursor: String {
        switch (x, y) {
        case (0, 0): "move"
        case (_, 0): "ew-resize"
        case (0, _): "ns-resize"
        default: x == y ? "nwse-resize" : "nesw-resize"
        }
    }
}
