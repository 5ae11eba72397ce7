@preconcurrency import CAdwaita
import Gtk

/// The slider of a clip's frames, with brackets at the ends of the selected part.
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
    /// Called with the frame under the pointer and its position in the slider's pixels; nil when the pointer
    /// has left.
    var hovered: @MainActor ((frame: Int, x: Double)?) -> Void = { _ in }

    let scale: Object
    private let adjustment: Object
    private let marks: Object
    private var isUpdating = false
    private var count = 1
    /// The selected part, if it is not the whole clip.
    private var part: Range<Int>?

    init(_ interface: Interface) {
        scale = interface["scrubber"]
        adjustment = interface["place"]
        marks = interface["part"]
        scale.answer("change-value") { [weak self] arguments in
            self?.follow(GtkScrollType(UInt32(arguments.int(0))), to: arguments.double(1))
            return .bool(true)
        }
        // Assistive technology sets the value directly.
        adjustment.connect("value-changed") { [weak self] in
            guard let self, !isUpdating else { return }
            moved(.jump(Int(gtk_adjustment_get_value(adjustment.pointer()).rounded())))
        }
        scale.onHover { [weak self] position in
            guard let self else { return }
            hovered(position.map { (self.frame(at: $0.x), $0.x) })
        }
        marks.onDraw { [weak self] in self?.draw($0) }
    }

    /// - Parameter part: the frames that are played and saved; nil for all.
    func show(count: Int, framesPerSecond: Double, part: Range<Int>?) {
        self.count = max(1, count)
        self.part = part
        update {
            gtk_adjustment_configure(
                adjustment.pointer(), gtk_adjustment_get_value(adjustment.pointer()), 0,
                Double(self.count - 1), 1, max(1, framesPerSecond.rounded()), 0)
        }
        gtk_widget_set_sensitive(scale.widget, self.count > 1 ? 1 : 0)
        marks.redraw()
    }

    /// - Parameter text: the frame's time, for a screen reader.
    func show(_ frame: Int, text: String) {
        update { gtk_adjustment_set_value(adjustment.pointer(), Double(frame)) }
        scale.setAccessibleValueText(text)
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

    /// The centers of the knob at the first and at the last frame.
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

    private func frame(at x: Double) -> Int {
        let ends = ends
        guard ends.last > ends.first else { return 0 }
        let share = min(max((x - ends.first) / (ends.last - ends.first), 0), 1)
        return Int((share * Double(count - 1)).rounded())
    }

    private func position(of frame: Int) -> Double {
        let ends = ends
        return ends.first + (ends.last - ends.first) * Double(frame) / Double(max(1, count - 1))
    }

    /// A bracket at each end of the part.
    private func draw(_ drawing: Drawing) {
        guard let part else { return }
        let color = drawing.foreground
        let middle = drawing.size.y / 2
        let tall = SIMD2(middle - Self.bracket.y, middle + Self.bracket.y)
        for (frame, way) in [(part.lowerBound, 1.0), (part.upperBound - 1, -1.0)] {
            let x = position(of: frame) - way * 0.5
            let outline = [
                SIMD2(x + way * Self.bracket.x, tall.x), SIMD2(x, tall.x), SIMD2(x, tall.y),
                SIMD2(x + way * Self.bracket.x, tall.y),
            ]
            drawing.stroke(
                outline, SIMD4(Double(color.red), Double(color.green), Double(color.blue), 0.9), width: 2)
        }
    }

    /// The width of a bracket, and how far it extends up and down.
    private static let bracket = SIMD2(4.0, 11.0)
}
