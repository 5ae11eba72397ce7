@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// A curve to edit with the pointer: a click adds a point, a drag moves it, dragging it out removes it.
///
/// By keyboard: Page Up and Down select a point, arrows move it (Shift: by a tenth), Insert adds one after
/// it, Delete removes it.
@MainActor
final class CurveEditor {
    let area: Object
    /// Called with the points after the user has changed them.
    var changed: (@MainActor ([SIMD2<Double>]) -> Void)?
    /// Called when another point is selected, or the selected one has moved.
    var selectionChanged: (@MainActor () -> Void)?
    /// The color of the line; nil for the text color.
    var tint: SIMD3<Double>?
    /// The histogram drawn behind the curve, as the points of a line, each coordinate 0…1.
    var backdrop: [SIMD2<Double>] = [] {
        didSet { if backdrop != oldValue { area.redraw() } }
    }

    private var curve = CurvePoints([.zero, .one])
    private var selected = 0
    /// The points without the one being dragged.
    private var others: CurvePoints?
    private var canLeave = false

    /// The margin around the square for points at its edge, in logical pixels.
    private static let margin = 7.0
    /// The distance within which the pointer grabs a point, in logical pixels.
    private static let reach = 12.0
    /// How far outside the square a point must be dragged to remove it, in logical pixels.
    private static let exit = 26.0
    private static let step = 0.01

    init() {
        area = Interface(resource: UI.path("curve-editor"))["area"]
        area.onDraw { [weak self] in self?.draw($0) }
        area.onGrab(
            begins: { [weak self] in self?.grab($0) ?? false }, moved: { [weak self] in self?.drag($0) },
            ended: { [weak self] in self?.others = nil })
        area.onSecondaryClick { [weak self] in self?.removePoint(at: $0) }
        area.onKeyBefore { [weak self] in self?.key($0) ?? false }
        area.onFocus { [weak self] _ in self?.area.redraw() }
    }

    /// The points; setting them does not notify.
    var points: [SIMD2<Double>] {
        get { curve.points }
        set {
            curve = CurvePoints(newValue)
            selected = min(selected, newValue.count - 1)
            showSelection()
        }
    }

    /// The selected point.
    var selectedPoint: SIMD2<Double> {
        get { curve.points[selected] }
        set { change { $0.move(selected, to: newValue) } }
    }

    /// Selects the first point, for example after switching curves.
    func resetSelection() { selected = 0 }

    private func change(_ edit: (inout CurvePoints) -> Void) {
        let before = curve
        edit(&curve)
        selected = min(selected, curve.points.count - 1)
        showSelection()
        if curve != before { changed?(curve.points) }
    }

    private func showSelection() {
        let count = curve.points.count
        area.setAccessibleDescription(
            tr("Point \(selected + 1) of \(count): \(PointFormat.text(curve.points[selected]))"))
        area.redraw()
        selectionChanged?()
    }

    private func select(_ index: Int) {
        selected = min(max(index, 0), curve.points.count - 1)
        showSelection()
    }

    // Pointer

    private var side: SIMD2<Double> {
        SIMD2(Double(gtk_widget_get_width(area.widget)), Double(gtk_widget_get_height(area.widget)))
            - 2 * Self.margin
    }

    private func curvePoint(at pointer: SIMD2<Double>) -> SIMD2<Double> {
        let part = (pointer - Self.margin) / pointwiseMax(side, .one)
        return SIMD2(part.x, 1 - part.y)
    }

    private func point(at pointer: SIMD2<Double>) -> Int? {
        curve.nearest(to: curvePoint(at: pointer), within: Self.reach / pointwiseMax(side, .one))
    }

    private func grab(_ pointer: SIMD2<Double>) -> Bool {
        gtk_widget_grab_focus(area.widget)
        if let index = point(at: pointer) {
            select(index)
        } else {
            change { curve in
                if let index = curve.add(curvePoint(at: pointer)) { selected = index }
            }
        }
        canLeave = curve.canRemove(selected)
        var rest = curve
        rest.remove(selected)
        others = rest
        return true
    }

