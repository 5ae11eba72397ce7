import Filters
import Localization

/// How a parameter's numbers are written and read in the panel. Recipes and the command line have the numbers
/// themselves, as does the value that assistive technology gets beside the text.
struct NumberFormat {
    private let scale: NumberScale
    /// The decimals of a step, of the number itself and as shown.
    private let digits: (own: Int, shown: Int)
    private let limits: ClosedRange<Double>
    private let unit: String

    /// The color temperature of daylight in mired: 6504 K.
    private static let daylight = 153.75

    init(_ parameter: ParameterDeclaration) {
        self.init(SliderRange(parameter))
    }

    init(_ range: SliderRange) {
        scale = NumberScale(range)
        digits =
            range.isWhole ? (0, 0) : (Self.digits(of: range.step), Self.digits(of: range.step * scale.factor))
        limits = range.limits
        unit = range.unit
    }

    /// The number rounded to as many decimals as the step has.
    func rounded(_ value: Double) -> Double { Self.rounded(value, digits: digits.own) }

    /// The number as shown, with its unit; values between steps get up to two more digits.
    func text(_ value: Double) -> String {
        if isTemperature { return tr("\(Int(Self.kelvin(value))) K") }
        let shown = Self.rounded(scale.shown(value), digits: digits.shown + 2)
        let text = (scale.isSigned && shown > 0 ? "+" : "") + number(shown)
        return scale.unit.isEmpty ? text : "\(text) \(scale.unit)"
    }

    /// The text that assistive technology reads.
    func spoken(_ value: Double) -> String {
        guard unit == "CC", value != 0 else { return text(value) }
        let number = number(abs(value))
        return value > 0 ? tr("\(number) towards magenta") : tr("\(number) towards green")
    }

    /// The color temperature of the light that becomes neutral says more than a shift in mired.
    private var isTemperature: Bool { unit == "mired" }

    /// A number as shown, without its unit.
    private func number(_ shown: Double) -> String {
        var number = Self.text(shown, digits: digits.shown + 2)
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

    /// Parses typed text, on the scale on which numbers are shown, with or without the unit; nil if it is not
    /// a number.
    func value(_ text: String) -> Double? {
        var text = Self.withASCIIDigits(text)
        var convert: (Double) -> Double? = { scale.value($0) }
        if isTemperature, !text.hasSuffix(unit) {
            if text.uppercased().hasSuffix("K") { text.removeLast() }
            convert = { $0 > 0 ? rounded(Self.daylight - 1e6 / $0) : nil }
        } else if text.hasSuffix(scale.typedUnit) {
            text.removeLast(scale.typedUnit.count)
        }
        let readings = Self.readings(of: text).compactMap(convert)
        return readings.first(where: limits.contains) ?? readings.first
    }

    /// What typed digits can mean: in “5.500” the point may separate thousands, or decimals. The usual
    /// reading in the language comes first.
    private static func readings(of text: String) -> [Double] {
        // Decimal commas are accepted as points everywhere, and the reverse.
        let plain = text.replacing(",", with: ".")
        let separator = decimalSeparator == "," ? "." : ","
        let isGrouped = text.wholeMatch(of: /[-+]?[1-9]\d{0,2}([.,]\d{3})+([.,]\d*)?/) != nil
        let grouped = text.replacing(separator, with: "").replacing(",", with: ".")
        return ((isGrouped ? [grouped] : []) + [plain]).compactMap { Double($0) }.filter(\.isFinite)
    }

    /// The text without spaces, and with ASCII digits and signs: keyboards of some languages have
    /// others, such as “٧٥٫٥ ٪”.
    private static func withASCIIDigits(_ text: String) -> String {
        let signs: [Character: Character] = ["−": "-", "٫": ".", "٬": ",", "٪": "%"]
        return text.filter { !$0.isWhitespace }.map { character in
            if character.isNumber, let digit = character.wholeNumberValue { return "\(digit)" }
            return String(signs[character] ?? character)
        }.joined()
    }

    private static func rounded(_ value: Double, digits: Int) -> Double {
        let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
        return (value * unit).rounded() / unit
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
