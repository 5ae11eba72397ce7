import Filters
import Localization

/// How a parameter's numbers are written and read in the panel.
struct NumberFormat {
    private let digits: Int
    private let unit: String
    private let style: Style
    private let limits: ClosedRange<Double>

    /// How a unit is displayed, so that users need not know the unit itself.
    private enum Style {
        case plain
        /// A shift from daylight in mired, shown as the temperature in kelvin of the light that becomes
        /// neutral.
        case kelvin
        /// With a sign and without the unit: the ends of the slider show the meaning.
        case signed
    }

    /// The color temperature of daylight in mired: 6504 K.
    private static let daylight = 153.75

    init(_ parameter: ParameterDeclaration) {
        self.init(SliderRange(parameter))
    }

    init(_ range: SliderRange) {
        digits = range.isWhole ? 0 : Self.digits(of: range.step)
        unit = range.unit
        limits = range.limits
        style = ["mired": .kelvin, "CC": .signed][range.unit] ?? .plain
    }

    /// The number rounded to as many decimals as the step has.
    func rounded(_ value: Double) -> Double {
        let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
        return (value * unit).rounded() / unit
    }

    /// The number with its unit; values between steps get up to two more digits.
    func text(_ value: Double) -> String {
        switch style {
        case .kelvin: return tr("\(Int(Self.kelvin(value))) K")
        case .signed: return (value > 0 ? "+" : "") + number(value)
        case .plain: return unit.isEmpty ? number(value) : "\(number(value)) \(unit)"
        }
    }

    /// The text that assistive technology reads.
    func spoken(_ value: Double) -> String {
        guard style == .signed, value != 0 else { return text(value) }
        let number = number(abs(value))
        return value > 0 ? tr("\(number) towards magenta") : tr("\(number) towards green")
    }

    /// The number without its unit.
    private func number(_ value: Double) -> String {
        var number = Self.text(value, digits: digits + 2)
        for _ in 0..<2 where number.hasSuffix("0") { number.removeLast() }
        if number.hasSuffix(decimalSeparator) { number.removeLast() }
        return number
    }

    /// The temperature, to three digits.
    private static func kelvin(_ mired: Double) -> Double {
        let kelvin = 1e6 / max(daylight - mired, 1)
        var unit = 1.0
        while kelvin / unit >= 1000 { unit *= 10 }
        return (kelvin / unit).rounded() * unit
    }

    /// Parses typed text, with or without the unit; nil if it is not a number.
    func value(_ text: String) -> Double? {
        var text = text.filter { !$0.isWhitespace }
        var convert: (Double) -> Double? = { $0 }
        if style == .kelvin, !text.hasSuffix(unit) {
            if text.uppercased().hasSuffix("K") { text.removeLast() }
            convert = { $0 > 0 ? rounded(Self.daylight - 1e6 / $0) : nil }
        } else if !unit.isEmpty, text.hasSuffix(unit) {
            text.removeLast(unit.count)
        }
        let readings = Self.readings(of: text).compactMap(convert)
        return readings.first(where: limits.contains) ?? readings.first
    }

    /// What typed digits can mean: in “5.500” the point may separate thousands, or decimals. The usual
    /// reading in the language comes first.
    private static func readings(of text: String) -> [Double] {
        let text = text.replacing("−", with: "-")
        // Decimal commas are accepted as points everywhere, and the reverse.
        let plain = text.replacing(",", with: ".")
        let separator = decimalSeparator == "," ? "." : ","
        let isGrouped = text.wholeMatch(of: /[-+]?[1-9]\d{0,2}([.,]\d{3})+([.,]\d*)?/) != nil
        let grouped = text.replacing(separator, with: "").replacing(",", with: ".")
        return ((isGrouped ? [grouped] : []) + [plain]).compactMap { Double($0) }.filter(\.isFinite)
    }

    private static func digits(of step: Double) -> Int {
        var digits = 0
        var scaled = step
        while digits < 6, abs(scaled - scaled.rounded()) > 1e-6 {
            scaled *= 10
            digits += 1
        }
        return digits
    }

    /// With a true minus sign, since a hyphen is too short.
    private static func text(_ value: Double, digits: Int) -> String {
        spelled(value, places: digits).replacing("-", with: "−")
    }
}
