@preconcurrency import CAdwaita
import Gtk
import Localization

/// The handles at the ends of the trimmed part of a clip. They stand outside the part, beside the knob of the
/// scrubber, so that neither covers the other at an end.
///
/// Each is a scale that shows only its knob, for the keyboard and for assistive technology. Scales lie on top
/// of each other, so the pointer is handled by the widget around them.
@MainActor
final class TrimHandles {
    /// Called with an end of the part, the frame to which it was moved, and whether by the pointer.
    var moved: @MainActor (Clip.TrimEnd, Int, _ isDrag: Bool) -> Void = { _, _, _ in }
    /// Called with the first or the last frame, to which Home and End go as elsewhere in the window: the trim
    /// would be lost if they moved the handle that was dragged before.
    var jumped: @MainActor (Int) -> Void = { _ in }
    /// Called when the pointer has released a handle.
    var released: @MainActor () -> Void = {}
    /// True if something else is grabbed at a position in the box.
    var isTaken: @MainActor (SIMD2<Double>) -> Bool = { _ in false }
    /// The handle that is dragged.
    private(set) var dragged: Clip.TrimEnd?

    /// The handle below the pointer.
    private var pointed: Clip.TrimEnd?
    private let box: Object
    private let scales: [Clip.TrimEnd: (scale: Object, adjustment: Object)]
    private let timeline: @MainActor () -> Timeline
    private var part = 0..<1
    private var isUpdating = false
    /// The offset from the pointer to the frame's position during a drag.
    private var offset = 0.0

    /// The distance from the position of a frame to the center of its handle, in logical pixels: half the
    /// difference of the scales' margins.
    private static let distance = 16.0
    /// How far from its center a handle can be grabbed.
    private static let reach = 8.0

    /// - Parameters:
    ///   - box: the widget around the handles and their track.
    ///   - timeline: the positions of the frames in `box`.
    init(_ interface: Interface, in box: Object, timeline: @escaping @MainActor () -> Timeline) {
        self.box = box
        self.timeline = timeline
        scales = [
            .start: (interface["trim-start"], interface["trim-start-frame"]),
            .end: (interface["trim-end"], interface["trim-end-frame"]),
        ]
        for (end, (scale, adjustment)) in scales {
            scale.answer("change-value") { [weak self] arguments in
                self?.follow(end, GtkScrollType(UInt32(arguments.int(0))), to: arguments.double(1))
                return .bool(true)
            }
            // Assistive technology sets the value directly.
            adjustment.connect("value-changed") { [weak self] in
                guard let self, !isUpdating else { return }
                move(end, to: Int(gtk_adjustment_get_value(adjustment.pointer()).rounded()))
            }
        }
        box.onGrab(
            begins: { [weak self] in self?.grab($0) ?? false },
            moved: { [weak self] in self?.drag(to: $0.x) },
            ended: { [weak self] in self?.letGo() })
    }

    /// - Parameters:
    ///   - part: the frames that are played and saved, out of `count`.
    ///   - text: the time of a frame, for a screen reader.
    func show(_ part: Range<Int>, of count: Int, framesPerSecond: Double, text: (Int) -> String) {
        self.part = part
        isUpdating = true
        defer { isUpdating = false }
        for (end, (scale, adjustment)) in scales {
            let frame = frame(of: end)
            gtk_adjustment_configure(
                adjustment.pointer(), Double(frame), 0, Double(max(0, count - 1)), 1,
                max(1, framesPerSecond.rounded()), 0)
            scale.setAccessibleValueText(text(frame))
            gtk_widget_set_sensitive(scale.widget, count > 1 ? 1 : 0)
            set(scale, "trimmed", part != 0..<count)
        }
    }

    func frame(of end: Clip.TrimEnd) -> Int { end == .start ? part.lowerBound : part.upperBound - 1 }

    /// The handle at a position in the box; nil if there is none.
    func handle(at x: Double) -> Clip.TrimEnd? {
        let near = Clip.TrimEnd.allCases.filter { abs(center(of: $0) - x) <= Self.reach }
        return near.min { abs(center(of: $0) - x) < abs(center(of: $1) - x) }
    }

    /// Highlights the handle below the pointer.
    func show(pointed: Clip.TrimEnd?) {
        // A new cursor or tooltip makes GTK repeat the motion of the pointer, without end.
        guard pointed != self.pointed else { return }
        self.pointed = pointed
        for (end, (scale, _)) in scales { set(scale, "pointed", end == pointed) }
        gtk_widget_set_cursor_from_name(box.widget, pointed == nil ? nil : "ew-resize")
        let tip = pointed.map { $0 == .start ? tr("Start of Trim (I)") : tr("End of Trim (O)") }
        gtk_widget_set_tooltip_text(box.widget, tip)
    }

    private func set(_ scale: Object, _ style: String, _ isSet: Bool) {
        isSet
            ? gtk_widget_add_css_class(scale.widget, style) : gtk_widget_remove_css_class(scale.widget, style)
    }

    private func center(of end: Clip.TrimEnd) -> Double {
        let timeline = timeline()
        let way = timeline.direction * (end == .start ? -1 : 1)
        return timeline.position(of: frame(of: end)) + way * Self.distance
    }

    // User input

    private func grab(_ position: SIMD2<Double>) -> Bool {
        dragged = timeline().count > 1 && !isTaken(position) ? handle(at: position.x) : nil
        guard let dragged else { return false }
        offset = timeline().position(of: frame(of: dragged)) - position.x
        gtk_widget_grab_focus(scales[dragged]?.scale.widget)
        return true
    }

    private func drag(to x: Double) {
        guard let dragged else { return }
        let frame = timeline().frame(at: x + offset)
        if frame != self.frame(of: dragged) { moved(dragged, frame, true) }
    }

    private func letGo() {
        guard dragged != nil else { return }
        dragged = nil
        released()
    }

    private func follow(_ end: Clip.TrimEnd, _ movement: GtkScrollType, to value: Double) {
        guard let (_, adjustment) = scales[end] else { return }
        let second = Int(gtk_adjustment_get_page_increment(adjustment.pointer()))
        let frame = frame(of: end)
        switch movement {
        case GTK_SCROLL_STEP_BACKWARD, GTK_SCROLL_STEP_LEFT, GTK_SCROLL_STEP_DOWN: move(end, to: frame - 1)
        case GTK_SCROLL_STEP_FORWARD, GTK_SCROLL_STEP_RIGHT, GTK_SCROLL_STEP_UP: move(end, to: frame + 1)
        case GTK_SCROLL_PAGE_BACKWARD, GTK_SCROLL_PAGE_LEFT, GTK_SCROLL_PAGE_DOWN:
            move(end, to: frame - second)
        case GTK_SCROLL_PAGE_FORWARD, GTK_SCROLL_PAGE_RIGHT, GTK_SCROLL_PAGE_UP:
            move(end, to: frame + second)
        case GTK_SCROLL_START: jumped(0)
        case GTK_SCROLL_END: jumped(.max)
        default: move(end, to: Int(value.rounded()))
        }
    }

    private func move(_ end: Clip.TrimEnd, to frame: Int) { moved(end, frame, false) }
}
