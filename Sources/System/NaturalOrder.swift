/// Compares names so that numbers in them are ordered by value, ignoring case.
package enum NaturalOrder {
    package static func isBefore(_ a: String, _ b: String) -> Bool {
        var (x, y) = (Substring(a), Substring(b))
        while let first = x.first, let second = y.first {
            if let left = number(x), let right = number(y) {
                // Numbers may be too long for an integer, so their lengths are compared first.
                if left.value.count != right.value.count { return left.value.count < right.value.count }
                if left.value != right.value { return left.value < right.value }
                x = x.dropFirst(left.length)
                y = y.dropFirst(right.length)
                continue
            }
            let (one, other) = (first.lowercased(), second.lowercased())
            if one != other { return one < other }
            x.removeFirst()
            y.removeFirst()
        }
        if x.isEmpty != y.isEmpty { return x.isEmpty }
        // The names differ only in case and leading zeros.
        return a < b
    }

    /// The digits at the start of a text, without leading zeros, and their number, including leading zeros.
    private static func number(_ text: Substring) -> (value: Substring, length: Int)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return nil }
        return (digits.drop { $0 == "0" }, digits.count)
    }
}
