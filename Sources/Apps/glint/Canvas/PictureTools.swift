import Gtk

/// The draggable layers over the picture: points and regions of the open stages, and the split line of a
/// comparison.
@MainActor
final class PictureTools {
    let line: SplitLine
    let gray: PointPick
    let crop: CropHandles
    let corners: CornerHandles
    private let points: PointHandles
    private let regions: RegionHandles
    private let layers: GrabDispatcher
    private let canvas: Canvas
    private let panel: FilterPanel

    init(_ interface: Interface, canvas: Canvas, panel: FilterPanel) {
        self.canvas = canvas
        self.panel = panel
        let overlay = interface["canvas-overlay"]
        regions = RegionHandles(overlay: overlay, canvas: canvas)
        points = PointHandles(overlay: overlay, canvas: canvas)
        line = SplitLine(overlay: overlay)
        gray = PointPick(canvas: canvas)
        crop = CropHandles(overlay: overlay, canvas: canvas)
        corners = CornerHandles(overlay: overlay, canvas: canvas)
        layers = GrabDispatcher(overlay: overlay, [corners, crop, gray, points, line, regions])
        points.moved = { [weak panel] in panel?.movePoint($0, to: $1) }
        points.picked = { [weak panel] in panel?.endPick() }
        regions.changed = { [weak panel] in panel?.changeRegion($0, to: $1) }
        regions.selected = { [weak panel] in panel?.selectRegion($0) }
        regions.picked = { [weak panel] in panel?.pickColor($0, at: $1) }
        canvas.scrolledWithControl = { [weak self] in self?.resizeBrush(by: -$0) ?? false }
        regions.drawn = { [weak panel] in panel?.endDrawing() }
    }

    /// True if the mask of the edited stage is shown.
    var showsMask = false {
        didSet { update() }
    }

    /// Moves the layers to the picture's current position.
    func follow() {
        points.follow()
        regions.follow()
        crop.follow()
        corners.follow()
    }

    /// Shows the points and regions of the panel.
    func update() {
        points.show(panel.points)
        regions.show(panel.regions)
        canvas.enteringStages = panel.curveStages
        canvas.maskedStage = showsMask ? panel.regionStage : nil
    }

    /// Waits for a click on the picture that sets a point; nil stops waiting.
    func pick(_ point: StagePoint.ID?) { points.pick(point) }

    /// Changes the size of the brush while masks are painted; false if they are not.
    func resizeBrush(by steps: Double) -> Bool {
        guard regions.isPainting else { return false }
        BrushSettings.shared.resize(by: steps)
        return true
    }

    /// Ends the painting of masks; false if none are painted.
    func endPainting() -> Bool {
        guard regions.isPainting else { return false }
        regions.draw(nil)
        panel.endDrawing()
        return true
    }

    /// Waits for a region to be drawn on the picture; nil stops waiting.
    func draw(_ region: StageRegion.ID?) { regions.draw(region) }

    /// Shows or hides the points and regions without moving the focus.
    func setHandlesShown(_ areShown: Bool) {
        points.setShown(areShown)
        regions.setShown(areShown)
    }
}
