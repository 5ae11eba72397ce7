@preconcurrency import CAdwaita
import Filters
import Gtk
import Observation
import Rendering

/// Shows the unfiltered picture: instead of the result, up to a split line, or in its own canvas beside or
/// above it.
///
/// The original is rendered once per placement and reused while the sliders move.
@MainActor @Observable
final class Comparison {
    /// How the original is shown beside the result.
    enum Layout {
        /// Not at all.
        case single
        /// A line divides the original from the result.
        case split
        /// The original is beside the result, or above it if that makes both larger.
        case sideBySide
    }

    private let canvas: Canvas
    /// The canvas of the original in the side-by-side view.
    private let pane: Canvas
    private let paneOverlay: Object
    /// The container of both canvases.
    private let both: Object
    private let originalLabel: Object
    private let resultLabel: Object
    private let tools: PictureTools
    private var isFollowing = false
    private var isArranging = false
    private var isStacked = false
    private var picture: (sourceFrame: SourceFrame, isStandIn: Bool)?
    /// The crop and turns of the original in its own canvas.
    private var paneRecipe = Recipe()

    /// The minimum widths of a canvas, alone and beside another; in logical pixels.
    private static let width = (alone: 240, beside: 150)

    init(
        _ interface: Interface, canvas: Canvas, tools: PictureTools, renderService: RenderService,
        catalog: FilterCatalog
    ) {
        self.canvas = canvas
        self.tools = tools
        pane = Canvas(area: interface["original"], renderService: renderService, catalog: catalog)
        paneOverlay = interface["original-overlay"]
        both = interface["pictures"]
        originalLabel = interface["original-label"]
        resultLabel = interface["result-label"]
        tools.line.moved = { [weak self] _ in self?.update() }
        pane.happened = { [weak self] event in
            if case .zoomed = event { self?.followPane() }
        }
    }

    /// Handles an event of the result's canvas.
    func follow(_ event: Canvas.Event) {
        switch event {
        case .pictureShown(let sourceFrame, let isStandIn):
            picture = (sourceFrame, isStandIn)
            showPane()
        case .frameShown(let sourceFrame):
            picture = (sourceFrame, false)
            pane.isPlaying = canvas.isPlaying
            pane.isMirrored = canvas.isMirrored
            pane.show(frame: sourceFrame)
        case .resized:
            if isSplit { onMainThread { [weak self] in self?.placeLabels() } }
            arrange()
            shapePane()
        case .placed: shapePane()
        case .zoomed: followCanvas()
        default: break
        }
    }

    /// True if the original is shown in place of the result.
    var showsOriginal = false {
        didSet { if showsOriginal != oldValue { update() } }
    }

    var layout = Layout.single {
        didSet {
            guard layout != oldValue else { return }
            setLeastWidth()
            gtk_widget_set_visible(paneOverlay.widget, isSideBySide ? 1 : 0)
            arrange()
            showPane()
            update()
        }
    }

    private var isSplit: Bool { layout == .split }
    private var isSideBySide: Bool { layout == .sideBySide }

    func close() {
        pane.close()
    }

    /// Recreates the resources of a lost device.
    func restart() { pane.restart() }

    /// Sets the surround of the original.
    func setSurround(_ surround: Surround) { pane.surround = surround }

    private func update() {
        canvas.original = showsOriginal ? .whole : isSplit ? .leftOf(tools.line.position) : .hidden
        tools.setHandlesShown(!showsOriginal)
        tools.line.setShown(isSplit && !showsOriginal)
        placeLabels()
        gtk_widget_set_visible(originalLabel.widget, showsOriginal || isSplit ? 1 : 0)
        gtk_widget_set_visible(resultLabel.widget, (isSplit || isSideBySide) && !showsOriginal ? 1 : 0)
    }

    /// The labels stand beside the split line, where each picture ends.
    private func placeLabels() {
        let width = Double(gtk_widget_get_width(canvas.area.widget))
        let line = (tools.line.position * width).rounded()
        let isDivided = isSplit && !showsOriginal
        gtk_widget_set_halign(originalLabel.widget, isDivided ? GTK_ALIGN_END : GTK_ALIGN_START)
        gtk_widget_set_margin_end(originalLabel.widget, isDivided ? gint(width - line) : 0)
        gtk_widget_set_halign(resultLabel.widget, isDivided ? GTK_ALIGN_START : GTK_ALIGN_END)
        gtk_widget_set_margin_start(resultLabel.widget, isDivided ? gint(line) : 0)
    }

    private func showPane() {
        guard isSideBySide, let picture else { return pane.showNothing() }
        pane.isMirrored = canvas.isMirrored
        paneRecipe = canvas.originalRecipe
        picture.isStandIn
            ? pane.show(standIn: picture.sourceFrame, recipe: paneRecipe)
            : pane.show(picture.sourceFrame, recipe: paneRecipe)
        followCanvas()
    }

    /// Crops and turns the original like the result.
    private func shapePane() {
        guard isSideBySide, case let recipe = canvas.originalRecipe, recipe != paneRecipe else { return }
        paneRecipe = recipe
        pane.show(recipe)
        followCanvas()
    }

    private func setLeastWidth() {
        canvas.setLeastWidth(isSideBySide && !isStacked ? Self.width.beside : Self.width.alone)
    }

    /// Arranges the canvases side by side or stacked, deferred because widgets must not be changed during
    /// layout.
    private func arrange() {
        guard isSideBySide, !isArranging else { return }
        isArranging = true
        onMainThread { [weak self] in
            guard let self else { return }
            isArranging = false
            let area = SIMD2(
                Int(gtk_widget_get_width(both.widget)), Int(gtk_widget_get_height(both.widget)))
            guard let size = canvas.shownSize, area.x > 0, area.y > 0 else { return }
            isStacked = SideBySide.isStacked([size, size], in: area)
            gtk_orientable_set_orientation(
                both.pointer(), isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
            setLeastWidth()
        }
    }

    // Synchronized zoom and pan

    private func followCanvas() { follow { pane.zoom = canvas.zoom } }

    private func followPane() { follow { canvas.zoom = pane.zoom } }

    private func follow(_ change: () -> Void) {
        guard isSideBySide, !isFollowing else { return }
        isFollowing = true
        change()
        isFollowing = false
    }
}
