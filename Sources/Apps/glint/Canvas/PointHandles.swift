import Gtk
import Rendering

/// The points of the open stages, as draggable rings over the picture.
@MainActor
final class PointHandles: HandleOverlay<StagePoint.ID>, GrabTarget {
    /// Called with a point's new position, each coordinate 0…1 in its stage's input.
    var moved: (@MainActor (StagePoint.ID, SIMD2<Double>) -> Void)?
    /// Called when the awaited click has arrived.
    var picked: (@MainActor () -> Void)?

    private var points: [StagePoint] = []
    /// The point that waits for a click on the picture.
    private var picking: StagePoint.ID?
    private var grabbed: StagePoint.ID?

    /// Shows these points at their positions on the canvas.
    func show(_ points: [StagePoint]) {
        if points.map(\.id) != handles.map(\.id) {
            removeHandles()
            for point in points { addHandle(point.id, isSmall: false, cursor: "move") }
        }
        self.points = points
        for (handle, point) in zip(handles, points) {
            handle.widget.setAccessibleName(point.title)
            handle.widget.setAccessibleDescription(PointFormat.text(point.coordinates))
        }
        if let picking, point(picking) == nil { pick(nil) }
        follow()
    }

    /// Waits for a click on the picture that sets a point; nil stops waiting.
    func pick(_ point: StagePoint.ID?) {
        picking = point
        canvas.setCursor(point == nil ? nil : "crosshair")
    }

    private func point(_ id: StagePoint.ID) -> StagePoint? { points.first { $0.id == id } }

    override func position(of id: StagePoint.ID) -> SIMD2<Double>? {
        point(id).flatMap { canvas.position(of: $0.coordinates, inStage: $0.stage) }
    }

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard isShown else { return false }
        if let picking {
            grabbed = picking
            pick(nil)
            picked?()
            drag(to: pointer)
            return true
        }
        // The topmost handle, if there are several.
        let handle = handles(near: pointer).last
        grabbed = handle?.id
        if let handle { focus(handle) }
        return handle != nil
    }

    func drag(to pointer: SIMD2<Double>) {
        guard let grabbed, let point = point(grabbed),
            let coordinates = canvas.coordinates(at: pointer, inStage: point.stage)
        else { return }
        moved?(grabbed, coordinates)
    }

    func letGo() { grabbed = nil }

    override func move(_ id: StagePoint.ID, by way: SIMD2<Double>) -> Bool {
        guard let point = point(id) else { return false }
        moved?(id, point.coordinates + way)
        return true
    }
}
