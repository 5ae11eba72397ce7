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
    /// How it spreads its values.
    var curve = SliderCurve.linear

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
        curve = parameter.curve
    }

    /// Where on the slider a value lies; the ends are the range's.
    func position(of value: Double) -> Double { spread(value) { $0.squareRoot() } }

    /// The value at a place of the slider.
    func value(at position: Double) -> Double { spread(position) { $0 * $0 } }

    private func spread(_ number: Double, _ bend: (Double) -> Double) -> Double {
        let length = limits.upperBound - limits.lowerBound
        guard curve == .square, length > 0 else { return number }
        return limits.lowerBound + length * bend(max(0, (number - limits.lowerBound) / length))
    }
}

/// A number's name, value and slider.
///
/// Type a value; arrows step, with Shift a tenth of a step, Page Up and Down ten; the wheel works only with the
/// focus, so that it never catches a panel that scrolls by; a double click on the name resets.
///
/// The adjustment holds the place on the slider, which is the value unless the range is spread by a curve. To assistive
/// technology the value is always the parameter's, told and taken.
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
    private var current: Double
    /// The value that the entry shows.
    private var shown: Double?

    /// - Parameter changed: told the value when the person has changed it.
    init(_ range: SliderRange, changed: @escaping @MainActor (Double) -> Void) {
        self.range = range
        self.changed = changed
        current = range.resting
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

        scale.answer("change-value") { [weak self] arguments in
            self?.follow(GtkScrollType(UInt32(arguments.int(0))), to: arguments.double(1))
            return .bool(true)
        }
        adjustment.connect("value-changed") { [weak self] in self?.takeFromOutside() }
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
        get { current }
        set {
            current = newValue
            gtk_adjustment_set_value(adjustment.pointer(), place)
            tellValue()
            showValue()
        }
    }

    private var step: Double { range.step }

    /// Where on the slider the value lies. On a bent one beside it by a hair: a value that is set from outside has to be
    /// another number than the place there is, or the adjustment would tell nobody.
    private var place: Double {
        let (low, high) = (range.limits.lowerBound, range.limits.upperBound)
        let hair = range.curve == .linear || current == low ? 0 : (high - low) * 1e-9
        return min(range.position(of: current) + hair, high)
    }

    private func setUpRange() {
        let (low, high) = (range.limits.lowerBound, range.limits.upperBound)
        // The wheel goes by parts of a page, which have to come to a step also where a curve makes them smallest.
        let page = range.curve == .linear ? step * 10 : (high - low) / 5
        gtk_adjustment_configure(
            adjustment.pointer(), place, low, high, step, page, 0)
        // Where "no effect" lies within the range, the way from the left end says nothing.
        if let identity = range.identity, identity > low, identity < high {
            gtk_scale_set_has_origin(scale.pointer(), 0)
        }
    }

    /// Takes the person's value.
    private func choose(_ wanted: Double) {
        let inside = min(max(wanted, range.limits.lowerBound), range.limits.upperBound)
        guard inside != current else { return }
        value = inside
        changed(inside)
    }

    /// What is dragged lands on steps, and so do keys; typed and fine values may lie between.
    private func follow(_ movement: GtkScrollType, to position: Double) {
        let wanted =
            switch movement {
            case GTK_SCROLL_STEP_BACKWARD: value - step
            case GTK_SCROLL_STEP_FORWARD: value + step
            case GTK_SCROLL_PAGE_BACKWARD: value - step * 10
            case GTK_SCROLL_PAGE_FORWARD: value + step * 10
            case GTK_SCROLL_START: range.limits.lowerBound
            case GTK_SCROLL_END: range.limits.upperBound
            default: range.value(at: position)
            }
        choose(format.rounded(wanted))
    }

    /// Only assistive technology moves the slider past its signal, and it knows only values.
    private func takeFromOutside() {
        let wanted = gtk_adjustment_get_value(adjustment.pointer())
        // GTK takes what is set here for another change, and tells the place before it asks again.
        guard wanted != place else { return tellValue() }
        value = range.isWhole ? wanted.rounded() : wanted
        changed(value)
    }

    /// Tells assistive technology the value, where it has been told the place.
    private func tellValue() {
        if range.curve != .linear { scale.setAccessibleValue(current) }
    }

    private func showValue() {
        let value = value
        guard value != shown else { return }
        shown = value
        let text = format.text(value)
        gtk_editable_set_text(entry.pointer(), text)
        scale.setAccessibleValueText(text)
    }

    private func reset() { choose(range.resting) }

    /// Takes what was typed; what is no number gives way to the value there was.
    private func takeEntry() {
        let text = gtk_editable_get_text(entry.pointer()).map { String(cString: $0) } ?? ""
        if let shown, text != format.text(shown), let typed = format.value(text) {
            choose(range.isWhole ? typed.rounded() : typed)
        }
        shown = nil
        showValue()
    }

    private func move(by delta: Double) {
        // Tenths of steps add up without a trail of binary digits.
        choose(((value + delta) * 1e6).rounded() / 1e6)
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

    /// Gives the keyboard to the slider and not to the entry, where keys that stand for commands would be typed.
    func grabFocus() { gtk_widget_grab_focus(scale.widget) }

    private func stepEntry(by delta: Double) {
        takeEntry()
        move(by: delta)
        gtk_editable_select_region(entry.pointer(), 0, -1)
    }
}
