@preconcurrency import CAdwaita
import Filters
import Gtk

/// The numbers that a slider can stand at.
struct SliderRange {
    let title: String
    var help = ""
    let limits: ClosedRange<Double>
    let step: Double
    let unit: String
    let isWhole: Bool
    /// Where "no effect" lies, if anywhere.
    let identity: Double?
    /// Where a reset puts it.
    let resting: Double

    /// How much of a stage is seen, in percent.
    static let opacity = SliderRange(
        title: "Opacity", limits: 0...100, step: 1, unit: "%", isWhole: false, identity: 100, resting: 100)
}

extension SliderRange {
    init(_ parameter: ParameterDeclaration) {
        let low = parameter.min ?? 0
        title = parameter.shortTitle
        help = parameter.help
        limits = low...max(low, parameter.max ?? 1)
        isWhole = parameter.kind == .integer
        step = parameter.step ?? (isWhole ? 1 : 0.01)
        unit = parameter.unit
        identity = if case .number(let value)? = parameter.identity { value } else { nil }
        resting = if case .number(let value) = parameter.restingValue { value } else { low }
    }
}

/// A number's name, value and slider.
///
/// Type a value; arrows step, with Shift a tenth of a step, Page Up and Down ten; the wheel works only with the
/// focus, so that it never catches a panel that scrolls by; a double click on the name resets.
@MainActor
final class ParameterSlider {
    /// The row for the filter's list.
    let row: Object

    private let range: SliderRange
    private let adjustment: Object
    private let scale: Object
    private let entry: Object
    private let format: NumberFormat
    private let changed: @MainActor (Double) -> Void
    private let quiet = Quiet()
    /// The value that the entry shows.
    private var shown: Double?

    /// - Parameter changed: told the value when the person has changed it.
    init(_ range: SliderRange, changed: @escaping @MainActor (Double) -> Void) {
        self.range = range
        self.changed = changed
        format = NumberFormat(range)
        let interface = Interface(resource: UI.path("parameter-slider"))
        row = interface["row"]
        adjustment = interface["adjustment"]
        scale = interface["scale"]
        entry = interface["entry"]
        let title = interface["title"]
        gtk_label_set_text(title.pointer(), range.title)
        gtk_widget_set_tooltip_text(title.widget, ParameterRow.tooltip(range.help))
        setUpRange()

        adjustment.connect("value-changed") { [weak self] in self?.valueChanged() }
        title.onDoubleClick { [weak self] in self?.reset() }
        scale.setTakesWheel(false)
        scale.onFocus { [weak scale] hasFocus in scale?.setTakesWheel(hasFocus) }
        scale.onKeyBefore { [weak self] press in self?.scaleKey(press) ?? false }
        entry.onKeyBefore { [weak self] press in self?.entryKey(press) ?? false }
        entry.connect("activate") { [weak self] in self?.takeEntry() }
        entry.onFocus { [weak self] hasFocus in
            if !hasFocus { self?.takeEntry() }
        }
    }

    /// What assistive technology calls it.
    func setName(_ name: String) {
        scale.setAccessibleName(name)
        entry.setAccessibleName("\(name) Value")
    }

    /// The value; setting it tells nobody.
    var value: Double {
        get { gtk_adjustment_get_value(adjustment.pointer()) }
        set {
            quiet { gtk_adjustment_set_value(adjustment.pointer(), newValue) }
            showValue()
        }
    }

    private var step: Double { range.step }

    private func setUpRange() {
        let (low, high) = (range.limits.lowerBound, range.limits.upperBound)
        gtk_adjustment_configure(adjustment.pointer(), range.resting, low, high, step, step * 10, 0)
        // What is dragged lands on steps; typed and fine values may lie between.
        gtk_range_set_round_digits(scale.pointer(), gint(format.stepDigits))
        // Where "no effect" lies within the range, the way from the left end says nothing.
        if let identity = range.identity, identity > low, identity < high {
            gtk_scale_set_has_origin(scale.pointer(), 0)
        }
    }

    private func valueChanged() {
        showValue()
        if !quiet.isOn { changed(value) }
    }

    private func showValue() {
        let value = value
        guard value != shown else { return }
        shown = value
        let text = format.text(value)
        gtk_editable_set_text(entry.pointer(), text)
        scale.setAccessibleValueText(text)
    }

    private func reset() {
        gtk_adjustment_set_value(adjustment.pointer(), range.resting)
    }

    /// Takes what was typed; what is no number gives way to the value there was.
    private func takeEntry() {
        let text = gtk_editable_get_text(entry.pointer()).map { String(cString: $0) } ?? ""
        if let shown, text != format.text(shown), let typed = format.value(text) {
            let whole = range.isWhole ? typed.rounded() : typed
            gtk_adjustment_set_value(adjustment.pointer(), whole)
        }
        shown = nil
        showValue()
    }

    private func move(by delta: Double) {
        // Tenths of steps add up without a trail of binary digits.
        let target = ((value + delta) * 1e6).rounded() / 1e6
        gtk_adjustment_set_value(adjustment.pointer(), target)
    }

    private func scaleKey(_ press: KeyPress) -> Bool {
        guard press.isShiftHeld, !range.isWhole else { return false }
        switch press.key {
        case Int(GDK_KEY_Left), Int(GDK_KEY_Down): move(by: -step / 10)
        case Int(GDK_KEY_Right), Int(GDK_KEY_Up): move(by: step / 10)
        default: return false
        }
        return true
    }

    private func entryKey(_ press: KeyPress) -> Bool {
        let fine = press.isShiftHeld && !range.isWhole
        let delta = fine ? step / 10 : step
        switch press.key {
        case Int(GDK_KEY_Up): stepEntry(by: delta)
        case Int(GDK_KEY_Down): stepEntry(by: -delta)
        case Int(GDK_KEY_Page_Up): stepEntry(by: step * 10)
        case Int(GDK_KEY_Page_Down): stepEntry(by: -step * 10)
        case Int(GDK_KEY_Escape):
            shown = nil
            showValue()
            gtk_widget_grab_focus(scale.widget)
        default: return false
        }
        return true
    }

    private func stepEntry(by delta: Double) {
        takeEntry()
        move(by: delta)
        gtk_editable_select_region(entry.pointer(), 0, -1)
    }
}
