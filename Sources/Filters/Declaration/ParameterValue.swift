/// The value of a filter's parameter.
public enum ParameterValue: Sendable, Hashable {
    /// A number or an integer, in the parameter's unit.
    case number(Double)
    /// On or off.
    case toggle(Bool)
    /// A choice's id, a text, or the path of a file.
    case text(String)
    /// Red, green and blue, sRGB-encoded, each 0…1. Can also be written as a text such as `#ff8000`.
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
    /// The value as JSON for recipes.
    package var json: JSONValue { StageValue(self).json }

    /// Decodes a recipe's value for a parameter of this kind; nil if the JSON has the wrong type.
    package init?(json: JSONValue, kind: ParameterKind) {
        guard let value = StageValue(json: json).value(of: kind) else { return nil }
        self = value
    }

    /// Parses a command-line argument for a parameter of this kind; nil if it is not a valid value.
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
            guard let color = HexadecimalColor.color(word) ?? Self.color(word: word) else { return nil }
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

    private static func point(word: String) -> SIMD2<Double>? {
        guard let numbers = numbers(word), numbers.count == 2 else { return nil }
        return SIMD2(numbers[0], numbers[1])
    }

    private static func color(word: String) -> SIMD3<Double>? {
        guard let numbers = numbers(word), numbers.count == 3 else { return nil }
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    /// Parses decimal numbers separated by commas.
    private static func numbers(_ word: String) -> [Double]? {
        let words = word.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = words.compactMap(Self.decimalNumber)
        return numbers.count == words.count ? numbers : nil
    }

    /// A finite decimal number, such as 0.3 or 1e-1; Swift's own parser also accepts nan, inf and 0x10.
    private static func decimalNumber(_ word: some StringProtocol) -> Double? {
        guard word.allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(word), value.isFinite
        else { return nil }
        return value
    }
}

extension ParameterValue {
    /// The value as written on the command line.
    package var word: String {
        switch self {
        case .number(let number): plain(number)
        case .toggle(let isOn): "\(isOn)"
        case .text(let text): text
        case .color(let color):
            HexadecimalColor.text(ofExactly: color) ?? Self.word([color.x, color.y, color.z])
        case .point(let point): Self.word([point.x, point.y])
        case .curve(let points): points.map { Self.word([$0.x, $0.y]) }.joined(separator: ";")
        }
    }

    private static func word(_ numbers: [Double]) -> String { numbers.map(plain).joined(separator: ",") }
}
