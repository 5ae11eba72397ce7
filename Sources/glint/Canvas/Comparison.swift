@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering

/// Shows the picture before all filters: in place of the result, up to a line, or in a canvas of its own beside or above it.
///
/// The original is made once for where it lies and kept, whatever the sliders do meanwhile.
@MainActor
final class Comparison {
    private let canvas: Canvas
    /// The canvas of the original where both are shown.
    private let pane: Canvas
    private let paneOverlay: Object
    /// What holds both canvases.
    private let both: Object
    private let originalLabel: Object
    private let resultLabel: Object
    private let tools: PictureTools
    private var isFollowing = false
    private var isArranging = false
    private var isStacked = false
    private var picture: (provider: PictureProvider, isStandIn: Bool)?

    /// What a canvas needs at the least: with the width to itself, and beside another; in logical pixels.
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
        canvas.pictureShown = { [weak self] provider, isStandIn in
            self?.picture = (provider, isStandIn)
            self?.showPane()
        }
        canvas.sizeChanged = { [weak self] in self?.arrange() }
        canvas.zoomChanged = { [weak self] in self?.followCanvas() }
        pane.zoomChanged = { [weak self] in self?.followPane() }
    }

    /// Whether the original is shown in place of the result.
    var showsOriginal = false {
        didSet { if showsOriginal != oldValue { update() } }
    }

    /// Whether a line divides the original from the result.
    var isSplit = false {
        didSet { if isSplit != oldValue { update() } }
    }

    /// Whether the original is beside the result, or above it where both are larger so.
    var isSideBySide = false {
        didSet {
            guard isSideBySide != oldValue else { return }
            setLeastWidth()
            gtk_widget_set_visible(paneOverlay.widget, isSideBySide ? 1 : 0)
            arrange()
            showPane()
            update()
        }
    }

    func close() {
        pane.close()
    }

    /// Wants what was on a device that was lost anew.
    func restart() { pane.restart() }

    /// Shows something else around the original.
    func setSurround(_ surround: Surround) { pane.surround = surround }

    private func update() {
        canvas.original = showsOriginal ? .whole : isSplit ? .leftOf(tools.line.place) : .hidden
        tools.setHandlesShown(!showsOriginal)
        tools.line.setShown(isSplit && !showsOriginal)
        gtk_widget_set_visible(originalLabel.widget, showsOriginal || isSplit ? 1 : 0)
        gtk_widget_set_visible(resultLabel.widget, (isSplit || isSideBySide) && !showsOriginal ? 1 : 0)
    }

    private func showPane() {
        guard isSideBySide, let picture else { return pane.showNothing() }
        picture.isStandIn
            ? pane.show(standIn: picture.provider, recipe: Recipe())
            : pane.show(picture.provider, recipe: Recipe())
        followCanvas()
    }

    private func setLeastWidth() {
        canvas.setLeastWidth(isSideBySide && !isStacked ? Self.width.beside : Self.width.alone)
    }

    /// Puts the one beside or above the other, soon: GTK does not like to be told while it lays out.
    private func arrange() {
        guard isSideBySide, !isArranging else { return }
        isArranging = true
        onMainThread { [weak self] in
            guard let self else { return }
            isArranging = false
            let area = SIMD2(
                Int(gtk_widget_get_width(both.widget)), Int(gtk_widget_get_height(both.widget)))
            guard let sizes = canvas.sizes, area.x > 0, area.y > 0 else { return }
            isStacked = SideBySide.isStacked([sizes.original, sizes.result], in: area)
            gtk_orientable_set_orientation(
                both.pointer(), isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
            setLeastWidth()
        }
    }

    // Both are zoomed and panned together.

    private func followCanvas() { follow { pane.zoom = canvas.originalZoom } }

    private func followPane() { follow { canvas.zoomOriginal(like: pane.zoom) } }

    private func follow(_ change: () -> Void) {
        guard isSideBySide, !isFollowing else { return }
        isFollowing = true
        change()
        isFollowing = false
    }
}
