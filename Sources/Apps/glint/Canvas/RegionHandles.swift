@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering
import Localization

/// A handle of a region; the left side of a gradient is its start, the right side its end.
struct RegionGrip: Equatable {
    let region: StageRegion.ID
    let grip: Grip
}

/// The editable regions, drawn over the picture with handles to move and resize them.
///
/// By keyboard: arrows move the center or the focused side; Shift moves by a tenth.
@MainActor
final class RegionHandles: HandleOverlay<RegionGrip>, GrabTarget {
    /// Called with a region that has changed.
    var changed: (@MainActor (StageRegion.ID, Region) -> Void)?
    /// Called with a region that is grabbed.
    var selected: (@MainActor (StageRegion.ID) -> Void)?
    /// Called with a region that has a color, and the position at which the color was picked.
    var picked: (@MainActor (StageRegion, SIMD2<Double>) -> Void)?
    /// Called when the awaited shape has been drawn.
    var drawn: (@MainActor () -> Void)?

    private var regions: [StageRegion] = []
    /// The grabbed handle, and its offset from the pointer, which keeps it from jumping.
    private var hold: (id: RegionGrip, offset: SIMD2<Double>)?
    /// The region that waits for its shape to be drawn.
    private var awaited: StageRegion.ID?
    /// The stroke that is being painted, and its region.
    private var painting: (id: StageRegion.ID, painter: MaskPainter)?
    /// The pointer's position over the picture, and the pressure of a stylus.
    private var pointer: SIMD2<Double>?
    private var pressure = 1.0
    /// The starting point of the shape being drawn, in its stage's input.
    private var start: (id: StageRegion.ID, coordinates: SIMD2<Double>)?

    override var reach: Double { 14 }

