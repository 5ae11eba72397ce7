@preconcurrency import CAdwaita
import Gtk
import Observation

/// The layout around the picture. The panel is beside the picture, or below it in a narrow window, with its
/// last size.
@MainActor @Observable
final class PanelPosition {
    /// True if the panel is shown.
    var isShown = true {
        didSet { gtk_widget_set_visible(side.widget, isShown ? 1 : 0) }
    }

    /// True if only the picture is shown in the window.
    var isPictureAlone = false {
        didSet {
            for widget in [header, bar, notice] {
                gtk_widget_set_visible(widget.widget, isPictureAlone ? 0 : 1)
            }
        }
    }

    private let window: Object
    private let interface: Interface
    private let bar: Object
    private let notice: Object
    private let halves: Object
    private let side: Object
    private let header: Object
    private var isBelow = false
    private var wasTurned = false
    /// The minimum width of the panel's rows beside the picture, in logical pixels, and the width chosen for
    /// it.
    private var leastWidth = 0
    private var width = Settings.standard.panelWidth
    /// The width of the window's shadow on both sides.
    private var shadow = 0
    private var surfaceWidth = 0

    /// The panel's default width: its sliders are long enough for fine steps.
    private static let usualWidth = 350
    /// The minimum width of a picture that has a panel beside it, in logical pixels.
    private static let leastPictureWidth = 256
    /// The width of the separator between picture and panel, in logical pixels.
    private static let lineWidth = 1

    /// The approximate width below which the panel does not fit beside the picture; its exact minimum is
    /// known once it is laid out.
    private static let narrowWidth = 600

    init(_ interface: Interface) {
        self.interface = interface
        window = interface["window"]
        halves = interface["halves"]
        side = interface["side"]
        header = interface["header"]
        bar = interface["bar"]
        notice = interface["notice"]
        if let size = Settings.standard.windowSize {
            gtk_window_set_default_size(window.pointer(), gint(size.x), gint(size.y))
        }
        // A window is never narrower than its initial minimum.
        if let size = Settings.standard.windowSize, size.x < Self.narrowWidth {
            (leastWidth, isBelow) = (Self.narrowWidth - Self.leastPictureWidth, true)
            putBelow()
        }
        if Settings.standard.isMaximized { gtk_window_maximize(window.pointer()) }
        // GtkPaned may shrink both children, so that the window can become as narrow as a layout with the
        // panel below the picture allows.
        halves.connect("notify::position") { [weak self] in self?.keepWidths() }
        halves.connect("notify::max-position") { [weak self] in self?.divideAgain() }
        halves.connect("map") { [weak self] in onMainThread { self?.divideHeight() } }
        window.connect("realize") { [weak self] in
            guard let self, let surface = gtk_native_get_surface(window.pointer()) else { return }
            // GTK has laid the window out for this size when this is called, and repeats the layout after any
            // change.
            Object(surface).connect("layout") { [weak self] (arguments: SignalArguments) in
                self?.follow(width: arguments.int(0))
            }
        }
    }

    /// Remembers the size of the window and of the panel.
    func remember() {
        var (width, height): (gint, gint) = (0, 0)
        gtk_window_get_default_size(window.pointer(), &width, &height)
        let settings = Settings.standard
        settings.isMaximized = gtk_window_is_maximized(window.pointer()) != 0
        if width > 0, height > 0 { settings.windowSize = SIMD2(Int(width), Int(height)) }
        noteWidth()
        settings.panelWidth = self.width
    }

    /// Stores the panel's width, unless the window has just become too narrow: that width was not chosen by
    /// the user.
    private func noteWidth() {
        guard !isBelow, gtk_widget_get_mapped(side.widget) != 0,
            Int(gtk_widget_get_width(halves.widget)) >= leastWidth + Self.leastPictureWidth
        else { return }
        width = Int(gtk_widget_get_width(side.widget))
    }

