import Localization

/// The kind of a parameter's values.
public enum ParameterKind: String, Sendable, CaseIterable, Codable {
    /// Any number within a range.
    case number
    /// A whole number within a range.
    case integer
    /// On or off.
    case toggle
    /// A choice from a list.
    case choice
    /// Red, green and blue, sRGB-encoded.
    case color
    /// A position in the picture.
    case point
    /// A curve through points.
    case curve
    /// Any text.
    case text
    /// The path of a file.
    case file
}

extension ParameterKind {
    /// The GLSL type of the function's argument.
    package var typeName: String {
        switch self {
        case .number: "float"
        case .integer, .choice, .curve: "int"
        case .toggle: "bool"
        case .color: "vec3"
        case .point: "vec2"
        case .text, .file: "vec4"
        }
    }

    /// The message for a text that is not a value of this kind.
    ///
    /// - Parameter attribute: the attribute with this text, such as `default`.
    func refusal(of word: String, as attribute: String) -> String {
        switch self {
        case .number: tr("\(attribute) \(word.quoted) is not a number")
        case .integer: tr("\(attribute) \(word.quoted) is not an integer")
        case .toggle: tr("\(attribute) \(word.quoted) is not a toggle")
        case .choice: tr("\(attribute) \(word.quoted) is not a choice")
        case .color: tr("\(attribute) \(word.quoted) is not a color")
        case .point: tr("\(attribute) \(word.quoted) is not a point")
        case .curve: tr("\(attribute) \(word.quoted) is not a curve")
        case .text: tr("\(attribute) \(word.quoted) is not text")
        case .file: tr("\(attribute) \(word.quoted) is not a file")
        }
    }
}

/// How a slider's position maps to its range.
public enum SliderCurve: String, Sendable, CaseIterable, Codable {
    /// Linearly.
    case linear
    /// With finer control over small values: the position is the square root of the value's fraction of the
    /// range.
    case square
}

/// One of the values of a choice.
public struct ParameterChoice: Sendable, Hashable, Codable {
    /// The id in recipes and on the command line.
    public let id: String
    /// The name that is shown to the user.
    public let title: String
}

/// A parameter as its filter declares it: the basis of its slider, command-line option, recipe key and help.
public struct ParameterDeclaration: Sendable, Hashable {
    /// The key in recipes and on the command line, in camelCase.
    public let id: String
    /// The name that is shown to the user.
    public internal(set) var title: String
    /// The kind of the parameter's values.
    public let kind: ParameterKind
    /// The minimum of a number or an integer, or of both coordinates of a point that is not within 0…1.
    public let min: Double?
    /// The maximum of a number or an integer, or of both coordinates of a point that is not within 0…1.
    public let max: Double?
    /// The value used if the recipe gives none.
    public let defaultValue: ParameterValue
    /// The value that leaves the picture unchanged, if there is one.
    public internal(set) var identity: ParameterValue?
    /// The slider's step; values between steps are allowed.
    public let step: Double?
    /// The unit shown after the value, such as `px`; empty if there is none.
    public let unit: String
    /// How the slider's position maps to its range.
    public let curve: SliderCurve
    /// The values of a choice, in order.
    public internal(set) var choices: [ParameterChoice]
    /// The heading above the consecutive parameters of the same section; empty if there is none.
    public internal(set) var section: String
    /// A sentence that explains the parameter if its title is not enough; otherwise empty.
    public internal(set) var help: String
    /// The extensions of the files to choose from, such as `cube` or `png,tif`; empty for any.
    public let fileExtension: String
    /// True if the command line also accepts the index of a choice, counted from 0, instead of its id.
    public let isNumbered: Bool
    /// True if the parameter is a number of frames that is added to the time that the filter reads.
    package var offsetsTime = false
    /// True if the ids of the choices are numbers, which recipes may also write as such.
    package var choicesAreNumbers = false
    /// True for a color that may also have an alpha, as a text such as `#ff800080`.
    package var takesAlpha = false
    /// True for a point whose y is counted from the bottom of the picture.
    package var pointsUp = false
    /// The translation of ``shortTitle``, which cannot be derived from the translated title.
    var translatedShortTitle: String?

    /// Three numbers, for a filter that the engine uses internally and the user never sees.
    package static func numbers(_ id: String) -> ParameterDeclaration {
        ParameterDeclaration(
            id: id, title: "", kind: .color, min: nil, max: nil, defaultValue: .color(.zero), identity: nil,
            step: nil, unit: "", curve: .linear, choices: [], section: "", help: "", fileExtension: "",
            isNumbered: false)
    }