    /// The rim of the brush around the pointer. It is a widget because the software renderer takes far longer
    /// to paint the whole outline at each move.
    private let rim = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))

    override init(overlay: Object, canvas: Canvas) {
        super.init(overlay: overlay, canvas: canvas)
        gtk_widget_add_css_class(rim.widget, "brush-rim")
        gtk_widget_set_can_target(rim.widget, 0)
        gtk_widget_set_visible(rim.widget, 0)
        gtk_overlay_add_overlay(overlay.pointer(), rim.widget)
        overlay.onHover { [weak self] pointer in
            self?.pointer = pointer
            self?.placeRim()
        }
        overlay.onPressure { [weak self] in self?.pressure = $0 }
        rim.observe { [weak self] in
            _ = BrushSettings.shared.radius
            self?.placeRim()
        }
    }

    /// True while masks are painted with the pointer.
    var isPainting: Bool { awaited.flatMap(region)?.region.shape == .brush }

    /// Shows these regions at their positions on the canvas.
    func show(_ regions: [StageRegion]) {
        let isSame =
            regions.map(\.id) == self.regions.map(\.id)
            && regions.map(\.region.shape) == self.regions.map(\.region.shape)
        self.regions = regions
        if !isSame {
            removeHandles()
            for region in regions {
                for grip in Self.grips(of: region.region.shape) { addHandle(grip, of: region) }
            }
        }
        for handle in handles {
            guard let region = region(handle.id.region) else { continue }
            handle.widget.setAccessibleName(
                Self.name(of: handle.id.grip, in: region.region.shape, of: region.title))
            handle.widget.setAccessibleDescription(Self.description(region.region))
        }
        if let awaited, region(awaited) == nil { endWait() }
        let hasOutlines = regions.contains { $0.region.shape.hasPosition && !$0.region.shape.isMask }
        gtk_widget_set_visible(outline.widget, hasOutlines ? 1 : 0)
        follow()
    }

    private func addHandle(_ grip: Grip, of region: StageRegion) {
        let widget = addHandle(
            RegionGrip(region: region.id, grip: grip), isSmall: grip != .zero,
            cursor: region.region.shape == .gradient ? "move" : grip.cursor)
        // A corner combines two sides, each of which has its own keyboard handle.
        gtk_widget_set_focusable(widget.widget, grip.x != 0 && grip.y != 0 ? 0 : 1)
    }

    /// Waits for a shape to be drawn on the picture; nil stops waiting.
    func draw(_ region: StageRegion.ID?) {
        awaited = region
        canvas.setCursor(region == nil ? nil : "crosshair")
        placeRim()
    }

    // Positions

    private func region(_ id: StageRegion.ID) -> StageRegion? { regions.first { $0.id == id } }

    private func frame(of region: StageRegion) -> RegionFrame? {
        canvas.size(inStage: region.stage).map { RegionFrame(region.region, in: $0) }
    }

    private func position(of grip: Grip, in region: StageRegion) -> SIMD2<Double>? {
        frame(of: region).flatMap {
            canvas.position(of: $0.coordinates(of: SIMD2<Double>(grip)), inStage: region.stage)
        }
    }

    override func position(of id: RegionGrip) -> SIMD2<Double>? {
        region(id.region).flatMap { position(of: id.grip, in: $0) }
    }

    // Pointer

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard isShown else { return false }
        if isPainting, let awaited { return paint(awaited, at: pointer) }
        if let handle = nearestHandle(to: pointer) {
            hold = (handle.id, handle.center - pointer)
            selected?(handle.id.region)
            focus(handle)
            endWait()
            return true
        }
        if let awaited, let region = region(awaited),
            let coordinates = canvas.coordinates(at: pointer, inStage: region.stage)
        {
            if region.region.shape == .color {
                picked?(region, coordinates)
            } else {
                start = (awaited, coordinates)
                // A click alone is enough for a control point.
                if region.region.shape == .point { drag(to: pointer) }
            }
            endWait()
            return true
        }
        let inside = regions.last { region in
            guard let coordinates = canvas.coordinates(at: pointer, inStage: region.stage) else {
                return false
            }
            return frame(of: region)?.contains(coordinates) == true
        }
        guard let inside, let middle = position(of: .zero, in: inside) else { return false }
        hold = (RegionGrip(region: inside.id, grip: .zero), middle - pointer)
        selected?(inside.id)
        return true
    }

    /// Moves the rim of the brush to the pointer.
    private func placeRim() {
        gtk_widget_set_visible(rim.widget, isPainting && pointer != nil ? 1 : 0)
        if isPainting { gtk_widget_queue_allocate(overlay.widget) }
    }

    override func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        guard rim.isSame(as: child) else { return super.rectangle(of: child) }
        guard let pointer, let region = awaited.flatMap(region),
            let size = canvas.size(inStage: region.stage),
            let place = canvas.coordinates(at: pointer, inStage: region.stage),
            let side = canvas.position(
                of: place + SIMD2(BrushSettings.shared.radius * size.max() / size.x, 0), inStage: region.stage
            )
        else { return nil }
        let way = side - pointer
        let radius = max((way * way).sum().squareRoot(), 2)
        let corner = (pointer - radius).rounded(.toNearestOrAwayFromZero)
        let length = gint((2 * radius).rounded())
        return GdkRectangle(x: gint(corner.x), y: gint(corner.y), width: length, height: length)
    }

    /// Begins a stroke.
    private func paint(_ id: StageRegion.ID, at pointer: SIMD2<Double>) -> Bool {
        guard let region = region(id), let size = canvas.size(inStage: region.stage),
            let place = canvas.coordinates(at: pointer, inStage: region.stage)
        else { return false }
        let painter = MaskPainter(
            region.region, in: size, at: place, pressure: pressure, isLine: overlay.isShiftHeld)
        painting = (id, painter)
        changed?(id, painter.region)
        return true
    }

    private func endWait() {
        guard awaited != nil else { return }
        draw(nil)
        drawn?()
    }

    func drag(to pointer: SIMD2<Double>) {
        if let (id, _) = painting, let region = region(id),
            let place = canvas.coordinates(at: pointer, inStage: region.stage)
        {
            self.pointer = pointer
            placeRim()
            if painting?.painter.move(to: place, pressure: pressure) == true, let painter = painting?.painter
            {
                changed?(id, painter.region)
            }
            return
        }
        if let start, let region = region(start.id), let frame = frame(of: region),
            let coordinates = canvas.coordinates(at: pointer, inStage: region.stage)
        {
            changed?(start.id, frame.drawn(from: start.coordinates, to: coordinates))
        } else if let hold, let region = region(hold.id.region),
            let coordinates = canvas.coordinates(at: pointer + hold.offset, inStage: region.stage)
        {
            move(hold.id.grip, of: region, to: coordinates)
        }
    }

    func letGo() {
        painting = nil
        hold = nil
        start = nil
    }

    private func move(_ grip: Grip, of region: StageRegion, to coordinates: SIMD2<Double>) {
        guard let frame = frame(of: region) else { return }
        changed?(
            region.id,
            grip == .zero ? frame.moved(middleTo: coordinates) : frame.resized(grip, to: coordinates))
    }

    override func move(_ id: RegionGrip, by way: SIMD2<Double>) -> Bool {
        guard let region = region(id.region), let frame = frame(of: region) else { return false }
        move(id.grip, of: region, to: frame.coordinates(of: SIMD2<Double>(id.grip)) + way)
        return true
    }

    // Handles

    private static func grips(of shape: Region.Shape) -> [Grip] {
        switch shape {
        case .rectangle: Grip.centerAndSides + Grip.corners
        case .ellipse: Grip.centerAndSides
        case .gradient: [Grip(0, 0), Grip(-1, 0), Grip(1, 0)]
        case .point: [Grip(0, 0), Grip(1, 0)]
        case .luminosity, .color, .file, .brush: []
        }
    }

    private static func name(of grip: Grip, in shape: Region.Shape, of region: String) -> String {
        switch (grip.x, grip.y) {
        case (-1, _) where shape == .gradient: tr("\(region) Start")
        case (1, _) where shape == .gradient: tr("\(region) End")
        case (1, _) where shape == .point: tr("\(region) Radius")
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

    private static func description(_ region: Region) -> String {
        func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
        if region.shape == .gradient {
            return tr(
                """
                from \(percent(region.x)), \(percent(region.y)) to \(percent(region.endX)), \(percent(region.endY))
                """)
        }
        if region.shape == .point {
            return tr("at \(percent(region.x)), \(percent(region.y)), \(percent(region.radius)) around it")
        }
        return tr(
            """
            from \(percent(region.x)), \(percent(region.y)), \(percent(region.width)) wide, \
            \(percent(region.height)) high
            """)
    }

    // Painting

    override func paint(_ drawing: Drawing) {
        for region in regions {
            guard let frame = frame(of: region) else { continue }
            func line(_ coordinates: [SIMD2<Double>]) -> [SIMD2<Double>] {
                let points = coordinates.compactMap { canvas.position(of: $0, inStage: region.stage) }
                let isClosed = region.region.shape.isClosed || region.region.shape == .point
                return isClosed ? points + points.prefix(2) : points
            }
            if region.region.shape == .gradient {
                let way = [-1.0, 1].map { frame.coordinates(of: SIMD2($0, 0)) }
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
    /// Draws a line that is visible on light and dark backgrounds.
    fileprivate func strokeContrast(_ points: [SIMD2<Double>], dashes: Bool) {
        if dashes { cairo_set_dash(cairo, [6, 4], 2, 0) }
        stroke(points, SIMD4(0, 0, 0, dashes ? 0.4 : 0.6), width: dashes ? 2.5 : 3.5)
        stroke(points, SIMD4(1, 1, 1, dashes ? 0.8 : 1), width: dashes ? 1 : 1.5)
        cairo_set_dash(cairo, nil, 0, 0)
    }
}
