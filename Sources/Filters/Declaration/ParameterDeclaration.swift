import Wording

/// What values a parameter takes.
public enum ParameterKind: String, Sendable, CaseIterable, Codable {
    /// Any number of a range.
    case number
    /// A whole number of a range.
    case integer
    /// On or off.
    case toggle
    /// One of several words.
    case choice
    /// Red, green and blue, sRGB-encoded.
    case color
    /// A place in the picture.
    case point
    /// A curve through points.
    case curve
    /// Any text.
    case text
    /// The path of a file.
    case file
}

extension ParameterKind {
    /// The type of the value that a function is given.
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

    /// What is said of a word that is no value of this kind.
    ///
    /// - Parameter attribute: what the word was given as, such as `default`.
    func refusal(of word: String, as attribute: String) -> String {
        switch self {
        case .number: tr("\(attribute) \(word.quoted) is not a number")
        case .integer: tr("\(attribute) \(word.quoted) is not an integer")
        case .toggle: tr("\(attribute) \(word.quoted) is not a toggle")
        case .choice: tr("\(attribute) \(word.quoted) is not a choice")
        case .color: tr("\(attribute) \(word.quoted) is not a color")
        case .point: tr("\(attribute) \(word.quoted) is not a point")
        case .curve: tr("\(attribute) \(word.quoted) is not a curve")
        case .text: tr("\(attribute) \(word.quoted) is not a text")
        case .file: tr("\(attribute) \(word.quoted) is not a file")
        }
    }
}

/// How a slider spreads its range.
public enum SliderCurve: String, Sendable, CaseIterable, Codable {
    /// Evenly.
    case linear
    /// More room for small values: the position is the square root of the fraction of the range.
    case square
}

/// One of the values of a choice.
public struct ParameterChoice: Sendable, Hashable, Codable {
    /// What recipes and the command line write.
    public let id: String
    /// What people read.
    public let title: String
}

/// A parameter as its filter declares it: the source of its slider, command-line option, recipe key and help.
public struct ParameterDeclaration: Sendable, Hashable {
    /// The key in recipes and on the command line, in camelCase.
    public let id: String
    /// What people read.
    public internal(set) var title: String
    /// What values the parameter takes.
    public let kind: ParameterKind
    /// The least value of a number or an integer.
    public let min: Double?
    /// The greatest value of a number or an integer.
    public let max: Double?
    /// The value used if none is given.
    public let defaultValue: ParameterValue
    /// The value that leaves the picture unchanged, if there is one.
    public let identity: ParameterValue?
    /// The slider's step; values between are allowed.
    public let step: Double?
    /// The unit shown after the value, such as `px`; empty if there is none.
    public let unit: String
    /// How the slider spreads its range.
    public let curve: SliderCurve
    /// The values of a choice, in order.
    public internal(set) var choices: [ParameterChoice]
    /// The heading it is listed under, with its neighbors that have the same section; empty if there is none.
    public internal(set) var section: String
    /// A sentence on what it does if its title does not say enough; otherwise empty.
    public internal(set) var help: String
    /// The extension of the files that can be chosen, such as `cube`; empty for any.
    public let fileExtension: String
    /// Whether the command line takes the number of a choice, counted from 0, as well as its id.
    public let isNumbered: Bool
    /// Whether it is the number of frames by which the filter is ahead of the time that it reads.
    package var offsetsTime = false
    /// ``shortTitle`` in another language, which does not follow from the title there.
    var translatedShortTitle: String?

    /// Three numbers for a filter of the engine's own, which nobody sees.
    package static func numbers(_ id: String) -> ParameterDeclaration {
        ParameterDeclaration(
            id: id, title: "", kind: .color, min: nil, max: nil, defaultValue: .color(.zero), identity: nil,
            step: nil, unit: "", curve: .linear, choices: [], section: "", help: "", fileExtension: "",
            isNumbered: false)
    }

    /// The title as it reads below the section's heading: "Red Hue" is "Red" in "Hue", and "Hue" in "Red".
    public var shortTitle: String {
        if let translatedShortTitle { return translatedShortTitle }
        guard !section.isEmpty, title != section else { return title }
        if title.hasPrefix(section + " ") {
            let rest = title.dropFirst(section.count + 1)
            return rest.prefix(1).uppercased() + rest.dropFirst()
        }
        return title.hasSuffix(" " + section) ? String(title.dropLast(section.count + 1)) : title
    }

    /// The reason why `value` is not allowed for this parameter; nil if it is.
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
            return tr("\(id) is \(choice.quoted) and has to be one of \(choiceIDs)")
        case (.color, .color(let color)): return inUnit([color.x, color.y, color.z]) ? nil : demand
        case (.point, .point(let point)): return inUnit([point.x, point.y]) ? nil : demand
        case (.curve, .curve(let points)):
            let isOrdered = zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x }
            return points.count >= 2 && isOrdered && inUnit(points.flatMap { [$0.x, $0.y] }) ? nil : demand
        default: return demand
        }
    }

    /// The allowed values, in English words for the command line.
    public var allowed: String {
        switch kind {
        case .number: "a number from \(least) to \(most)"
        case .integer: "a whole number from \(least) to \(most)"
        case .toggle: "true or false"
        case .choice: "one of \(choiceIDs)"
        case .color: "a color such as #ff8000"
        case .point: "a point x,y with both from 0 to 1"
        case .curve: "a curve x,y;x,y;… with all from 0 to 1 and x rising"
        case .text: "a text"
        case .file: "the path of a file"
        }
    }

    /// A sentence that says which values are allowed.
    package var demand: String {
        switch kind {
        case .number: tr("\(id) has to be a number from \(least) to \(most)")
        case .integer: tr("\(id) has to be a whole number from \(least) to \(most)")
        case .toggle: tr("\(id) has to be true or false")
        case .choice: tr("\(id) has to be one of \(choiceIDs)")
        case .color: tr("\(id) has to be a color such as #ff8000")
        case .point: tr("\(id) has to be a point x,y with both from 0 to 1")
        case .curve: tr("\(id) has to be a curve x,y;x,y;… with all from 0 to 1 and x rising")
        case .text: tr("\(id) has to be a text")
        case .file: tr("\(id) has to be the path of a file")
        }
    }

    private func problem(with number: Double) -> String {
        kind == .number
            ? tr("\(id) is \(plain(number)) and has to be a number from \(least) to \(most)")
            : tr("\(id) is \(plain(number)) and has to be a whole number from \(least) to \(most)")
    }

    private var least: String { plain(min ?? 0) }
    private var most: String { plain(max ?? 0) }
    private var choiceIDs: String { choices.map(\.id).joined(separator: ", ") }

    private func inUnit(_ numbers: [Double]) -> Bool {
        numbers.allSatisfy { $0 >= 0 && $0 <= 1 }
    }
}

/// A number as people write it: whole numbers without a decimal point.
package func plain(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    return "\(number)"
}
