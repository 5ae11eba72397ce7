@preconcurrency import CAdwaita
import Editing
import Filters
@preconcurrency import Glibc
import Gtk
import Localization
import Rendering

/// A ring of the selected spot.
enum RetouchGrip: Equatable {
    case target, source
}

/// The spots of the stage that is being retouched: rings over the picture that do not hide what is in them.
///
/// A click adds a spot, and a drag a stroke. The rings of the selected spot can be dragged, and moved by the
/// arrow keys.
@MainActor
final class RetouchHandles: HandleOverlay<RetouchGrip>, GrabTarget {
    /// Called with a change of a row's spots, and the index of the spot that is then selected.
    var changed: (@MainActor (ObjectIdentifier, StageChange, Int?) -> Void)?
    /// Called with a spot that is grabbed.
    var selected: (@MainActor (ObjectIdentifier, Int?) -> Void)?
    /// Called when ``source`` should be renewed.
    var needsSource: (@MainActor () -> Void)?
    /// Finds the sources of new spots; nil until the picture has been measured.
    var source: RetouchSource? {
        didSet { if painting == nil { findAwaitedSource() } }
    }

    /// The index of a spot that was added before ``source`` was known.
    private var awaited: Int?
    private var shown: StageSpots?
    /// True while clicks add spots.
    private(set) var isActive = false
    /// The stroke that is being painted, and whether it is more than a spot.
    private var painting: (index: Int, isStroke: Bool)?
    /// The grabbed ring, and the pointer's offset from its middle, in the stage's input.
    private var hold: (index: Int, grip: RetouchGrip, offset: SIMD2<Double>)?
    /// The pointer's position over the picture.
    private var pointer: SIMD2<Double>?
    /// The rim of the brush around the pointer.
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
        rim.observe { [weak self] in
            _ = RetouchSettings.shared.radius
            self?.placeRim()
        }
    }

    /// Shows the spots at their positions on the canvas.
    func show(_ spots: StageSpots?) {
        let hadSelection = selection != nil
        shown = spots
        if (selection != nil) != hadSelection {
            removeHandles()
            if selection != nil {
                for grip in [RetouchGrip.source, .target] {
                    let widget = addHandle(grip, isSmall: false, cursor: "move")
                    gtk_widget_add_css_class(widget.widget, "spot")
                }
            }
        }
        if let spots, let index = spots.selected {
            for handle in handles {
                handle.widget.setAccessibleName(
                    handle.id == .target
                        ? tr("\(spots.title) Spot \(index + 1)") : tr("\(spots.title) Source \(index + 1)"))
            }
        }
        gtk_widget_set_visible(outline.widget, spots?.spots.isEmpty == false ? 1 : 0)
        follow()
    }

    /// Starts or ends adding spots by clicks.
    func setActive(_ isActive: Bool) {
        self.isActive = isActive
        canvas.setCursor(isActive ? "crosshair" : nil)
        placeRim()
        guard isActive else { return }
        // That of another picture.
        source = nil
        needsSource?()
    }

    /// Removes the selected spot; false if there is none.
    func removeSelected() -> Bool {
        guard let shown, let (index, _) = selection else { return false }
        var spots = shown.spots
        spots.remove(at: index)
        changed?(shown.row, .spots(spots), nil)
        return true
    }

    private var selection: (index: Int, spot: RetouchSpot)? {
        guard let shown, let index = shown.selected, shown.spots.indices.contains(index) else { return nil }
        return (index, shown.spots[index])
    }

    // Positions

    /// The stage's input on the canvas.
    private struct Frame {
        let origin, across, down: SIMD2<Double>
        /// The size of the stage's input.
        let size: SIMD2<Double>

        func position(of place: SIMD2<Double>) -> SIMD2<Double> {
            origin + across * place.x + down * place.y
        }

        /// The radius on the canvas.
        func length(of radius: Double) -> Double {
            let way = across * (radius * size.max() / size.x)
            return (way * way).sum().squareRoot()
        }
    }

    private var frame: Frame? {
        guard let stage = shown?.stage, let size = canvas.size(inStage: stage),
            let origin = canvas.position(of: .zero, inStage: stage),
            let right = canvas.position(of: SIMD2(1, 0), inStage: stage),
            let bottom = canvas.position(of: SIMD2(0, 1), inStage: stage)
        else { return nil }
        return Frame(origin: origin, across: right - origin, down: bottom - origin, size: size)
    }

    private func place(_ grip: RetouchGrip, of spot: RetouchSpot) -> SIMD2<Double> {
        grip == .source ? spot.source : spot.points.first ?? spot.source
    }

    override func position(of id: RetouchGrip) -> SIMD2<Double>? {
        guard let selection else { return nil }
        return frame?.position(of: place(id, of: selection.spot))
    }

    /// Moves the rim of the brush to the pointer.
    private func placeRim() {
        gtk_widget_set_visible(rim.widget, isActive && pointer != nil && hold == nil ? 1 : 0)
        if isActive { gtk_widget_queue_allocate(overlay.widget) }
    }

    override func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        func ring(_ center: SIMD2<Double>, _ radius: Double) -> GdkRectangle {
            let radius = max(radius, 3)
            let corner = (center - radius).rounded(.toNearestOrAwayFromZero)
            let length = gint((2 * radius).rounded())
            return GdkRectangle(x: gint(corner.x), y: gint(corner.y), width: length, height: length)
        }
        if rim.isSame(as: child) {
            guard let pointer, let frame else { return nil }
            return ring(pointer, frame.length(of: RetouchSettings.shared.radius))
        }
        guard let handle = handles.first(where: { $0.widget.isSame(as: child) }) else { return nil }
        guard let selection, let frame else { return super.rectangle(of: child) }
        return ring(handle.center, frame.length(of: selection.spot.radius))
    }

    // Pointer

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard let shown, let frame,
            let coordinates = canvas.coordinates(at: pointer, inStage: shown.stage)
        else { return false }
        if isShown, let (index, grip) = ring(at: pointer, frame) {
            let spot = shown.spots[index]
            hold = (index, grip, place(grip, of: spot) - coordinates)
            if index != shown.selected { selected?(shown.row, index) }
            handles.first { $0.id == grip }.map(focus)
            placeRim()
            return true
        }
        guard isActive else { return false }
        add(at: coordinates, to: shown)
        return true
    }

    /// The ring at a position of the canvas; that of the selected spot's source only if the spot is selected.
    private func ring(at pointer: SIMD2<Double>, _ frame: Frame) -> (Int, RetouchGrip)? {
        guard let shown else { return nil }
        var nearest: (index: Int, grip: RetouchGrip, distance: Double)?
        func consider(_ index: Int, _ grip: RetouchGrip, _ place: SIMD2<Double>) {
            let way = frame.position(of: place) - pointer
            let distance = (way * way).sum().squareRoot()
            let reach = max(frame.length(of: shown.spots[index].radius), 6)
            if distance <= reach, nearest.map({ distance < $0.distance }) ?? true {
                nearest = (index, grip, distance)
            }
        }
        if let selection { consider(selection.index, .source, selection.spot.source) }
        for (index, spot) in shown.spots.enumerated() {
            for point in spot.points { consider(index, .target, point) }
        }
        return nearest.map { ($0.index, $0.grip) }
    }

    private func add(at coordinates: SIMD2<Double>, to shown: StageSpots) {
        guard shown.spots.count < RetouchSpot.maximumInStage else { return }
        var spot = RetouchSettings.shared.spot(at: Self.rounded(coordinates))
        spot.source = foundSource(of: spot, among: shown.spots)
        awaited = source == nil ? shown.spots.count : nil
        painting = (shown.spots.count, false)
        changed?(shown.row, .spots(shown.spots + [spot]), shown.spots.count)
        handles.first { $0.id == .target }.map(focus)
    }

    private func foundSource(of spot: RetouchSpot, among others: [RetouchSpot]) -> SIMD2<Double> {
        if let source { return source.source(for: spot, avoiding: others) }
        // Beside the spot, until the picture has been measured.
        let place = spot.points.first ?? spot.source
        return SIMD2(place.x + (place.x < 0.5 ? 2.5 : -2.5) * spot.radius, place.y)
    }

    func drag(to pointer: SIMD2<Double>) {
        self.pointer = pointer
        placeRim()
        guard let shown, let coordinates = canvas.coordinates(at: pointer, inStage: shown.stage) else {
            return
        }
        if let painting, shown.spots.indices.contains(painting.index) {
            extend(painting.index, to: coordinates)
        } else if let hold, shown.spots.indices.contains(hold.index) {
            move(hold.index, hold.grip, to: coordinates + hold.offset)
        }
    }

    /// Continues the stroke, unless the pointer has hardly moved.
    private func extend(_ index: Int, to coordinates: SIMD2<Double>) {
        guard let shown, let size = canvas.size(inStage: shown.stage) else { return }
        var spots = shown.spots
        guard let last = spots[index].points.last,
            spots.reduce(0, { $0 + $1.points.count }) < RetouchSpot.maximumOfPoints
        else { return }
        let way = (coordinates - last) * size
        // Closer points would not change the shape visibly.
        let radius = spots[index].radius * size.max()
        guard (way * way).sum() >= radius * radius / 9 else { return }
        spots[index].points.append(Self.rounded(coordinates))
        painting = (index, true)
        changed?(shown.row, .spots(spots), index)
    }

    private func move(_ index: Int, _ grip: RetouchGrip, to coordinates: SIMD2<Double>) {
        guard let shown else { return }
        awaited = nil
        var spots = shown.spots
        switch grip {
        case .source: spots[index].source = Self.rounded(coordinates)
        case .target:
            guard let first = spots[index].points.first else { return }
            let way = coordinates - first
            spots[index].points = spots[index].points.map { Self.rounded($0 + way) }
        }
        changed?(shown.row, .spots(spots), index)
    }

    func letGo() {
        if let painting, let shown, shown.spots.indices.contains(painting.index) {
            if painting.isStroke { awaited = painting.index }
            findAwaitedSource()
            needsSource?()
        }
        painting = nil
        hold = nil
        placeRim()
    }

    /// Finds the source of the newest spot, if it has none yet or has become a stroke.
    private func findAwaitedSource() {
        guard let awaited, source != nil, let shown, awaited == shown.spots.count - 1 else { return }
        self.awaited = nil
        var spots = shown.spots
        spots[awaited].source = foundSource(of: spots[awaited], among: Array(spots.dropLast()))
        changed?(shown.row, .source(spots), awaited)
    }

    override func move(_ id: RetouchGrip, by way: SIMD2<Double>) -> Bool {
        guard let selection else { return false }
        // A spot is often smaller than a hundredth of the picture.
        move(selection.index, id, to: place(id, of: selection.spot) + way / 10)
        return true
    }

    override func key(_ press: KeyPress, _ id: RetouchGrip) -> Bool {
        if press.key == Int(GDK_KEY_Delete), !press.isModified { return removeSelected() }
        return super.key(press, id)
    }

    /// Steps of 1/100,000 keep the numbers short.
    private static func rounded(_ place: SIMD2<Double>) -> SIMD2<Double> {
        let inside = place.clamped(lowerBound: SIMD2(repeating: -2), upperBound: SIMD2(repeating: 2))
        return (inside * 1e5).rounded(.toNearestOrAwayFromZero) / 1e5
    }

    // Painting

    override func paint(_ drawing: Drawing) {
        guard let shown, let frame else { return }
        for (index, spot) in shown.spots.enumerated() {
            let isSelected = index == shown.selected
            let radius = max(frame.length(of: spot.radius), 3)
            let places = spot.points.map(frame.position)
            // The handles are the rings of the selected spot.
            if !isSelected || places.count > 1 { drawing.strokeThin(Self.outline(places, radius)) }
            guard isSelected, let first = spot.points.first else { continue }
            let offset = spot.source - first
            if places.count > 1 {
                let sources = spot.points.map { frame.position(of: $0 + offset) }
                drawing.strokeThin(Self.outline(sources, radius))
            }
            let (from, to) = (frame.position(of: first), frame.position(of: spot.source))
            let length = ((to - from) * (to - from)).sum().squareRoot()
            if length > 2 * radius {
                let rim = (to - from) / length * radius
                drawing.strokeThin([from + rim, to - rim])
            }
        }
    }

    /// The rim of a stroke: along one side, around its end, and back on the other side.
    private static func outline(_ points: [SIMD2<Double>], _ radius: Double) -> [SIMD2<Double>] {
        guard let first = points.first, let last = points.last else { return [] }
        func angle(_ index: Int) -> Double {
            let way = points[min(index + 1, points.count - 1)] - points[max(index - 1, 0)]
            return atan2(way.y, way.x)
        }
        func at(_ center: SIMD2<Double>, _ angle: Double) -> SIMD2<Double> {
            center + SIMD2(cos(angle), sin(angle)) * radius
        }
        let (start, end) = (angle(0), angle(points.count - 1))
        let there = points.indices.map { at(points[$0], angle($0) - .pi / 2) }
        let back = points.indices.reversed().map { at(points[$0], angle($0) + .pi / 2) }
        let turn = (0...16).map { Double($0) * .pi / 16 - .pi / 2 }
        return there + turn.map { at(last, end + $0) } + back + turn.map { at(first, start + .pi + $0) }
    }
}

extension Drawing {
    /// Draws a thin line that is visible on light and dark backgrounds.
    fileprivate func strokeThin(_ points: [SIMD2<Double>]) {
        guard points.count > 1 else { return }
        stroke(points, SIMD4(0, 0, 0, 0.5), width: 2.5)
        stroke(points, SIMD4(1, 1, 1, 0.9), width: 1)
    }
}