    /// The title shown under the section's heading: "Red Hue" becomes "Red" in "Hue", and "Hue" in "Red".
    public var shortTitle: String {
        if let translatedShortTitle { return translatedShortTitle }
        guard !section.isEmpty, title != section else { return title }
        if title.hasPrefix(section + " ") {
            let rest = title.dropFirst(section.count + 1)
            return rest.prefix(1).uppercased() + rest.dropFirst()
        }
        return title.hasSuffix(" " + section) ? String(title.dropLast(section.count + 1)) : title
    }

    /// Why `value` is not allowed for this parameter; nil if it is allowed.
    public func problem(with value: ParameterValue) -> String? {
        switch (kind, value) {
        case (.number, .number(let number)), (.integer, .number(let number)):
            guard number.isFinite, let min, let max, number >= min, number <= max,
                kind == .number || number == number.rounded()
            else { return problem(with: number) }
            return nil
        case (.toggle, .toggle), (.text, .text), (.file, .text): return nil
        case (.choice, .text(let choice)):
            guard !choices.contains(where: { $0.id == choice }) else { return nil }
            return tr("\(id) is \(choice.quoted) but must be one of \(choiceIDs)")
        case (.color, .text(let text)):
            return takesAlpha && HexadecimalColor.colorWithAlpha(text) != nil ? nil : demand
        case (.color, .color(let color)): return inUnit([color.x, color.y, color.z]) ? nil : demand
        case (.point, .point(let point)):
            let range = (min ?? 0)...(max ?? 1)
            return range.contains(point.x) && range.contains(point.y) ? nil : demand
        case (.curve, .curve(let points)):
            let isOrdered = zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x }
            return points.count >= 2 && isOrdered && inUnit(points.flatMap { [$0.x, $0.y] }) ? nil : demand
        default: return demand
        }
    }

    /// The allowed values, in English, for the command line.
    public var allowed: String {
        switch kind {
        case .number: "a number from \(least) to \(maximum)"
        case .integer: "a whole number from \(least) to \(maximum)"
        case .toggle: "true or false"
        case .choice: "one of \(choiceIDs)"
        case .color: "a color such as #ff8000"
        case .point: "a point x,y with both from \(plain(min ?? 0)) to \(plain(max ?? 1))"
        case .curve: "a curve x,y;x,y;… with all from 0 to 1 and x increasing"
        case .text: "text"
        case .file: "the path of a file"
        }
    }

    /// A sentence that states the allowed values.
    package var demand: String {
        switch kind {
        case .number: tr("\(id) must be a number from \(least) to \(maximum)")
        case .integer: tr("\(id) must be a whole number from \(least) to \(maximum)")
        case .toggle: tr("\(id) must be true or false")
        case .choice: tr("\(id) must be one of \(choiceIDs)")
        case .color: tr("\(id) must be a color such as #ff8000")
        case .point:
            min == nil
                ? tr("\(id) must be a point x,y with both from 0 to 1")
                : tr("\(id) must be a point x,y with both from \(least) to \(maximum)")
        case .curve: tr("\(id) must be a curve x,y;x,y;… with all from 0 to 1 and x increasing")
        case .text: tr("\(id) must be text")
        case .file: tr("\(id) must be the path of a file")
        }
    }

    private func problem(with number: Double) -> String {
        kind == .number
            ? tr("\(id) is \(plain(number)) but must be a number from \(least) to \(maximum)")
            : tr("\(id) is \(plain(number)) but must be a whole number from \(least) to \(maximum)")
    }

    private var least: String { plain(min ?? 0) }
    private var maximum: String { plain(max ?? 0) }
    private var choiceIDs: String { choices.map(\.id).joined(separator: ", ") }

    private func inUnit(_ numbers: [Double]) -> Bool {
        numbers.allSatisfy { $0 >= 0 && $0 <= 1 }
    }
}

/// A number in its usual notation: whole numbers without a decimal point.
package func plain(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    return "\(number)"
}

extension ParameterDeclaration {
    /// Where in the picture the value of a point lies, from (0, 0) at the top left to (1, 1).
    package func position(of point: SIMD2<Double>) -> SIMD2<Double> {
        let position = (point - SIMD2(repeating: min ?? 0)) / length
        return pointsUp ? SIMD2(position.x, 1 - position.y) : position
    }

    /// The value of a point at a position in the picture, to a thousandth of the range.
    package func point(at position: SIMD2<Double>) -> SIMD2<Double> {
        let inside = position.clamped(lowerBound: .zero, upperBound: .one)
        let upright = pointsUp ? SIMD2(inside.x, 1 - inside.y) : inside
        let low = SIMD2(repeating: min ?? 0)
        let point = low + (upright * 1000).rounded(.toNearestOrAwayFromZero) / 1000 * length
        return point.clamped(lowerBound: low, upperBound: SIMD2(repeating: max ?? 1))
    }

    private var length: Double { Swift.max((max ?? 1) - (min ?? 0), 1e-9) }
}
