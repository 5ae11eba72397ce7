@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The range of a slider.
struct SliderRange {
    var title: String
    var help = ""
    let limits: ClosedRange<Double>
    let step: Double
    let unit: String
    let isWhole: Bool
    /// The value of "no effect", if any.
    let identity: Double?
    /// The value set by a reset.
    let resting: Double
    /// The mapping of values to slider positions.
    var curve = SliderCurve.linear

    /// The opacity of a stage, in percent.
    static let opacity = SliderRange(
        title: tr("Opacity"), limits: 0...100, step: 1, unit: "%", isWhole: false, identity: 100, resting: 100
    )

    /// The strength of a preset or of Auto, in percent.
    static func strength(_ title: String) -> SliderRange {
        SliderRange(
            title: title, limits: 0...100, step: 1, unit: "%", isWhole: true, identity: 0, resting: 100)
    }
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

    /// The slider position of a value; both have the same range.
    func position(of value: Double) -> Double { spread(value) { $0.squareRoot() } }

    /// The value at a slider position.
    func value(at position: Double) -> Double { spread(position) { $0 * $0 } }

    /// The position of a value along the slider, 0…1.
    func fraction(of value: Double) -> Double {
        let length = limits.upperBound - limits.lowerBound
        return length > 0 ? (position(of: value) - limits.lowerBound) / length : 0
    }

    private func spread(_ number: Double, _ bend: (Double) -> Double) -> Double {
        let length = limits.upperBound - limits.lowerBound
        guard curve == .square, length > 0 else { return number }
        return limits.lowerBound + length * bend(max(0, (number - limits.lowerBound) / length))
    }
}

/// A number's name, slider and value, on one line if the name is short enough.
///
/// The value can be typed. Dragging stops at “no effect”, and with Shift it is 16 times as slow, in tenths
/// of a step. Arrow keys change the value by a step, with Shift by a tenth of a step, with Control by ten.
/// With Control, the wheel changes it by a step per notch; without, the wheel scrolls the panel. A
/// double-click anywhere resets it.
///
/// The adjustment's value is the slider position, which equals the parameter's value unless the range is
/// nonlinear. Assistive technology always reads and sets the parameter's value; only its text is on the
/// ``NumberScale``.
@MainActor
final class ParameterSlider {
    /// The row for the filter's list.
    let row: Object
    /// The line with the name and the value.
    let line: Object

    private let range: SliderRange
    private let adjustment: Object
    private let scale: Object
    private let title: Object
    private let entry: NumberEntry
    private let format: NumberFormat
    private let track: SliderTrack
    private let changed: @MainActor (Double) -> Void
    /// The value that the slider shows; nil if that is unknown.
    private var shown: Double?
    /// The pointer's last position over the slider, in logical pixels.
    private var pointer = 0.0
    /// Where the fine part of a drag began: the position of the pointer, and that of the slider.
    private var fineStart: (pointer: Double, slider: Double)?
    /// The fraction of a step by which the wheel was turned.
    private var wheel = 0.0

    /// The number of characters of average width that a name on the slider's line can have, as in its
    /// interface file.
    private static let charactersBeside = 11.0
    /// How far from “no effect” a drag still stops there, in logical pixels.
    private static let reach = 2.0
    /// How much slower a drag is with Shift.
    private static let fineness = 16.0

    /// - Parameter changed: called with the value after the user has changed it.
    init(_ range: SliderRange, changed: @escaping @MainActor (Double) -> Void) {
        self.range = range
        self.changed = changed
        format = NumberFormat(range)
        let isShort = TextWidth.characters(range.title) <= Self.charactersBeside
        let interface = Interface(resource: UI.path(isShort ? "parameter-line" : "parameter-slider"))
        track = SliderTrack(
            interface["track"], origin: range.identity.map(range.fraction(of:)) ?? 0,
            colors: SliderTrack.colors(ofUnit: range.unit))
        row = interface["row"]
        line = interface["line"]
        adjustment = interface["adjustment"]
        scale = interface["scale"]
        entry = NumberEntry(range, in: interface["entry"])
        title = interface["title"]
        gtk_label_set_text(title.pointer(), range.title)
        setUpRange()

        scale.answer("change-value") { [weak self] arguments in
            if let self {
                choose(value(after: GtkScrollType(UInt32(arguments.int(0))), at: arguments.double(1)))
            }
            return .bool(true)
        }
        scale.onHold { [weak self] _ in self?.fineStart = nil }
        scale.onMotion { [weak self] in self?.pointer = $0.x }
        gtk_widget_set_tooltip_text(
            scale.widget, tr("Drag with Shift for fine steps; double-click to reset"))
        adjustment.connect("value-changed") { [weak self] in self?.takeFromOutside() }
        row.onDoubleClickBefore { [weak self] in self?.reset() }
        scale.setTakesWheel(false)
        scale.onScroll { [weak self] scroll in
            if scroll.isControlHeld { self?.turnWheel(scroll.steps) }
            return scroll.isControlHeld
        }
        scale.onKeyBefore { [weak self] press in self?.scaleKey(press) ?? false }
        entry.changed = { [weak self] value in
            changed(value)
            self?.showValue()
        }
        entry.leave = { [weak self] in self?.grabFocus() }
        row.addContextMenu(choices: { [weak self] in
            [
                [
                    MenuChoice(tr("Enter a Value")) { self?.entry.grabFocus() },
                    MenuChoice(tr("Reset")) { self?.reset() },
                ],
                self?.otherChoices ?? [],
            ]
        })
        showValue()
        showMark()
    }

    /// Further choices in the context menu.
    var otherChoices: [MenuChoice] = []

    /// The accessible name.
    func setName(_ name: String) {
        scale.setAccessibleName(name)
        entry.object.setAccessibleName(tr("\(name) Value"))
    }

