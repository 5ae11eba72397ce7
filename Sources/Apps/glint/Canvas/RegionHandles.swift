@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering
import Localization

/// The editable regions, drawn over the picture with handles to move and resize them.
///
/// By keyboard: arrows move the center or the focused side; Shift moves by a tenth.
@MainActor
final class RegionHandles: GrabTarget {
    /// Called with a region that has changed.
    var changed: (@MainActor (StageRegion.ID, Region) -> Void)?
    /// Called with a region that is grabbed.
    var selected: (@MainActor (StageRegion.ID) -> Void)?
    /// Called when the expected shape has been drawn.
    var drawn: (@MainActor () -> Void)?

    /// A draggable handle: the center, a side or a corner, as its direction from the center; an end of a
    /// gradient.
    private typealias Grip = SIMD2<Int>

    private struct Handle {
        let id: StageRegion.ID
        let grip: Grip
        let widget: Object
        /// In logical pixels.
        var center = SIMD2(0.0, 0.0)
    }

    private struct Hold {
        let id: StageRegion.ID
        let grip: Grip
        /// The offset from pointer to handle, so that the handle does not jump.
        let offset: SIMD2<Double>
    }

    private let overlay: Object
    private let canvas: Canvas
    private let outline = Interface(resource: UI.path("region-outline"))["outline"]
    private var regions: [StageRegion] = []
    private var handles: [Handle] = []
    private var hold: Hold?
    /// The region that waits for its shape to be drawn.
    private var awaited: StageRegion.ID?
    private var isShown = true
    /// Where the shape being drawn began, in its stage's input.
    private var start: (id: StageRegion.ID, place: SIMD2<Double>)?
    private var isPlacing = false

    /// The width and height of the center's ring and of the other handles, including borders, in logical
    /// pixels.
    private static let middleSize = 22.0
    private static let size = 16.0
    private static let reach = 14.0
    /// The distance an arrow key moves a handle, as a fraction of the picture.
    private static let step = 0.01

    init(overlay: Object, canvas: Canvas) {
        self.overlay = overlay
        self.canvas = canvas
        gtk_overlay_add_overlay(overlay.pointer(), outline.widget)
        outline.onDraw { [weak self] in self?.draw($0) }
    }

    /// Shows these regions at their positions on the canvas.
    func show(_ regions: [StageRegion]) {
        let isSame =
            regions.map(\.id) == self.regions.map(\.id)
            && regions.map(\.region.shape) == self.regions.map(\.region.shape)
        self.regions = regions
        if !isSame {
            for handle in handles { gtk_overlay_remove_overlay(overlay.pointer(), handle.widget.widget) }
            handles = regions.flatMap { region in
                Self.grips(of: region.region.shape).map { makeHandle($0, of: region) }
            }
        }
        for handle in handles {
            guard let region = region(handle.id) else { continue }
            handle.widget.setAccessibleName(
                Self.name(of: handle.grip, in: region.region.shape, of: region.title))
            handle.widget.setAccessibleDescription(Self.description(region.region))
        }
        if let awaited, region(awaited) == nil { endWait() }
        follow()
    }

    /// Follows the picture to its current position, deferred: GTK must not be changed during layout.
    func follow() {
        guard !isPlacing else { return }
        isPlacing = true
        onMainThread { [weak self] in
            self?.isPlacing = false
            self?.place()
        }
    }

    /// Waits for a shape to be drawn on the picture; nil stops waiting.
    func draw(_ region: StageRegion.ID?) {
        awaited = region
        canvas.setCursor(region == nil ? nil : "crosshair")
    }

    /// Shows or hides them; the focus stays where it is.
    func setShown(_ isShown: Bool) {
        self.isShown = isShown
        for widget in handles.map(\.widget) + [outline] {
            gtk_widget_set_opacity(widget.widget, isShown ? 1 : 0)
        }
    }

    // Positions

    private func region(_ id: StageRegion.ID) -> StageRegion? { regions.first { $0.id == id } }

    private func frame(of region: StageRegion) -> RegionFrame? {
        canvas.size(inStage: region.stage).map { RegionFrame(region.region, in: $0) }
    }

