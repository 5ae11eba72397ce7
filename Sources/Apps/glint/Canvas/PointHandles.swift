@preconcurrency import CAdwaita
import Gtk
import Rendering

/// The points of the open stages, as draggable rings over the picture.
@MainActor
final class PointHandles: GrabTarget {
    /// Called with a point's new position, each coordinate 0…1 in its stage's input.
    var moved: (@MainActor (StagePoint.ID, SIMD2<Double>) -> Void)?
    /// Called when the expected click has arrived.
    var picked: (@MainActor () -> Void)?

    private struct Handle {
        var point: StagePoint
        let widget: Object
        /// In logical pixels.
        var center: SIMD2<Double>
    }

    private let overlay: Object
    private let canvas: Canvas
    private var handles: [Handle] = []
    /// The point that waits for a click on the picture.
    private var picking: StagePoint.ID?
    private var areShown = true
    private var grabbed: StagePoint.ID?
    private var isPlacing = false

    /// The ring's width and height including its border, in logical pixels.
    private static let size = 22.0
    private static let reach = 16.0
    /// The distance an arrow key moves a point, as a fraction of the picture.
    private static let step = 0.01

    init(overlay: Object, canvas: Canvas) {
        self.overlay = overlay
        self.canvas = canvas
    }

    /// Shows or hides them; the focus stays where it is.
    func setShown(_ areShown: Bool) {
        self.areShown = areShown
        for handle in handles { gtk_widget_set_opacity(handle.widget.widget, areShown ? 1 : 0) }
    }

    /// Shows these points at their positions on the canvas.
    func show(_ points: [StagePoint]) {
        if points.map(\.id) != handles.map(\.point.id) {
            for handle in handles { gtk_overlay_remove_overlay(overlay.pointer(), handle.widget.widget) }
            handles = points.map { Handle(point: $0, widget: makeHandle($0), center: .zero) }
        }
        for (index, point) in points.enumerated() {
            handles[index].point = point
            handles[index].widget.setAccessibleName(point.title)
            handles[index].widget.setAccessibleDescription(PointFormat.text(point.place))
        }
        if let picking, !points.contains(where: { $0.id == picking }) { pick(nil) }
        follow()
    }

    /// Follows the picture to its current position, deferred: GTK must not be changed during layout.
    func follow() {
        guard !handles.isEmpty, !isPlacing else { return }
        isPlacing = true
        onMainThread { [weak self] in
            self?.isPlacing = false
            self?.place()
        }
    }

    private func place() {
        let size = SIMD2(
            Double(gtk_widget_get_width(overlay.widget)), Double(gtk_widget_get_height(overlay.widget)))
        for index in handles.indices {
            let point = handles[index].point
            let center = canvas.position(of: point.place, inStage: point.stage)
            let isInside = center.map { all($0 .>= .zero) && all($0 .<= size) } ?? false
            handles[index].center = center ?? .zero
            gtk_widget_set_visible(handles[index].widget.widget, isInside ? 1 : 0)
        }
        gtk_widget_queue_allocate(overlay.widget)
    }

    /// Waits for a click on the picture that sets a point; nil stops waiting.
    func pick(_ point: StagePoint.ID?) {
        picking = point
        canvas.setCursor(point == nil ? nil : "crosshair")
    }

    private func makeHandle(_ point: StagePoint) -> Object {
        let widget = Interface(resource: UI.path("point-handle"))["handle"]
        gtk_widget_set_cursor_from_name(widget.widget, "move")
        gtk_overlay_add_overlay(overlay.pointer(), widget.widget)
        widget.onKeyBefore { [weak self] press in self?.key(press, point.id) ?? false }
        return widget
    }

    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        guard let handle = handles.first(where: { $0.widget.isSame(as: child) }) else { return nil }
        let corner = (handle.center - Self.size / 2).rounded(.toNearestOrAwayFromZero)
        return GdkRectangle(
            x: gint(corner.x), y: gint(corner.y), width: gint(Self.size), height: gint(Self.size))
    }

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard areShown else { return false }
        if let picking {
            grabbed = picking
            pick(nil)
            picked?()
            drag(to: pointer)
            return true
        }
        let near = handles.filter {
            let way = $0.center - pointer
            return gtk_widget_get_visible($0.widget.widget) != 0
                && (way * way).sum() <= Self.reach * Self.reach
        }
        grabbed = near.last?.point.id
        if let last = near.last { gtk_widget_grab_focus(last.widget.widget) }
        return grabbed != nil
    }

    func drag(to pointer: SIMD2<Double>) {
        guard let grabbed, let point = handles.first(where: { $0.point.id == grabbed })?.point,
            let place = canvas.place(at: pointer, inStage: point.stage)
        else { return }
        moved?(grabbed, place)
    }

    func letGo() { grabbed = nil }

    private func key(_ press: KeyPress, _ id: StagePoint.ID) -> Bool {
        guard !press.isControlHeld, !press.isAltHeld,
            let place = handles.first(where: { $0.point.id == id })?.point.place
        else { return false }
        let step = press.isShiftHeld ? Self.step / 10 : Self.step
        switch press.key {
        case Int(GDK_KEY_Left): moved?(id, place - SIMD2(step, 0))
        case Int(GDK_KEY_Right): moved?(id, place + SIMD2(step, 0))
        case Int(GDK_KEY_Up): moved?(id, place - SIMD2(0, step))
        case Int(GDK_KEY_Down): moved?(id, place + SIMD2(0, step))
        default: return false
        }
        return true
    }
}
