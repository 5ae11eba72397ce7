/// Times as the user writes them: seconds, or `h:mm:ss.fff`.
package enum ClockTime {
    /// The time in seconds; nil if the text is not a time. The parts after the first are below 60.
    package static func seconds(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last, let seconds = decimal(last) else {
            return nil
        }
        var total = 0.0
        for (index, part) in parts.dropLast().enumerated() {
            guard let number = Int(part), part.allSatisfy(\.isNumber), index == 0 || number < 60 else {
                return nil
            }
            total = (total + Double(number)) * 60
        }
        guard parts.count == 1 || seconds < 60 else { return nil }
        return total + seconds
    }

    /// A number with only digits and a point: no sign, no exponent, no infinity.
    private static func decimal(_ text: some StringProtocol) -> Double? {
        let isPlain = text.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
        return isPlain ? Double(text) : nil
    }
}
