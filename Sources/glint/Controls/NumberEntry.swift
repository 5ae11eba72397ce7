@preconcurrency import CAdwaita
import Gtk

/// A number without a slider: to type, or to step by arrow keys, with Shift in tenths and by Page Up and Down in tens.
@MainActor
final class NumberEntry {
    var object: Object { entry.object }
    /// The value; setting it tells nobody.
    var value: Double {
        didSet { entry.show(format.text(value)) }
    }

    private let range: SliderRange
    private let format: NumberFormat
    private let entry: ValueEntry
    private let state = State()

    @MainActor
    private final class State {
        var take: @MainActor (String) -> Void = { _ in }
    }

    /// - Parameter changed: told the value when the person has changed it.
    init(_ range: SliderRange, changed: @escaping @MainActor (Double) -> Void) {
        self.range = range
        let format = NumberFormat(range)
        self.format = format
        value = range.resting
        let state = state
        entry = ValueEntry(width: 8) { state.take($0) }
        gtk_entry_set_input_purpose(entry.object.pointer(), GTK_INPUT_PURPOSE_NUMBER)
        gtk_widget_set_tooltip_text(entry.object.widget, range.title)
        let choose: @MainActor (Double) -> Void = { [weak self] wanted in
            guard let self else { return }
            let inside = min(max(wanted, range.limits.lowerBound), range.limits.upperBound)
            guard inside != value else { return }
            value = inside
            changed(inside)
        }
        state.take = { text in
            if let typed = format.value(text) { choose(typed) }
        }
        entry.object.onKeyBefore { [weak self] press in
            guard let self, let steps = Self.steps(press) else { return false }
            entry.take()
            // Tenths of steps add up without a trail of binary digits.
            choose(((value + steps * range.step) * 1e6).rounded() / 1e6)
            gtk_editable_select_region(entry.object.pointer(), 0, -1)
            return true
        }
    }

    private static func steps(_ press: KeyPress) -> Double? {
        let step = press.isShiftHeld ? 0.1 : 1
        return switch press.key {
        case Int(GDK_KEY_Up): step
        case Int(GDK_KEY_Down): -step
        case Int(GDK_KEY_Page_Up): 10
        case Int(GDK_KEY_Page_Down): -10
        default: nil
        }
    }
}
