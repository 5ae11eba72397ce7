import Filters
import Wording

/// How a parameter's numbers are written and read in the panel.
struct NumberFormat {
    private let digits: Int
    private let unit: String

    init(_ parameter: ParameterDeclaration) {
        self.init(SliderRange(parameter))
    }

    init(_ range: SliderRange) {
        digits = range.isWhole ? 0 : Self.digits(of: range.step)
        unit = range.unit
    }

    /// The number rounded to as many decimals as the step has.
    func rounded(_ value: Double) -> Double {
        let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
        return (value * unit).rounded() / unit
    }

    /// The number with its unit; values between steps get up to two more digits.
    func text(_ value: Double) -> String {
        var number = Self.text(value, digits: digits + 2)
        for _ in 0..<2 where number.hasSuffix("0") { number.removeLast() }
        if number.hasSuffix(".") { number.removeLast() }
        return unit.isEmpty ? number : "\(number) \(unit)"
    }

    /// Parses typed text, with or without the unit; nil if it is not a number.
    func value(_ text: String) -> Double? {
        var text = text.filter { !$0.isWhitespace }
        if !unit.isEmpty, text.hasSuffix(unit) { text.removeLast(unit.count) }
        // Decimal commas are accepted as points, and typographic minus signs as hyphens.
        text = text.replacing(",", with: ".").replacing("−", with: "-")
        guard let value = Double(text), value.isFinite else { return nil }
        return value
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

    /// With a minus sign, which a hyphen is too short for.
    private static func text(_ value: Double, digits: Int) -> String {
        decimal(value, places: digits).replacing("-", with: "−")
    }
}
