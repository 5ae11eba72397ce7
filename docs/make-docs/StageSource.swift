import Filters

/// The Swift functions for the filters, such as `.gaussianBlur(radius: 10)`, generated from their
/// declarations: one file per group.
enum StageSource {
    /// The files by name, without folder.
    static func files(_ catalog: FilterCatalog) -> [String: String] {
        Dictionary(grouping: catalog.filters, by: \.group).reduce(into: [:]) { files, group in
            files["\(group.key).swift"] = file(group.value)
        }
    }

    private static func file(_ filters: [FilterDeclaration]) -> String {
        let lines =
            [
                "// Made by `make docs` from the headers of the files in Shaders/; edit those.",
                "import Filters",
                "", "extension Recipe.Stage {",
            ]
            + filters.map { declaration(of: $0).map { $0.isEmpty ? "" : "    " + $0 } }.joined(separator: [""]
            )
            + ["}"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func declaration(of filter: FilterDeclaration) -> [String] {
        let choices = filter.parameters.filter { $0.kind == .choice }
        return choices.flatMap { enumeration(of: $0, in: filter) + [""] } + comment(of: filter)
            + function(of: filter)
    }

    // MARK: - Functions

    private static func function(of filter: FilterDeclaration) -> [String] {
        let name = "public static func \(filter.functionName)"
        guard filter.parameters.count > 1 else {
            let parameters = filter.parameters.map { parameter($0, in: filter) }.joined()
            return ["\(name)(\(parameters)) -> Self {"] + body(of: filter) + ["}"]
        }
        let last = filter.parameters.count - 1
        let parameters = filter.parameters.enumerated().map { index, declaration in
            "    " + parameter(declaration, in: filter) + (index == last ? "" : ",")
        }
        return ["\(name)("] + parameters + [") -> Self {"] + body(of: filter) + ["}"]
    }

    private static func parameter(_ parameter: ParameterDeclaration, in filter: FilterDeclaration) -> String {
        "\(parameter.id): \(type(of: parameter, in: filter))? = nil"
    }

    private static func body(of filter: FilterDeclaration) -> [String] {
        guard !filter.parameters.isEmpty else { return ["    Self(\"\(filter.id)\")"] }
        return ["    var stage = Self(\"\(filter.id)\")"]
            + filter.parameters.map { "    stage.give(\"\($0.id)\", \($0.id))" } + ["    return stage"]
    }

    private static func type(of parameter: ParameterDeclaration, in filter: FilterDeclaration) -> String {
        switch parameter.kind {
        case .number: "Double"
        case .integer: "Int"
        case .toggle: "Bool"
        case .choice: choiceType(of: parameter, in: filter)
        case .color: "SIMD3<Double>"
        case .point: "SIMD2<Double>"
        case .curve: "[SIMD2<Double>]"
        case .text, .file: "String"
        }
    }

    // MARK: - Choices

    /// The type name of a choice: `DeinterlaceMethod`. Acronyms are kept: `NTSCStandard`.
    static func choiceType(of parameter: ParameterDeclaration, in filter: FilterDeclaration) -> String {
        let words = filter.id.split(separator: "-").map {
            $0.count <= 4 && filter.id == $0 ? $0.uppercased() : $0.capitalized
        }
        return words.joined() + parameter.id.prefix(1).uppercased() + parameter.id.dropFirst()
    }

    /// The name of a choice's case. One named `none` would be taken for the nil of an optional parameter.
    static func caseName(_ choice: ParameterChoice) -> String {
        if choice.id == "none" { return "off" }
        if choice.id.first?.isNumber == true { return "degrees" + choice.id }
        let words = choice.id.split(separator: "-")
        return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    }

    private static func enumeration(of parameter: ParameterDeclaration, in filter: FilterDeclaration)
        -> [String]
    {
        ["/// What `\(parameter.id)` of `\(filter.functionName)` can be."]
            + ["public enum \(choiceType(of: parameter, in: filter)): String, Sendable, CaseIterable {"]
            + parameter.choices.flatMap { choice in
                let name = caseName(choice)
                return [
                    "    /// \(choice.title).",
                    "    case \(name)" + (name == choice.id ? "" : " = \"\(choice.id)\""),
                ]
            } + ["}"]
    }

    // MARK: - Comments

    private static func comment(of filter: FilterDeclaration) -> [String] {
        var lines = wrapped(filter.summary, first: "/// ", rest: "/// ") + ["///"]
        lines += wrapped(
            "The filter `\(filter.id)`. A parameter that is nil has its default, and is left out of the recipe.",
            first: "/// ", rest: "/// ")
        guard !filter.parameters.isEmpty else { return lines }
        let isOne = filter.parameters.count == 1
        lines += ["///"] + (isOne ? [] : ["/// - Parameters:"])
        for parameter in filter.parameters {
            let text = sentences(on: parameter)
            lines +=
                isOne
                ? wrapped("- Parameter \(parameter.id): \(text)", first: "/// ", rest: "///   ")
                : wrapped("- \(parameter.id): \(text)", first: "///   ", rest: "///     ")
        }
        return lines
    }

    private static func sentences(on parameter: ParameterDeclaration) -> String {
        let help = parameter.help.isEmpty ? "" : " \(parameter.help)"
        return "\(parameter.title).\(help) \(values(of: parameter))"
    }

    /// Unit, range, default and identity.
    private static func values(of parameter: ParameterDeclaration) -> String {
        let standard = "default \(literal(parameter.defaultValue, of: parameter))"
        let identity = parameter.identity.map { "; no effect at \(literal($0, of: parameter))" } ?? ""
        let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
        switch parameter.kind {
        case .number, .integer:
            return
                "From \(plain(parameter.min ?? 0)) to \(plain(parameter.max ?? 0))\(unit), \(standard)\(identity)."
        case .toggle, .choice: return "By \(standard)\(identity)."
        case .color: return "Red, green and blue, sRGB-encoded, each 0…1; \(standard)\(identity)."
        case .point: return "From the left and the top, each 0…1 of the picture; \(standard)."
        case .curve: return "Points with x rising, all coordinates 0…1; \(standard)\(identity)."
        case .text: return "Nothing by default."
        case .file:
            let kind = parameter.fileExtension.isEmpty ? "a file" : "a .\(parameter.fileExtension) file"
            return "The path of \(kind); none by default."
        }
    }

    private static func literal(_ value: ParameterValue, of parameter: ParameterDeclaration) -> String {
        "`" + code(value, of: parameter) + "`"
    }

    /// The value as a Swift expression.
    static func code(_ value: ParameterValue, of parameter: ParameterDeclaration) -> String {
        func list(_ numbers: [Double]) -> String { "[" + numbers.map(plain).joined(separator: ", ") + "]" }
        return switch value {
        case .number(let number): plain(number)
        case .toggle(let isOn): "\(isOn)"
        case .text(let text):
            parameter.choices.first { $0.id == text }.map { "." + caseName($0) } ?? "\"\(text)\""
        case .color(let color): list([color.x, color.y, color.z].map { ($0 * 1000).rounded() / 1000 })
        case .point(let point): list([point.x, point.y])
        case .curve(let points): "[" + points.map { list([$0.x, $0.y]) }.joined(separator: ", ") + "]"
        }
    }

    /// The maximum line length, within the indentation of the extension.
    private static let width = 106

    private static func wrapped(_ text: String, first: String, rest: String) -> [String] {
        var lines: [String] = []
        var line = first
        for word in text.split(separator: " ") {
            let isEmpty = line == first || line == rest
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = rest + word
            } else {
                line += (isEmpty ? "" : " ") + word
            }
        }
        return lines + [line]
    }
}

extension StringProtocol {
    /// Capitalizes the first letter.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