    private func follow(width surfaceWidth: Int) {
        let laidOut = Int(gtk_widget_get_width(header.widget))
        if laidOut > 0 {
            // The header still has the previous width of the surface.
            if self.surfaceWidth > 0 { shadow = max(0, self.surfaceWidth - laidOut) }
            if surfaceWidth == self.surfaceWidth { shadow = max(0, surfaceWidth - laidOut) }
        }
        let isFirst = self.surfaceWidth == 0
        self.surfaceWidth = surfaceWidth
        let available = surfaceWidth - shadow
        if !isBelow { measure() }
        let becomesBelow = available < leastWidth + Self.leastPictureWidth
        if becomesBelow != isBelow {
            isBelow = becomesBelow
            becomesBelow ? putBelow() : putBeside(in: available)
            wasTurned = true
        } else if isFirst, !isBelow {
            putBeside(in: available)
        }
    }

    /// Keeps the separator from being dragged too far to either side.
    private func keepWidths() {
        let width = Int(gtk_widget_get_width(halves.widget))
        guard !isBelow, isShown, width >= leastWidth + Self.leastPictureWidth else { return }
        let position = Int(gtk_paned_get_position(halves.pointer()))
        let kept = min(max(position, Self.leastPictureWidth), width - leastWidth - Self.lineWidth)
        if kept != position { gtk_paned_set_position(halves.pointer(), gint(kept)) }
        // After the next layout.
        onMainThread { [weak self] in self?.noteWidth() }
    }

    /// In a narrow window the header keeps the controls that would otherwise be reachable only by keys.
    private func setHeaderShort(_ isShort: Bool) {
        gtk_stack_set_visible_child_name(interface["open-forms"].pointer(), isShort ? "icon" : "text")
        // The label is shown only if it is as short as in English.
        let save = gtk_label_get_text(interface["save-word"].pointer()).map { String(cString: $0) } ?? ""
        let isIcon = isShort && TextWidth.characters(save) > 6
        gtk_stack_set_visible_child_name(interface["save-forms"].pointer(), isIcon ? "icon" : "text")
        for name in ["redo", "compare-button", "drag-place", "panel-button"] {
            gtk_widget_set_visible(interface[name].widget, isShort ? 0 : 1)
        }
        adw_header_bar_set_decoration_layout(header.pointer(), isShort ? ":close" : nil)
    }

    private func setShrinking(_ shrinks: Bool) {
        gtk_paned_set_shrink_start_child(halves.pointer(), shrinks ? 1 : 0)
        gtk_paned_set_shrink_end_child(halves.pointer(), shrinks ? 1 : 0)
    }

    private func measure() {
        var least: gint = 0
        gtk_widget_measure(side.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
        if least > 0 { leastWidth = Int(least) }
    }

    /// Picture and panel each get half of the height.
    private func putBelow() {
        gtk_widget_add_css_class(side.widget, "below")
        gtk_orientable_set_orientation(halves.pointer(), GTK_ORIENTATION_VERTICAL)
        setShrinking(false)
        setHeaderShort(true)
        divideHeight()
    }

    /// At the first layout after a change of orientation, GtkPaned has interpreted its previous width as a
    /// height, or the reverse, and moved the separator by the difference.
    private func divideAgain() {
        guard wasTurned else { return }
        wasTurned = false
        onMainThread { [weak self] in
            guard let self else { return }
            isBelow ? divideHeight() : divideWidth(Int(gtk_widget_get_width(halves.widget)))
        }
    }

    private func divideHeight() {
        let height = gtk_widget_get_height(halves.widget)
        if isBelow, height > 0 { gtk_paned_set_position(halves.pointer(), height / 2) }
    }

    private func putBeside(in available: Int) {
        gtk_widget_remove_css_class(side.widget, "below")
        gtk_orientable_set_orientation(halves.pointer(), GTK_ORIENTATION_HORIZONTAL)
        setShrinking(true)
        setHeaderShort(false)
        divideWidth(available)
    }

    private func divideWidth(_ available: Int) {
        let panel = max(width ?? Self.usualWidth, leastWidth)
        gtk_paned_set_position(
            halves.pointer(), gint(max(available - panel - Self.lineWidth, Self.leastPictureWidth)))
    }
}
