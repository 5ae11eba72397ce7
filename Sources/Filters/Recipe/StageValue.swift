/// A parameter's value as stored in a stage.
///
/// A recipe is read before the available filters are known, so values are decoded once, by their JSON type
/// alone. That is ambiguous only for strings such as `#ff8000`, which is a color for some parameters and a
/// text for others, so both are stored.
package enum StageValue: Sendable, Hashable {
    /// A value of unambiguous kind. A color of this case has more than 8 bits per channel; recipes represent
    /// it as `[r, g, b]`.
    case typed(ParameterValue)
    /// A text that is also a valid color, and that color.
    case spelledColor(String, SIMD3<Double>)
    /// A value that changes over time.
    case changing(ValueOverTime)
    /// JSON that this version does not recognize as a value, preserved when the recipe is written.
    case unknown(JSONValue)

    /// Stores a value in the same way as if it came from a recipe.
    package init(_ value: ParameterValue) {
        switch value {
        case .color(let color):
            self =
                HexadecimalColor.text(ofExactly: color).map { .spelledColor($0, color) } ?? .typed(value)
        case .text(let text):
            self = HexadecimalColor.color(text).map { .spelledColor(text, $0) } ?? .typed(value)
        case .number, .toggle, .point, .curve: self = .typed(value)
        }
    }

    /// Stores a value over time in the same way as if it came from a recipe.
    package init(_ value: ValueOverTime) { self = .changing(value.asWritten) }

    /// Decodes a recipe's JSON.
    package init(json: JSONValue) {
        switch json {
        case .number(let number): self = .typed(.number(number))
        case .bool(let isOn): self = .typed(.toggle(isOn))
        case .string(let text): self.init(.text(text))
        case .array(let values):
            let numbers = values.compactMap(\.number)
            let points = values.compactMap(\.point)
            if points.count == values.count {
                self = .typed(.curve(points))
            } else if numbers.count == values.count, numbers.count == 2 {
                self = .typed(.point(SIMD2(numbers[0], numbers[1])))
            } else if numbers.count == values.count, numbers.count == 3 {
                self = .typed(.color(SIMD3(numbers[0], numbers[1], numbers[2])))
            } else {
                self = .unknown(json)
            }
        // What is wrong with a value over time is reported when the stage is validated.
        case .object: self = ((try? ValueOverTime(json: json)) ?? nil).map { .changing($0) } ?? .unknown(json)
        case .null: self = .unknown(json)
        }
    }

    /// The value as JSON for recipes, unchanged if ``init(json:)`` decoded it.
    package var json: JSONValue {
        switch self {
        case .typed(.number(let number)): .number(number)
        case .typed(.toggle(let isOn)): .bool(isOn)
        case .typed(.text(let text)), .spelledColor(let text, _): .string(text)
        case .typed(.color(let color)): .array([.number(color.x), .number(color.y), .number(color.z)])
        case .typed(.point(let point)): JSONValue(point)
        case .typed(.curve(let points)): .array(points.map(JSONValue.init))
        case .changing(let value): value.json
        case .unknown(let json): json
        }
    }

    /// The value for a parameter, at time 0 if it changes; nil if the value is of a different kind.
    package func value(for parameter: ParameterDeclaration) -> ParameterValue? {
        switch self {
        case .changing(let value): return value.value(at: 0, for: parameter)
        // The choices of a shader may be numbers, which recipes also write as such.
        case .typed(.number(let number)) where parameter.choicesAreNumbers:
            guard parameter.choices.contains(where: { $0.id == plain(number) }) else { break }
            return .text(plain(number))
        case .typed(.text(let text)) where parameter.takesAlpha:
            guard HexadecimalColor.colorWithAlpha(text) != nil else { break }
            return .text(text)
        case .typed, .spelledColor, .unknown: break
        }
        return value(of: parameter.kind)
    }

    /// The value for a parameter of this kind; nil if the value is of a different kind, or changes.
    package func value(of kind: ParameterKind) -> ParameterValue? {
        switch self {
        case .typed(let value): return kind.holds(value) ? value : nil
        case .spelledColor(let text, let color):
            return [ParameterValue.color(color), .text(text)].first(where: kind.holds)
        case .changing, .unknown: return nil
        }
    }
}

extension ParameterKind {
    /// True if a value is of this kind.
    fileprivate func holds(_ value: ParameterValue) -> Bool {
        switch (self, value) {
        case (.number, .number), (.integer, .number), (.toggle, .toggle), (.choice, .text), (.text, .text),
            (.file, .text), (.color, .color), (.point, .point), (.curve, .curve):
            true
        default: false
        }
    }
}

/// Conversions between colors with 8 bits per channel and texts such as `#ff8000`.
package enum HexadecimalColor {
    /// The text for a color; nil if a channel is between two of the 256 levels, or outside 0…1.
    package static func text(ofExactly color: SIMD3<Double>) -> String? {
        guard [color.x, color.y, color.z].allSatisfy((0.0...1).contains) else { return nil }
        return levels(color) / 255 == color ? text(nearest: color) : nil
    }

    /// The text for the nearest 8-bit color; channels are clamped to 0…1, and NaN becomes 0.
    package static func text(nearest color: SIMD3<Double>) -> String {
        let digits = Array("0123456789abcdef")
        let levels = levels(color)
        return "#"
            + [levels.x, levels.y, levels.z].map { "\(digits[Int($0) / 16])\(digits[Int($0) % 16])" }.joined()
    }

    /// The text for the nearest 8-bit color with an alpha, such as `#ff800080`.
    package static func text(_ color: SIMD3<Double>, alpha: Double) -> String {
        // The last two digits of a gray are its level.
        text(nearest: color) + text(nearest: SIMD3(repeating: alpha)).suffix(2)
    }

    /// The color for a text; nil if the text is not a color.
    package static func color(_ text: String) -> SIMD3<Double>? {
        guard text.hasPrefix("#"), text.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
            let value = Int(text.dropFirst(), radix: 16)
        else { return nil }
        return SIMD3(Double(value >> 16), Double(value >> 8 & 255), Double(value & 255)) / 255
    }

    /// The color and the alpha for a text such as `#ff800080`; nil if the text is something else.
    package static func colorWithAlpha(_ text: String) -> SIMD4<Double>? {
        guard text.hasPrefix("#"), text.count == 9, text.dropFirst().allSatisfy(\.isHexDigit),
            let value = Int(text.dropFirst(), radix: 16)
        else { return nil }
        let levels = [24, 16, 8, 0].map { Double(value >> $0 & 255) / 255 }
        return SIMD4(levels[0], levels[1], levels[2], levels[3])
    }

    private static func levels(_ color: SIMD3<Double>) -> SIMD3<Double> {
        // Comparisons with NaN are false.
        let inside = SIMD3<Double>.zero.replacing(with: color, where: color .>= 0)
            .clamped(lowerBound: .zero, upperBound: .one)
        return (inside * 255).rounded(.toNearestOrAwayFromZero)
    }
}

extension JSONValue {
    fileprivate init(_ point: SIMD2<Double>) { self = .array([.number(point.x), .number(point.y)]) }

    fileprivate var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    fileprivate var point: SIMD2<Double>? {
        guard case .array(let values) = self, values.count == 2, let x = values[0].number,
            let y = values[1].number
        else { return nil }
        return SIMD2(x, y)
    }
}
