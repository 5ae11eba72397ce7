@preconcurrency import CAdwaita
import Gtk

/// The slider of a clip's frames, on a track that is dimmed outside the trimmed part.
@MainActor
final class Scrubber {
    /// How a frame was chosen.
    enum Move {
        /// A drag to a frame.
        case drag(Int)
        /// A seek to a frame.
        case jump(Int)
        /// A step by a number of frames.
        case step(Int)
        /// A step by a number of seconds.
        case skip(Double)
    }

    /// Called when a frame was chosen.
    var moved: @MainActor (Move) -> Void = { _ in }

    private let box: Object
    private let scale: Object
    private let adjustment: Object
    private let track: Object
    private var isUpdating = false
    private var count = 1
    /// The frames that are played and saved.
    private var part = 0..<1

    /// In logical pixels.
    private static let thickness = 4.0
    private static let ground = SIMD4(0.5, 0.5, 0.5, 0.45)
    private static let dimmedGround = SIMD4(0.5, 0.5, 0.5, 0.2)

    /// - Parameter box: the widget around the slider.
    init(_ interface: Interface, in box: Object) {
        self.box = box
        scale = interface["scrubber"]
        adjustment = interface["place"]
        track = interface["track"]
        scale.answer("change-value") { [weak self] arguments in
            self?.follow(GtkScrollType(UInt32(arguments.int(0))), to: arguments.double(1))
            return .bool(true)
        }
        // Assistive technology sets the value directly.
        adjustment.connect("value-changed") { [weak self] in
            guard let self, !isUpdating else { return }
            moved(.jump(Int(gtk_adjustment_get_value(adjustment.pointer()).rounded())))
        }
        track.onDraw { [weak self] in self?.draw($0) }
    }

    /// - Parameter part: the frames that are played and saved, out of `count`.
    func show(_ part: Range<Int>, of count: Int, framesPerSecond: Double) {
        self.count = max(1, count)
        self.part = part
        update {
            gtk_adjustment_configure(
                adjustment.pointer(), gtk_adjustment_get_value(adjustment.pointer()), 0,
                Double(self.count - 1), 1, max(1, framesPerSecond.rounded()), 0)
        }
        gtk_widget_set_sensitive(scale.widget, self.count > 1 ? 1 : 0)
        track.redraw()
    }

    /// - Parameter text: the frame's time, for a screen reader.
    func show(_ frame: Int, text: String) {
        update { gtk_adjustment_set_value(adjustment.pointer(), Double(frame)) }
        scale.setAccessibleValueText(text)
        track.redraw()
    }

    private func update(_ body: () -> Void) {
        isUpdating = true
        body()
        isUpdating = false
    }

    private func follow(_ movement: GtkScrollType, to value: Double) {
        switch movement {
        case GTK_SCROLL_STEP_BACKWARD, GTK_SCROLL_STEP_LEFT, GTK_SCROLL_STEP_DOWN: moved(.step(-1))
        case GTK_SCROLL_STEP_FORWARD, GTK_SCROLL_STEP_RIGHT, GTK_SCROLL_STEP_UP: moved(.step(1))
        case GTK_SCROLL_PAGE_BACKWARD, GTK_SCROLL_PAGE_LEFT, GTK_SCROLL_PAGE_DOWN: moved(.skip(-1))
        case GTK_SCROLL_PAGE_FORWARD, GTK_SCROLL_PAGE_RIGHT, GTK_SCROLL_PAGE_UP: moved(.skip(1))
        case GTK_SCROLL_START: moved(.jump(0))
        case GTK_SCROLL_END: moved(.jump(count - 1))
        default: moved(.drag(min(max(Int(value.rounded()), 0), count - 1)))
        }
    }

    // Geometry

    /// The positions of the knob's center in the box.
    var timeline: Timeline {
        let inset = scale.point(.zero, in: box)?.x ?? 0
        let isMirrored = gtk_widget_get_direction(scale.widget) == GTK_TEXT_DIR_RTL
        let ends = (first: ends.first + inset, last: ends.last + inset)
        return isMirrored
            ? Timeline(first: ends.last, last: ends.first, count: count)
            : Timeline(first: ends.first, last: ends.last, count: count)
    }

    /// The leftmost and the rightmost position of the knob's center in the slider.
    ///
    /// The knob is the trough's last child. In GTK 4.8, gtk_range_get_slider_range reports the start of the
    /// trough instead of that of the knob.
    private var ends: (first: Double, last: Double) {
        var trough = GdkRectangle()
        gtk_range_get_range_rect(scale.pointer(), &trough)
        let knob = gtk_widget_get_first_child(scale.widget).flatMap { gtk_widget_get_last_child($0) }
        let half = knob.map { Double(gtk_widget_get_width($0)) / 2 } ?? 0
        return (Double(trough.x) + half, Double(trough.x + trough.width) - half)
    }

    /// GTK's own track could be neither dimmed outside the part nor filled from its start.
    private func draw(_ drawing: Drawing) {
        let timeline = timeline
        // The drawing area covers the box.
        func line(_ from: Int, _ to: Int, _ color: SIMD4<Double>) {
            cairo_set_line_cap(drawing.cairo, CAIRO_LINE_CAP_ROUND)
            let ends = [from, to].map { SIMD2(timeline.position(of: $0), drawing.size.y / 2) }
            drawing.stroke(ends, color, width: Self.thickness)
        }
        line(0, count - 1, Self.dimmedGround)
        let last = part.upperBound - 1
        line(part.lowerBound, last, Self.ground)
        let frame = Int(gtk_adjustment_get_value(adjustment.pointer()).rounded())
        if frame > part.lowerBound { line(part.lowerBound, min(frame, last), drawing.foreground(1)) }
    }
}
