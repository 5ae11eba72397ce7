@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering
import Localization

/// The crop rectangle with handles to move its sides, over the dimmed rest of the picture.
///
/// By keyboard: arrows move the middle or the focused side; Shift moves by a tenth.
@MainActor
final class CropHandles: GrabTarget {
    /// Events of the crop rectangle.
    enum Event {
        /// It was moved by a distance from the start of the drag.
        case moved(CropRectangle)
        /// A side or a corner was dragged to a position, relative to the crop at the start of the drag.
        case resized(CropRectangle, SIMD2<Int>, to: SIMD2<Double>)
        /// A line was drawn along the horizon, between two positions in pixels of the screen.
        case horizon(SIMD2<Double>)
    }

    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }
    /// True if the next drag draws the horizon.
    var awaitsHorizon = false {
        didSet { canvas.setCursor(awaitsHorizon ? "crosshair" : nil) }
    }

    private struct Handle {
        let grip: SIMD2<Int>
        let widget: Object
        /// In logical pixels.
        var center = SIMD2(0.0, 0.0)
    }

    private enum Hold {
        case grip(SIMD2<Int>, start: CropRectangle, offset: SIMD2<Double>)
        case inside(start: CropRectangle, from: SIMD2<Double>)
        case horizon(from: SIMD2<Double>, to: SIMD2<Double>)
    }

    private let overlay: Object
    private let canvas: Canvas
    private let outline = Interface(resource: UI.path("region-outline"))["outline"]
    private var handles: [Handle] = []
    private var crop: CropRectangle?
    private var hold: Hold?
    /// True if a fine grid is drawn for straightening.
    private var isTurning = false
    private var isPlacing = false

    /// The width and height of a handle, in logical pixels.
    private static let size = 16.0
    private static let reach = 16.0
    /// The distance an arrow key moves a side, as a fraction of the picture.
    private static let step = 0.01

    init(overlay: Object, canvas: Canvas) {
        self.overlay = overlay
        self.canvas = canvas
        gtk_overlay_add_overlay(overlay.pointer(), outline.widget)
        outline.onDraw { [weak self] in self?.draw($0) }
    }

    /// Shows a crop; nil shows none.
    ///
    /// - Parameter isTurning: whether the picture is being straightened.
    func show(_ crop: CropRectangle?, isTurning: Bool = false) {
        self.crop = crop
        self.isTurning = isTurning
        if crop == nil {
            awaitsHorizon = false
            hold = nil
            for handle in handles { gtk_overlay_remove_overlay(overlay.pointer(), handle.widget.widget) }
            handles = []
        } else if handles.isEmpty {
            handles = Self.grips.map(makeHandle)
        }
        if let crop {
            func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
            let (low, high) = (crop.low, crop.high)
            let text = tr(
                "from \(percent(low.x)), \(percent(low.y)) to \(percent(high.x)), \(percent(high.y))")
            for handle in handles { handle.widget.setAccessibleDescription(text) }
        }
        gtk_widget_set_visible(outline.widget, crop == nil ? 0 : 1)
        outline.redraw()
        follow()
    }

    /// Follows the picture to its current position, deferred: GTK must not be changed during layout.
    func follow() {
        guard crop != nil, !isPlacing else { return }
        isPlacing = true
        onMainThread { [weak self] in
            self?.isPlacing = false
            self?.place()
        }
    }

    private func place() {
        guard let crop else { return }
        for index in handles.indices {
            let center = position(of: handles[index].grip, in: crop)
            handles[index].center = center ?? .zero
            gtk_widget_set_visible(handles[index].widget.widget, center == nil ? 0 : 1)
        }
        outline.redraw()
        gtk_widget_queue_allocate(overlay.widget)
    }

    private func position(of grip: SIMD2<Int>, in crop: CropRectangle) -> SIMD2<Double>? {
        canvas.position(ofResult: crop.middle + crop.size / 2 * SIMD2<Double>(grip))
    }

    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        guard let handle = handles.first(where: { $0.widget.isSame(as: child) }) else { return nil }
        let corner = (handle.center - Self.size / 2).rounded(.toNearestOrAwayFromZero)
        return GdkRectangle(
            x: gint(corner.x), y: gint(corner.y), width: gint(Self.size), height: gint(Self.size))
    }

    // Pointer

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard let crop else { return false }
        if awaitsHorizon || overlay.isControlHeld {
            hold = .horizon(from: pointer, to: pointer)
            return true
        }
        func distance(_ handle: Handle) -> Double {
            let way = handle.center - pointer
            return (way * way).sum().squareRoot()
        }
        let near = handles.filter { $0.grip != .zero && distance($0) <= Self.reach }
        if let handle = near.min(by: { distance($0) < distance($1) }) {
            hold = .grip(handle.grip, start: crop, offset: handle.center - pointer)
            if gtk_widget_get_focusable(handle.widget.widget) != 0 {
                gtk_widget_grab_focus(handle.widget.widget)
            }
            return true
        }
        guard let place = canvas.place(ofResultAt: pointer) else { return false }
        hold = .inside(start: crop, from: place)
        return true
    }

    func drag(to pointer: SIMD2<Double>) {
        switch hold {
        case .grip(let grip, let start, let offset):
            if let place = canvas.place(ofResultAt: pointer + offset) {
                happened(.resized(start, grip, to: place))
            }
        case .inside(let start, let from):
            if let place = canvas.place(ofResultAt: pointer) {
                happened(.moved(start.moved(by: place - from)))
            }
        case .horizon(let from, _):
            hold = .horizon(from: from, to: pointer)
            outline.redraw()
        case nil: break
        }
    }

    func letGo() {
        if case .horizon(let from, let to) = hold {
            awaitsHorizon = false
            happened(.horizon(to - from))
        }
        hold = nil
        outline.redraw()
    }

    // Keyboard

    private func key(_ press: KeyPress, _ grip: SIMD2<Int>) -> Bool {
        guard let crop, !press.isControlHeld, !press.isAltHeld else { return false }
        let step = press.isShiftHeld ? Self.step / 10 : Self.step
        let way: SIMD2<Double>
        switch press.key {
        case Int(GDK_KEY_Left): way = SIMD2(-step, 0)
        case Int(GDK_KEY_Right): way = SIMD2(step, 0)
        case Int(GDK_KEY_Up): way = SIMD2(0, -step)
        case Int(GDK_KEY_Down): way = SIMD2(0, step)
        default: return false
        }
        if grip == .zero {
            happened(.moved(crop.moved(by: way)))
        } else {
            let place = crop.middle + crop.size / 2 * SIMD2<Double>(grip)
            happened(.resized(crop, grip, to: place + way))
        }
        return true
    }

    /// The middle, the sides and the corners.
    private static let grips = [
        SIMD2(0, 0), SIMD2(-1, 0), SIMD2(0, -1), SIMD2(1, 0), SIMD2(0, 1), SIMD2(-1, -1), SIMD2(1, -1),
        SIMD2(1, 1), SIMD2(-1, 1),
    ]

    private static func name(of grip: SIMD2<Int>) -> String {
        switch (grip.x, grip.y) {
        case (-1, -1): tr("Crop Top Left")
        case (1, -1): tr("Crop Top Right")
        case (-1, 1): tr("Crop Bottom Left")
        case (1, 1): tr("Crop Bottom Right")
        case (-1, _): tr("Crop Left")
        case (1, _): tr("Crop Right")
        case (_, -1): tr("Crop Top")
        case (_, 1): tr("Crop Bottom")
        default: tr("Crop")
        }
    }

    private func makeHandle(_ grip: SIMD2<Int>) -> Handle {
        let widget = Interface(resource: UI.path("point-handle"))["handle"]
        gtk_widget_add_css_class(widget.widget, "small")
        // The middle handle is for the keyboard: for the pointer, the whole inside acts as a handle.
        if grip == .zero { gtk_widget_add_css_class(widget.widget, "quiet") }
        widget.setAccessibleName(Self.name(of: grip))
        let cursor: String
        switch (grip.x, grip.y) {
        case (0, 0): cursor = "move"
        case (_, 0): cursor = "ew-resize"
        case (0, _): cursor = "ns-resize"
        default: cursor = grip.x == grip.y ? "nwse-resize" : "nesw-resize"
        }
        gtk_widget_set_cursor_from_name(widget.widget, cursor)
        gtk_overlay_add_overlay(overlay.pointer(), widget.widget)
        widget.onKeyBefore { [weak self] press in self?.key(press, grip) ?? false }
        return Handle(grip: grip, widget: widget)
    }

    // Painting

    private static let dimming = SIMD4(0, 0, 0, 0.6)

    private func draw(_ drawing: Drawing) {
        guard let crop, let low = canvas.position(ofResult: crop.low),
            let high = canvas.position(ofResult: crop.high),
            let first = canvas.position(ofResult: .zero), let last = canvas.position(ofResult: .one)
        else { return }
        func rectangle(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> [SIMD2<Double>] {
            [from, SIMD2(to.x, from.y), to, SIMD2(from.x, to.y)]
        }
        for part in [
            rectangle(first, SIMD2(last.x, low.y)), rectangle(SIMD2(first.x, high.y), last),
            rectangle(SIMD2(first.x, low.y), SIMD2(low.x, high.y)),
            rectangle(SIMD2(high.x, low.y), SIMD2(last.x, high.y)),
        ] {
            drawing.fill(part, Self.dimming)
        }
        let lines = isTurning ? 9 : 3
        for line in 1..<lines {
            let part = low + (high - low) * Double(line) / Double(lines)
            for ends in [
                [SIMD2(part.x, low.y), SIMD2(part.x, high.y)], [SIMD2(low.x, part.y), SIMD2(high.x, part.y)],
            ] {
                drawing.stroke(ends, SIMD4(0, 0, 0, 0.25), width: 2)
                drawing.stroke(ends, SIMD4(1, 1, 1, 0.55), width: 1)
            }
        }
        let frame = rectangle(low, high)
        drawing.stroke(frame + frame.prefix(2), SIMD4(0, 0, 0, 0.6), width: 3.5)
        drawing.stroke(frame + frame.prefix(2), SIMD4(1, 1, 1, 1), width: 1.5)
        if case .horizon(let from, let to) = hold {
            drawing.stroke([from, to], SIMD4(0, 0, 0, 0.6), width: 4)
            drawing.stroke([from, to], SIMD4(1, 0.85, 0.2, 1), width: 2)
        }
    }
}
