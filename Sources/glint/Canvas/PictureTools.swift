import Gtk

/// The draggable layers over the picture: points and regions of the open stages, and the split line of a comparison.
@MainActor
final class PictureTools {
    let line: SplitLine
    private let points: PointHandles
    private let regions: RegionHandles
    private let layers: GrabDispatcher

    init(_ interface: Interface, canvas: Canvas, panel: FilterPanel) {
        let overlay = interface["canvas-overlay"]
        regions = RegionHandles(overlay: overlay, canvas: canvas)
        points = PointHandles(overlay: overlay, canvas: canvas)
        line = SplitLine(overlay: overlay)
        layers = GrabDispatcher(overlay: overlay, [points, line, regions])
        panel.pointsChanged = { [weak self, weak panel, weak canvas] in
            guard let self, let panel else { return }
            points.show(panel.points)
            regions.show(panel.regions)
            canvas?.enteringStages = panel.curveStages
        }
        panel.pick = { [weak self] in self?.points.pick($0) }
        panel.drawRegion = { [weak self] in self?.regions.draw($0) }
        points.moved = { [weak panel] in panel?.movePoint($0, to: $1) }
        points.picked = { [weak panel] in panel?.endPick() }
        regions.changed = { [weak panel] in panel?.changeRegion($0, to: $1) }
        regions.drawn = { [weak panel] in panel?.endDrawing() }
        canvas.placed = { [weak self] in
            self?.points.follow()
            self?.regions.follow()
        }
    }

    /// Whether the points and regions are visible; the focus stays where it is.
    func setHandlesShown(_ areShown: Bool) {
        points.setShown(areShown)
        regions.setShown(areShown)
    }
}
