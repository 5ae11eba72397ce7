@preconcurrency import CAdwaita
import Gtk

/// A number entry. Arrow keys change the value by a step, with Shift by a tenth of one; Page Up and Page Down
/// change it by ten steps.
@MainActor
final class NumberEntry {
    var object: Object { entry.object }
    /// The value. Setting it does not notify; setting the same value preserves the text being typed.
    var value: Double {
        didSet { if value != oldValue { entry.show(text) } }
    }
    var title: String { range.title }
    /// The value as shown.
    var text: String { format.text(value) }
    /// Called with the value after the user has changed it.
    var changed: (@MainActor (Double) -> Void)?
    /// Moves the focus away when Escape is pressed.
    var leave: (@MainActor () -> Void)? {
        get { entry.leave }
        set { entry.leave = newValue }
    }

    private let range: SliderRange
    private let format: NumberFormat
    private let entry: ValueEntry

    /// - Parameters:
    ///   - entry: a GtkEntry.
    ///   - width: the number of digits that fit.
    init(_ range: SliderRange, in entry: Object = Object(gtk_entry_new()), width: Int = 8) {
        self.range = range
        format = NumberFormat(range)
        value = range.resting
        let textHandler = TextHandler()
        self.entry = ValueEntry(entry, width: width) { textHandler.take($0) }
        gtk_entry_set_input_purpose(entry.pointer(), GTK_INPUT_PURPOSE_NUMBER)
        self.entry.show(text)
        textHandler.take = { [weak self] in self?.take($0) }
        entry.onKeyBefore { [weak self] in self?.step($0) ?? false }
    }

    /// A reference for a closure that is created before the object that it calls.
    @MainActor
    private final class TextHandler {
        var take: @MainActor (String) -> Void = { _ in }
    }

    /// Focuses the entry, ready for a value to be typed.
    func grabFocus() { gtk_widget_grab_focus(object.widget) }

    /// Sets the value, clamped to the range, without notifying; returns false if it already is this value.
    func choose(_ wanted: Double) -> Bool {
        let inside = min(max(wanted, range.limits.lowerBound), range.limits.upperBound)
        guard inside != value else { return false }
        value = inside
        return true
    }

    /// The value after a step by `delta`. Sums of step fractions are rounded to hide binary rounding errors.
    func value(movedBy delta: Double) -> Double { ((value + delta) * 1e6).rounded() / 1e6 }

    private func take(_ text: String) {
        guard let typed = format.value(text) else { return }
        if choose(range.isWhole ? typed.rounded() : typed) { changed?(value) }
    }

    private func step(_ press: KeyPress) -> Bool {
        let fine = press.isShiftHeld && !range.isWhole ? 0.1 : 1
        let steps: Double
        switch press.key {
        case Int(GDK_KEY_Up): steps = fine
        case Int(GDK_KEY_Down): steps = -fine
        case Int(GDK_KEY_Page_Up): steps = 10
        case Int(GDK_KEY_Page_Down): steps = -10
        default: return false
        }
        entry.take()
        if choose(value(movedBy: steps * range.step)) { changed?(value) }
        gtk_editable_select_region(object.pointer(), 0, -1)
        return true
    }
}