    private func drag(_ pointer: SIMD2<Double>) {
        guard let others else { return }
        let beyond = pointwiseMax(-pointer, pointer - (side + 2 * Self.margin)).max()
        if canLeave, beyond > Self.exit {
            return change { $0 = others }
        }
        let target = curvePoint(at: pointer)
        change { curve in
            if canLeave, curve.points.count == others.points.count {
                // The point is dragged back inside.
                guard let index = curve.add(target) else { return }
                selected = index
            }
            curve.move(selected, to: target)
        }
    }

    private func removePoint(at pointer: SIMD2<Double>) {
        if let index = point(at: pointer) { change { $0.remove(index) } }
    }

    // Keyboard

    private func key(_ press: KeyPress) -> Bool {
        guard !press.isControlHeld, !press.isAltHeld else { return false }
        let step = press.isShiftHeld ? Self.step / 10 : Self.step
        switch press.key {
        case Int(GDK_KEY_Left): selectedPoint += SIMD2(-step, 0)
        case Int(GDK_KEY_Right): selectedPoint += SIMD2(step, 0)
        case Int(GDK_KEY_Up): selectedPoint += SIMD2(0, step)
        case Int(GDK_KEY_Down): selectedPoint += SIMD2(0, -step)
        case Int(GDK_KEY_Page_Up): select(selected - 1)
        case Int(GDK_KEY_Page_Down): select(selected + 1)
        case Int(GDK_KEY_Home): select(0)
        case Int(GDK_KEY_End): select(curve.points.count - 1)
        case Int(GDK_KEY_Insert), Int(GDK_KEY_KP_Insert):
            change { curve in
                if let index = curve.addAfter(selected) { selected = index }
            }
        case Int(GDK_KEY_Delete), Int(GDK_KEY_KP_Delete), Int(GDK_KEY_BackSpace):
            change { $0.remove(selected) }
        default: return false
        }
        return true
    }

    // Painting

    private func draw(_ drawing: Drawing) {
        let (cairo, color) = (drawing.cairo, drawing.foreground)
        let side = drawing.size - 2 * Self.margin
        func pixel(_ point: SIMD2<Double>) -> SIMD2<Double> {
            SIMD2(Self.margin + point.x * side.x, Self.margin + (1 - point.y) * side.y)
        }
        func use(_ alpha: Double) {
            cairo_set_source_rgba(
                cairo, Double(color.red), Double(color.green), Double(color.blue), alpha * Double(color.alpha)
            )
        }
        func line(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
            let (start, end) = (pixel(from), pixel(to))
            cairo_move_to(cairo, start.x, start.y)
            cairo_line_to(cairo, end.x, end.y)
        }
        use(0.06)
        cairo_rectangle(cairo, Self.margin, Self.margin, side.x, side.y)
        cairo_fill(cairo)
        use(0.12)
        for point in [.zero] + backdrop + [SIMD2(1, 0)] {
            let corner = pixel(point)
            cairo_line_to(cairo, corner.x, corner.y)
        }
        cairo_fill(cairo)
        cairo_set_line_width(cairo, 1)
        use(0.1)
        for quarter in [0.25, 0.5, 0.75] {
            line(SIMD2(quarter, 0), SIMD2(quarter, 1))
            line(SIMD2(0, quarter), SIMD2(1, quarter))
        }
        line(.zero, .one)
        cairo_stroke(cairo)

        func useTint() {
            guard let tint else { return use(0.9) }
            cairo_set_source_rgba(cairo, tint.x, tint.y, tint.z, Double(color.alpha))
        }
        useTint()
        cairo_set_line_width(cairo, 2)
        let curve = MonotoneCurve(self.curve.points)
        for column in 0...Int(side.x) {
            let x = Double(column) / side.x
            let center = pixel(SIMD2(x, curve(x)))
            cairo_line_to(cairo, center.x, center.y)
        }
        cairo_stroke(cairo)
        let hasFocus = gtk_widget_has_focus(area.widget) != 0
        for (index, point) in self.curve.points.enumerated() {
            let center = pixel(point)
            let isSelected = index == selected && hasFocus
            useTint()
            cairo_arc(cairo, center.x, center.y, isSelected ? 5.5 : 4, 0, 2 * Double.pi)
            cairo_fill(cairo)
            if isSelected {
                cairo_set_source_rgba(cairo, 0.21, 0.52, 0.89, 1)
                cairo_arc(cairo, center.x, center.y, 3.5, 0, 2 * Double.pi)
                cairo_fill(cairo)
            }
        }
    }
}
