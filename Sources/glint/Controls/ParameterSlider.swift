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
    private let entry: NumberEntry
    private let format: NumberFormat
    private let changed: @MainActor (Double) -> Void

    /// - Parameter changed: told the value when the person has changed it.
    init(_ range: SliderRange, changed: @escaping @MainActor (Double) -> Void) {
        self.range = range
        self.changed = changed
        format = NumberFormat(range)
        let interface = Interface(resource: UI.path("parameter-slider"))
        row = interface["row"]
        adjustment = interface["adjustment"]
        scale = interface["scale"]
        entry = NumberEntry(range, in: interface["entry"])
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
        entry.changed = { [weak self] value in
            self?.showValue()
            changed(value)
        }
        entry.leave = { [weak self] in self?.grabFocus() }
        showValue()
    }

    /// What assistive technology calls it.
    func setName(_ name: String) {
        scale.setAccessibleName(name)
        entry.object.setAccessibleName("\(name) Value")
    }

    /// The value; setting it tells nobody.
    var value: Double {
        get { entry.value }
        set {
            entry.value = newValue
            showValue()
        }
    }

    private var step: Double { range.step }

    /// Where on the slider the value lies. On a bent one beside it by a hair: a value that is set from outside has to be
    /// another number than the place there is, or the adjustment would tell nobody.
    private var place: Double {
        let (low, high) = (range.limits.lowerBound, range.limits.upperBound)
        let hair = range.curve == .linear || value == low ? 0 : (high - low) * 1e-9
        return min(range.position(of: value) + hair, high)
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
        entry.choose(format.rounded(wanted))
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
        if range.curve != .linear { scale.setAccessibleValue(value) }
    }

    private func showValue() {
        gtk_adjustment_set_value(adjustment.pointer(), place)
        tellValue()
        scale.setAccessibleValueText(entry.text)
    }

    private func reset() { entry.choose(range.resting) }

    private func scaleKey(_ press: KeyPress) -> Bool {
        guard press.isShiftHeld, !range.isWhole else { return false }
        switch press.key {
        case Int(GDK_KEY_Left), Int(GDK_KEY_Down): entry.move(by: -step / 10)
        case Int(GDK_KEY_Right), Int(GDK_KEY_Up): entry.move(by: step / 10)
        default: return false
        }
        return true
    }

    /// Gives the keyboard to the slider and not to the entry, where keys that stand for commands would be typed.
    func grabFocus() { gtk_widget_grab_focus(scale.widget) }
}