    /// Marks the title; the text is shown in its tooltip and is the accessible description. Nil removes the
    /// mark.
    var mark: String? {
        didSet { if mark != oldValue { showMark() } }
    }

    private func showMark() {
        let tooltip = ParameterRow.tooltip(range.help)
        gtk_widget_set_tooltip_text(title.widget, mark.map { "\($0)\n\(tooltip)" } ?? tooltip)
        scale.setAccessibleDescription(mark ?? "")
        if mark == nil {
            gtk_widget_remove_css_class(title.widget, "marked")
        } else {
            gtk_widget_add_css_class(title.widget, "marked")
        }
    }

    /// A value rounded to whole steps within the range.
    func rounded(_ value: Double) -> Double {
        let steps = (value / range.step).rounded() * range.step
        return format.rounded(min(max(steps, range.limits.lowerBound), range.limits.upperBound))
    }

    /// The value; setting it does not notify.
    var value: Double {
        get { entry.value }
        set {
            entry.value = newValue
            showValue()
        }
    }

    private var step: Double { range.step }

    /// The slider position of the value, offset by a tiny amount on a nonlinear slider: a value set from
    /// outside must differ from the current position, or the adjustment would not signal a change.
    private var adjustmentValue: Double {
        let (low, high) = (range.limits.lowerBound, range.limits.upperBound)
        let hair = range.curve == .linear || value == low ? 0 : (high - low) * 1e-9
        return min(range.position(of: value) + hair, high)
    }

    private func setUpRange() {
        let (low, high) = (range.limits.lowerBound, range.limits.upperBound)
        gtk_adjustment_configure(
            adjustment.pointer(), adjustmentValue, low, high, step, step * 10, 0)
        gtk_scale_set_has_origin(scale.pointer(), 0)
    }

    /// Scrolling away from the user increases the value. A touchpad sends fractions of a step, which add up.
    private func turnWheel(_ steps: SIMD2<Double>) {
        wheel += steps.x - steps.y
        let whole = wheel.rounded(.towardZero)
        wheel -= whole
        if whole != 0 { choose(entry.value(movedBy: whole * step)) }
    }

    /// The value that GTK moves the slider to. Dragging and keys snap to steps; typed values and fine steps
    /// may lie between.
    ///
    /// - Parameter position: where a drag moves the slider to.
    private func value(after movement: GtkScrollType, at position: Double) -> Double {
        switch movement {
        case GTK_SCROLL_STEP_BACKWARD: format.rounded(value - step)
        case GTK_SCROLL_STEP_FORWARD: format.rounded(value + step)
        case GTK_SCROLL_PAGE_BACKWARD: format.rounded(value - step * 10)
        case GTK_SCROLL_PAGE_FORWARD: format.rounded(value + step * 10)
        case GTK_SCROLL_START: range.limits.lowerBound
        case GTK_SCROLL_END: range.limits.upperBound
        default: dragged(to: position)
        }
    }

    private func dragged(to position: Double) -> Double {
        let pixel =
            (range.limits.upperBound - range.limits.lowerBound)
            / max(Double(gtk_widget_get_width(scale.widget)), 1)
        guard scale.isShiftHeld, !range.isWhole else {
            fineStart = nil
            let rest = range.identity ?? range.resting
            let isCaught = abs(position - range.position(of: rest)) <= Self.reach * pixel
            return isCaught ? rest : format.rounded(range.value(at: position))
        }
        // GTK slows drags with Shift as well, but differently for each range.
        let start = fineStart ?? (pointer, range.position(of: value))
        fineStart = start
        let isMirrored = gtk_widget_get_direction(scale.widget) == GTK_TEXT_DIR_RTL
        let distance = (pointer - start.pointer) * (isMirrored ? -1 : 1)
        let fine = range.value(at: start.slider + distance * pixel / Self.fineness)
        return entry.value(movedBy: (fine / (step / 10)).rounded() * (step / 10) - value)
    }

    /// Applies a value chosen by the user, clamped to the range. The slider is updated last, once rendering
    /// is under way, unless the receiver has already shown this or another value.
    private func choose(_ wanted: Double) {
        guard entry.choose(wanted) else { return }
        changed(value)
        showValue()
    }

    /// Only assistive technology changes the adjustment without the slider's signal, and it sets values, not
    /// positions.
    private func takeFromOutside() {
        let wanted = gtk_adjustment_get_value(adjustment.pointer())
        // Setting the value below calls this method again, after GTK has announced the position.
        guard wanted != adjustmentValue else { return reportValue() }
        entry.value = range.isWhole ? wanted.rounded() : wanted
        shown = nil
        changed(value)
        showValue()
    }

    /// Announces the value to assistive technology, which may have received the position instead.
    private func reportValue() {
        if range.curve != .linear { scale.setAccessibleValue(value) }
    }

    private func showValue() {
        guard value != shown else { return }
        shown = value
        gtk_adjustment_set_value(adjustment.pointer(), adjustmentValue)
        track.show(range.fraction(of: value))
        reportValue()
        scale.setAccessibleValueText(format.spoken(value))
    }

    private func reset() { choose(range.resting) }

    private func scaleKey(_ press: KeyPress) -> Bool {
        guard press.isShiftHeld, !press.isControlHeld, !range.isWhole else { return false }
        switch press.key {
        case Int(GDK_KEY_Left), Int(GDK_KEY_Down): choose(entry.value(movedBy: -step / 10))
        case Int(GDK_KEY_Right), Int(GDK_KEY_Up): choose(entry.value(movedBy: step / 10))
        default: return false
        }
        return true
    }

    /// Focuses the slider rather than the entry, which would take command keys as text.
    func grabFocus() { gtk_widget_grab_focus(scale.widget) }
}