    private func position(of grip: Grip, in region: StageRegion) -> SIMD2<Double>? {
        frame(of: region).flatMap {
            canvas.position(of: $0.place(of: SIMD2<Double>(grip)), inStage: region.stage)
        }
    }

    private func place() {
        let size = SIMD2(
            Double(gtk_widget_get_width(overlay.widget)), Double(gtk_widget_get_height(overlay.widget)))
        for index in handles.indices {
            let handle = handles[index]
            let center = region(handle.id).flatMap { position(of: handle.grip, in: $0) }
            let isInside = center.map { all($0 .>= .zero) && all($0 .<= size) } ?? false
            handles[index].center = center ?? .zero
            gtk_widget_set_visible(handle.widget.widget, isInside ? 1 : 0)
        }
        gtk_widget_set_visible(outline.widget, regions.isEmpty ? 0 : 1)
        outline.redraw()
        gtk_widget_queue_allocate(overlay.widget)
    }

    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        guard let handle = handles.first(where: { $0.widget.isSame(as: child) }) else { return nil }
        let size = handle.grip == .zero ? Self.middleSize : Self.size
        let corner = (handle.center - size / 2).rounded(.toNearestOrAwayFromZero)
        return GdkRectangle(x: gint(corner.x), y: gint(corner.y), width: gint(size), height: gint(size))
    }

    // Pointer

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard isShown else { return false }
        let near = handles.filter {
            gtk_widget_get_visible($0.widget.widget) != 0 && Self.distance($0.center, pointer) <= Self.reach
        }
        if let handle = near.min(by: { Self.distance($0.center, pointer) < Self.distance($1.center, pointer) }
        ) {
            hold = Hold(id: handle.id, grip: handle.grip, offset: handle.center - pointer)
            selected?(handle.id)
            if gtk_widget_get_focusable(handle.widget.widget) != 0 {
                gtk_widget_grab_focus(handle.widget.widget)
            }
            endWait()
            return true
        }
        if let awaited, let region = region(awaited),
            let place = canvas.place(at: pointer, inStage: region.stage)
        {
            start = (awaited, place)
            endWait()
            return true
        }
        let inside = regions.last { region in
            guard let place = canvas.place(at: pointer, inStage: region.stage) else { return false }
            return frame(of: region)?.contains(place) == true
        }
        guard let inside, let middle = position(of: .zero, in: inside) else { return false }
        hold = Hold(id: inside.id, grip: .zero, offset: middle - pointer)
        selected?(inside.id)
        return true
    }

    private func endWait() {
        guard awaited != nil else { return }
        draw(nil)
        drawn?()
    }

    func drag(to pointer: SIMD2<Double>) {
        if let start, let region = region(start.id), let frame = frame(of: region),
            let place = canvas.place(at: pointer, inStage: region.stage)
        {
            changed?(start.id, frame.drawn(from: start.place, to: place))
        } else if let hold, let region = region(hold.id),
            let place = canvas.place(at: pointer + hold.offset, inStage: region.stage)
        {
            move(hold.grip, of: region, to: place)
        }
    }

    func letGo() {
        hold = nil
        start = nil
    }

    private func move(_ grip: Grip, of region: StageRegion, to place: SIMD2<Double>) {
        guard let frame = frame(of: region) else { return }
        changed?(region.id, grip == .zero ? frame.moved(middleTo: place) : frame.resized(grip, to: place))
    }

    private func key(_ press: KeyPress, _ id: StageRegion.ID, _ grip: Grip) -> Bool {
        guard !press.isControlHeld, !press.isAltHeld, let region = region(id), let frame = frame(of: region)
        else { return false }
        let step = press.isShiftHeld ? Self.step / 10 : Self.step
        let way: SIMD2<Double>
        switch press.key {
        case Int(GDK_KEY_Left): way = SIMD2(-step, 0)
        case Int(GDK_KEY_Right): way = SIMD2(step, 0)
        case Int(GDK_KEY_Up): way = SIMD2(0, -step)
        case Int(GDK_KEY_Down): way = SIMD2(0, step)
        default: return false
        }
        move(grip, of: region, to: frame.place(of: SIMD2<Double>(grip)) + way)
        return true
    }

    private func makeHandle(_ grip: Grip, of region: StageRegion) -> Handle {
        let widget = Interface(resource: UI.path("point-handle"))["handle"]
        if grip != .zero { gtk_widget_add_css_class(widget.widget, "small") }
        // A corner is two sides, each of which has its own keyboard handle.
        gtk_widget_set_focusable(widget.widget, grip.x != 0 && grip.y != 0 ? 0 : 1)
        gtk_widget_set_cursor_from_name(widget.widget, Self.cursor(of: grip, in: region.region.shape))
        gtk_overlay_add_overlay(overlay.pointer(), widget.widget)
        let id = region.id
        widget.onKeyBefore { [weak self] press in self?.key(press, id, grip) ?? false }
        return Handle(id: id, grip: grip, widget: widget)
    }

    private static func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
        let way = one - other
        return (way * way).sum().squareRoot()
    }

    // Handles

    private static func grips(of shape: Region.Shape) -> [Grip] {
        let sides = [Grip(0, 0), Grip(-1, 0), Grip(0, -1), Grip(1, 0), Grip(0, 1)]
        let corners = [Grip(-1, -1), Grip(1, -1), Grip(1, 1), Grip(-1, 1)]
        return switch shape {
        case .rectangle: sides + corners
        case .ellipse: sides
        case .gradient: [Grip(0, 0), Grip(-1, 0), Grip(1, 0)]
        case .luminosity: []
        }
    }

    private static func name(of grip: Grip, in shape: Region.Shape, of region: String) -> String {
        switch (grip.x, grip.y) {
        case (-1, _) where shape == .gradient: tr("\(region) Start")
        case (1, _) where shape == .gradient: tr("\(region) End")
        case (-1, -1): tr("\(region) Top Left")
        case (1, -1): tr("\(region) Top Right")
        case (-1, 1): tr("\(region) Bottom Left")
        case (1, 1): tr("\(region) Bottom Right")
        case (-1, _): tr("\(region) Left")
        case (1, _): tr("\(region) Right")
        case (_, -1): tr("\(region) Top")
        case (_, 1): tr("\(region) Bottom")
        default: region
        }
    }

    private static func cursor(of grip: Grip, in shape: Region.Shape) -> String {
        if shape == .gradient { return "move" }
        return switch (grip.x, grip.y) {
        case (0, 0): "move"
        case (_, 0): "ew-resize"
        case (0, _): "ns-resize"
        default: grip.x == grip.y ? "nwse-resize" : "nesw-resize"
        }
    }

    private static func description(_ region: Region) -> String {
        func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
        if region.shape == .gradient {
            return tr(
                """
                from \(percent(region.x)), \(percent(region.y)) to \(percent(region.endX)), \(percent(region.endY))
                """)
        }
        return tr(
            """
            from \(percent(region.x)), \(percent(region.y)), \(percent(region.width)) wide, \
            \(percent(region.height)) high
            """)
    }

    // Painting

    private func draw(_ drawing: Drawing) {
        for region in regions {
            guard let frame = frame(of: region) else { continue }
            func line(_ places: [SIMD2<Double>]) -> [SIMD2<Double>] {
                let points = places.compactMap { canvas.position(of: $0, inStage: region.stage) }
                return region.region.shape.isClosed ? points + points.prefix(2) : points
            }
            if region.region.shape == .gradient {
                let way = [-1.0, 1].map { frame.place(of: SIMD2($0, 0)) }
                drawing.strokeContrast(line(way), dashes: true)
            }
            if region.region.shape == .gradient || region.region.feather > 0 {
                drawing.strokeContrast(line(frame.outline(insideEdge: true)), dashes: true)
            }
            drawing.strokeContrast(line(frame.outline()), dashes: false)
        }
    }
}

extension Drawing {
    /// Draws a line that is visible on light and on dark.
    fileprivate func strokeContrast(_ points: [SIMD2<Double>], dashes: Bool) {
        if dashes { cairo_set_dash(cairo, [6, 4], 2, 0) }
        stroke(points, SIMD4(0, 0, 0, dashes ? 0.4 : 0.6), width: dashes ? 2.5 : 3.5)
        stroke(points, SIMD4(1, 1, 1, dashes ? 0.8 : 1), width: dashes ? 1 : 1.5)
        cairo_set_dash(cairo, nil, 0, 0)
    }
}
