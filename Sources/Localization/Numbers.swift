/// An integer padded with zeros: names with such numbers sort correctly.
///
/// - Parameter digits: the minimum number of digits; larger numbers have more.
package func padded(_ number: Int, digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A number with a fixed number of decimals.
package func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (abs(value) * scale).rounded()) else { return "\(value)" }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let digits = padded(scaled, digits: places + 1)
    return "\(sign)\(digits.dropLast(places)).\(digits.suffix(places))"
}

/// A number with a fixed number of decimals in the user's locale; ``decimal(_:places:)`` is machine-readable.
package func spelled(_ value: Double, places: Int) -> String {
    let text = decimal(value, places: places)
    let separator = Translation.decimalSeparator
    return separator == "." ? text : text.replacing(".", with: separator)
}

/// The decimal separator of the user's locale.
package var decimalSeparator: String { Translation.decimalSeparator }
