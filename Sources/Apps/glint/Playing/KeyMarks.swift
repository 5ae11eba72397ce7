@preconcurrency import CAdwaita
import Gtk
import Localization

/// The keys of a card, as diamonds above the track of a clip: clicked to go there, dragged, moved by arrow
/// keys, and removed with Delete.
@MainActor
final class KeyMarks {
    /// The keys of a frame.
    struct Mark: Equatable {
        let frame: Int
        /// The times of the keys; several while the frame is shown act as one.
        let span: Range<Double>
    }

    /// Called with the frame of a mark that was clicked.
    var chosen: @MainActor (Int) -> Void = { _ in }
    /// Called with a mark and the frame to which it was moved; nil removes it.
    var moved: @MainActor (Mark, Int?) -> Void = { _, _ in }
    /// In the order of their frames.
    private(set) var marks: [Mark] = []

    private let box: Object
    private let timeline: @MainActor () -> Timeline
    private var buttons: [Object] = []
    /// Every so many marks have a button.
    private var stride = 1
    private var drag: Drag?

    private struct Drag {
        /// The index of the mark.
        let index: Int
        /// The offset from the pointer to the mark's position.
        let offset: Double
        var hasMoved = false
    }

    /// The width and height of a button in logical pixels, as in the style sheet.
    private static let size = SIMD2(14.0, 12.0)
    /// More could neither be distinguished nor grabbed, such as a key for each frame that was played.
    private static let maximumOfButtons = 100

    /// - Parameters:
    ///   - box: the overlay above the track.
    ///   - timeline: the positions of the frames in `box`.
    init(in box: Object, timeline: @escaping @MainActor () -> Timeline) {
        self.box = box
        self.timeline = timeline
        box.onPlacingChild { [weak self] in self?.rectangle(of: $0) }
        box.onGrab(
            begins: { [weak self] in self?.grab($0) ?? false },
            moved: { [weak self] in self?.drag(to: $0.x) },
            ended: { [weak self] in self?.letGo() })
    }

    /// - Parameter text: the time of a frame, for the buttons' names.
    func show(_ marks: [Mark], text: (Int) -> String) {
        guard marks != self.marks else { return }
        self.marks = marks
        stride = max(1, (marks.count + Self.maximumOfButtons - 1) / Self.maximumOfButtons)
        let count = (marks.count + stride - 1) / stride
        while buttons.count > count {
            let last = buttons.removeLast()
            if gtk_widget_has_focus(last.widget) != 0 {
                gtk_widget_child_focus(box.widget, GTK_DIR_TAB_FORWARD)
            }
            gtk_overlay_remove_overlay(box.pointer(), last.widget)
        }
        while buttons.count < count { addButton() }
        for (index, button) in buttons.enumerated() {
            button.setAccessibleName(tr("Key at \(text(marks[index * stride].frame))"))
        }
        gtk_widget_queue_allocate(box.widget)
    }

    /// True if there is a mark at a position in the box.
    func isMark(at position: SIMD2<Double>) -> Bool { index(at: position) != nil }

    private func addButton() {
        let index = buttons.count
        let button = Object(gtk_button_new_from_icon_name("glint-key-symbolic"))
        for style in ["flat", "key-mark"] { gtk_widget_add_css_class(button.widget, style) }
        gtk_widget_set_cursor_from_name(button.widget, "ew-resize")
        gtk_widget_set_tooltip_text(button.widget, tr("Key: drag to move, Delete to remove"))
        button.connect("clicked") { [weak self] in
            if let self, let mark = mark(index) { chosen(mark.frame) }
        }
        button.onKeyBefore { [weak self] press in self?.key(press, index) ?? false }
        button.addContextMenu(choices: { [weak self] in
            [[MenuChoice(tr("Remove Key")) { self?.remove(index) }]]
        })
        gtk_overlay_add_overlay(box.pointer(), button.widget)
        buttons.append(button)
    }

    private func mark(_ button: Int) -> Mark? {
        marks.indices.contains(button * stride) ? marks[button * stride] : nil
    }

    // Geometry

    private func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? {
        guard let index = buttons.firstIndex(where: { $0.isSame(as: child) }), let mark = mark(index) else {
            return nil
        }
        let left = (timeline().position(of: mark.frame) - Self.size.x / 2).rounded()
        return GdkRectangle(x: gint(left), y: 0, width: gint(Self.size.x), height: gint(Self.size.y))
    }

    /// The index of the mark at a position in the box.
    private func index(at position: SIMD2<Double>) -> Int? {
        guard position.y <= Self.size.y else { return nil }
        let timeline = timeline()
        func distance(_ index: Int) -> Double { abs(timeline.position(of: marks[index].frame) - position.x) }
        return Swift.stride(from: 0, to: marks.count, by: stride).filter { distance($0) <= Self.size.x / 2 }
            .min { distance($0) < distance($1) }
    }

    // User input

    private func grab(_ position: SIMD2<Double>) -> Bool {
        guard let index = index(at: position) else { return false }
        drag = Drag(index: index, offset: timeline().position(of: marks[index].frame) - position.x)
        if buttons.indices.contains(index / stride) { gtk_widget_grab_focus(buttons[index / stride].widget) }
        return true
    }

    private func drag(to x: Double) {
        guard let drag, marks.indices.contains(drag.index) else { return }
        move(drag.index, to: timeline().frame(at: x + drag.offset))
    }

    private func letGo() {
        defer { drag = nil }
        if let drag, !drag.hasMoved, marks.indices.contains(drag.index) { chosen(marks[drag.index].frame) }
    }

    /// Moves a mark to a frame between its neighbors.
    private func move(_ index: Int, to frame: Int) {
        let low = index > 0 ? marks[index - 1].frame + 1 : 0
        let high = index + 1 < marks.count ? marks[index + 1].frame - 1 : timeline().count - 1
        let frame = min(max(frame, low), max(low, high))
        guard frame != marks[index].frame else { return }
        drag?.hasMoved = true
        moved(marks[index], frame)
    }

    private func remove(_ button: Int) {
        if let mark = mark(button) { moved(mark, nil) }
    }

    private func key(_ press: KeyPress, _ button: Int) -> Bool {
        guard let mark = mark(button), !press.isModified else { return false }
        switch press.key {
        case Int(GDK_KEY_Delete), Int(GDK_KEY_BackSpace): remove(button)
        case Int(GDK_KEY_Left): move(button * stride, to: mark.frame - Int(timeline().direction))
        case Int(GDK_KEY_Right): move(button * stride, to: mark.frame + Int(timeline().direction))
        default: return false
        }
        return true
    }
}
