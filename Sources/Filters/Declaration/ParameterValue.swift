/// The value of a filter's parameter.
public enum ParameterValue: Sendable, Hashable {
    /// A number or an integer, in the parameter's unit.
    case number(Double)
    /// On or off.
    case toggle(Bool)
    /// A choice's id, a text, or the path of a file.
    case text(String)
    /// Red, green and blue, sRGB-encoded, each 0…1.
    case color(SIMD3<Double>)
    /// A position in the picture: x from the left, y from the top, each 0…1.
    case point(SIMD2<Double>)
    /// The points of a curve in order of x, each coordinate 0…1.
    case curve([SIMD2<Double>])
}

extension ParameterValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral
{
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// On or off.
    public init(booleanLiteral value: Bool) { self = .toggle(value) }
    /// A choice's id, a text, or a path.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension ParameterValue {
    /// The value as recipes write it.
    package var json: JSONValue {
        switch self {
        case .number(let value): .number(value)
        case .toggle(let value): .bool(value)
        case .text(let value): .string(value)
        case .color(let value): .string(Self.hexadecimal(value))
        case .point(let value): .array([.number(value.x), .number(value.y)])
        case .curve(let points): .array(points.map { .array([.number($0.x), .number($0.y)]) })
        }
    }

    /// Reads a recipe's value as a parameter of this kind; nil if the JSON has another form.
    package init?(json: JSONValue, kind: ParameterKind) {
        switch (kind, json) {
        case (.number, .number(let value)), (.integer, .number(let value)): self = .number(value)
        case (.toggle, .bool(let value)): self = .toggle(value)
        case (.choice, .string(let value)), (.text, .string(let value)), (.file, .string(let value)):
            self = .text(value)
        case (.color, .string(let text)):
            guard let color = Self.color(hexadecimal: text) else { return nil }
            self = .color(color)
        case (.point, _):
            guard let point = Self.point(json) else { return nil }
            self = .point(point)
        case (.curve, .array(let values)):
            let points = values.compactMap(Self.point)
            guard points.count == values.count else { return nil }
            self = .curve(points)
        default: return nil
        }
    }

    /// Reads a command-line word as a parameter of this kind; nil if it has another form.
    package init?(word: String, kind: ParameterKind) {
        switch kind {
        case .number, .integer:
            guard let value = Self.decimalNumber(word) else { return nil }
            self = .number(value)
        case .toggle:
            guard let value = Bool(word) else { return nil }
            self = .toggle(value)
        case .choice, .text, .file: self = .text(word)
        case .color:
            guard let color = Self.color(hexadecimal: word) else { return nil }
            self = .color(color)
        case .point:
            guard let point = Self.point(word: word) else { return nil }
            self = .point(point)
        case .curve:
            let words = word.split(separator: ";", omittingEmptySubsequences: false)
            let points = words.compactMap { Self.point(word: String($0)) }
            guard points.count == words.count else { return nil }
            self = .curve(points)
        }
    }

    private static func hexadecimal(_ color: SIMD3<Double>) -> String {
        let digits = Array("0123456789abcdef")
        // A comparison with not-a-number is false: such a channel becomes 0.
        let known = SIMD3<Double>.zero.replacing(with: color, where: color .>= 0)
        let bytes = (known * 255).rounded(.toNearestOrAwayFromZero).clamped(
            lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
        return "#"
            + [bytes.x, bytes.y, bytes.z].map { "\(digits[Int($0) / 16])\(digits[Int($0) % 16])" }.joined()
    }

    private static func color(hexadecimal text: String) -> SIMD3<Double>? {
        guard text.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
            let value = Int(text.dropFirst(), radix: 16)
        else { return nil }
        return SIMD3(Double(value >> 16), Double(value >> 8 & 255), Double(value & 255)) / 255
    }

    private static func point(_ json: JSONValue) -> SIMD2<Double>? {
        guard case .array(let values) = json, values.count == 2, case .number(let x) = values[0],
            case .number(let y) = values[1]
        else { return nil }
        return SIMD2(x, y)
    }

    private static func point(word: String) -> SIMD2<Double>? {
        let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map(Self.decimalNumber)
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        return SIMD2(x, y)
    }

    /// A finite decimal number, such as 0.3 or 1e-1; Swift's own parser also takes nan, inf and 0x10.
    private static func decimalNumber(_ word: some StringProtocol) -> Double? {
        guard word.allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(word), value.isFinite
        else { return nil }
        return value
    }
}

extension ParameterValue {
    /// The value as the command line takes it.
    package var word: String {
        switch (self, json) {
        case (.number(let number), _): plain(number)
        case (.toggle(let isOn), _): "\(isOn)"
        case (.text(let text), _): text
        case (.point(let point), _): Self.word(point)
        case (.curve(let points), _): points.map(Self.word).joined(separator: ";")
        case (.color, .string(let hexadecimal)): hexadecimal
        case (.color, _): ""
        }
    }

    private static func word(_ point: SIMD2<Double>) -> String { "\(plain(point.x)),\(plain(point.y))" }
}
