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
    private let spots: RetouchHandles
    private let layers: GrabDispatcher
    private let canvas: Canvas
    private let panel: FilterPanel

    init(_ interface: Interface, canvas: Canvas, panel: FilterPanel) {
        self.canvas = canvas
        self.panel = panel
        let overlay = interface["canvas-overlay"]
        regions = RegionHandles(overlay: overlay, canvas: canvas)
        spots = RetouchHandles(overlay: overlay, canvas: canvas)
        points = PointHandles(overlay: overlay, canvas: canvas)
        line = SplitLine(overlay: overlay)
        gray = PointPick(canvas: canvas)
        crop = CropHandles(overlay: overlay, canvas: canvas)
        corners = CornerHandles(overlay: overlay, canvas: canvas)
        layers = GrabDispatcher(
            overlay: overlay, [corners, crop, gray, points, line, spots, regions])
        points.moved = { [weak panel] in panel?.movePoint($0, to: $1) }
        points.picked = { [weak panel] in panel?.endPick() }
        regions.changed = { [weak panel] in panel?.changeRegion($0, to: $1) }
        regions.selected = { [weak panel] in panel?.selectRegion($0) }
        regions.picked = { [weak panel] in panel?.pickColor($0, at: $1) }
        spots.changed = { [weak panel] in panel?.changeSpots($0, $1, selecting: $2) }
        spots.selected = { [weak panel] in panel?.selectSpot($0, $1) }
        spots.needsSource = { [weak panel, weak spots] in
            panel?.sampleForSpots { spots?.source = $0 }
        }
        canvas.scrolledWithControl = { [weak self] in self?.resizeBrush(by: -$0) ?? false }
        regions.drawn = { [weak panel] in panel?.endDrawing() }
    }

    /// True if the mask of the edited stage is shown.
    var showsMask = false {
        didSet { update() }
    }

    /// True if the spots of a retouched stage are shown.
    var showsSpots = true {
        didSet { spots.setShown(showsSpots && areHandlesShown) }
    }

    private var areHandlesShown = true

    /// Moves the layers to the picture's current position.
    func follow() {
        points.follow()
        regions.follow()
        spots.follow()
        crop.follow()
        corners.follow()
    }

    /// Shows the points and regions of the panel.
    func update() {
        points.show(panel.points)
        regions.show(panel.regions)
        let edited = panel.spots
        spots.show(edited)
        // Its card was removed or closed.
        if spots.isActive, edited?.isActive != true { retouch(false) }
        canvas.enteringStages = panel.curveStages
        canvas.maskedStage = showsMask ? panel.regionStage : nil
    }

    /// Waits for a click on the picture that sets a point; nil stops waiting.
    func pick(_ point: StagePoint.ID?) { points.pick(point) }

    /// Changes the size of the brush while masks are painted; false if they are not.
    func resizeBrush(by steps: Double) -> Bool {
        if spots.isActive {
            RetouchSettings.shared.resize(by: steps)
            return true
        }
        guard regions.isPainting else { return false }
        BrushSettings.shared.resize(by: steps)
        return true
    }

    /// Ends the painting of masks, or retouching; false if there is neither.
    func endPainting() -> Bool {
        if spots.isActive {
            retouch(false)
            return true
        }
        guard regions.isPainting else { return false }
        regions.draw(nil)
        panel.endDrawing()
        return true
    }

    /// Waits for a region to be drawn on the picture; nil stops waiting.
    func draw(_ region: StageRegion.ID?) {
        if region != nil, spots.isActive { retouch(false) }
        regions.draw(region)
    }

    /// Starts or ends adding spots by clicks on the picture.
    func retouch(_ begins: Bool) {
        if begins {
            regions.draw(nil)
            panel.endDrawing()
        }
        spots.setActive(begins)
        if !begins { panel.endRetouch() }
    }

    /// Removes the selected spot; false if there is none.
    func removeSpot() -> Bool { spots.removeSelected() }

    /// Shows or hides the points and regions without moving the focus.
    func setHandlesShown(_ areShown: Bool) {
        points.setShown(areShown)
        regions.setShown(areShown)
        areHandlesShown = areShown
        spots.setShown(areShown && showsSpots)
    }
}
