/// A sentence shown to users, with its interpolated values: `"Could not open “\(name)”"`.
package struct Phrase: ExpressibleByStringInterpolation, Sendable {
    /// The key of translations: the sentence with `%1$@`, `%2$@` and so on in place of the interpolated
    /// values.
    package let key: String
    package let arguments: [String]

    package init(stringLiteral value: String) {
        (key, arguments) = (value, [])
    }

    package init(stringInterpolation: StringInterpolation) {
        (key, arguments) = (stringInterpolation.key, stringInterpolation.arguments)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [String] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            key += literal
        }

        package mutating func appendInterpolation<Value>(_ value: Value) {
            arguments.append("\(value)")
            key += Phrase.mark(arguments.count)
        }
    }

    /// The sentence in English.
    package var english: String { Self.filled(key, with: arguments) }

    private static func mark(_ number: Int) -> String { "%\(number)$@" }

    /// The pattern with its placeholders replaced in a single pass: an inserted value may look like a
    /// placeholder.
    static func filled(_ pattern: String, with arguments: [String]) -> String {
        guard !arguments.isEmpty else { return pattern }
        var result = ""
        var rest = pattern[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            if let index = arguments.indices.last(where: { rest.hasPrefix(mark($0 + 1)) }) {
                result += arguments[index]
                rest = rest.dropFirst(mark(index + 1).count)
            } else {
                result.append("%")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
