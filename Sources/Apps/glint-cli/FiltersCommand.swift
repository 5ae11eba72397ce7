import Filters
import Localization

/// `filters`: lists all filters, or describes one filter with its parameters, as text or as JSON.
enum FiltersCommand {
    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        if arguments.operands.count > 1 || arguments.afterDashes != nil { try arguments.requireNoArguments() }
        let (catalog, problems) = FilterSet.tried()
        for problem in problems { Console.complain(problem) }
        let found = try filters(named: arguments.operands.first, in: catalog)
        if arguments.has(.json) { return try Console.print(json(found).text) }
        let isOne = found.map(\.id) == arguments.operands
        try Console.print(isOne ? FilterPage(found[0], in: catalog).text : table(found))
    }

    /// All filters, the filter with a given id, or those whose title, id or search terms contain a word.
    private static func filters(
        named word: String?, in catalog: FilterCatalog
    ) throws(CommandError) -> [FilterDeclaration] {
        guard let word else { return catalog.filters }
        if let filter = catalog.filter(word) { return [filter] }
        let found = FilterSearch.find(word, in: catalog.filters, inNamesAlone: true)
        let isBlank = word.allSatisfy(\.isWhitespace)
        guard !isBlank, !found.isEmpty else { throw .usage(catalog.sentence(onUnknown: word)) }
        // Prints the list of filters by group.
        return catalog.filters.filter { filter in found.contains { $0.id == filter.id } }
    }

    /// The filters, listed by group.
    static func table(_ filters: [FilterDeclaration]) -> String {
        var lines: [String] = []
        var group = ""
        for filter in filters {
            if filter.group != group {
                if !lines.isEmpty { lines.append("") }
                group = filter.group
                lines.append("\(group):")
            }
            lines.append("  \(filter.id)\(filter.isOwn ? " (custom)" : "")  \(filter.summary)")
            let width = filter.parameters.map(\.id.count).max() ?? 0
            var section = ""
            for parameter in filter.parameters {
                if parameter.section != section, !parameter.section.isEmpty {
                    lines.append("     \(parameter.section):")
                }
                section = parameter.section
                lines.append("      \(parameter.id.padded(to: width))  \(line(parameter))")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Such as `a number from 0 to 2 px, default 1, no effect at 1`.
    static func line(_ parameter: ParameterDeclaration) -> String {
        let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
        var parts = [parameter.allowed + unit]
        if !parameter.defaultValue.word.isEmpty { parts.append("default \(parameter.defaultValue.word)") }
        if let identity = parameter.identity {
            parts.append(identity.word.isEmpty ? "no effect if empty" : "no effect at \(identity.word)")
        }
        if !parameter.help.isEmpty { parts.append(parameter.help) }
        return parts.joined(separator: ", ")
    }

    private static func json(_ filters: [FilterDeclaration]) -> JSONValue {
        .array(
            filters.map { filter in
                var keys: [String: JSONValue] = [
                    "id": .string(filter.id), "title": .string(filter.title), "group": .string(filter.group),
                    "summary": .string(filter.summary), "parameters": .array(filter.parameters.map(json)),
                ]
                if filter.isOwn { keys["own"] = .bool(true) }
                return .object(keys)
            })
    }

    private static func json(_ parameter: ParameterDeclaration) -> JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
        var keys: [String: JSONValue] = [
            "id": .string(parameter.id), "title": .string(parameter.title),
            "kind": .string(parameter.kind.rawValue), "min": number(parameter.min),
            "max": number(parameter.max), "default": parameter.defaultValue.json,
            "identity": parameter.identity?.json ?? .null, "step": number(parameter.step),
            "unit": .string(parameter.unit), "help": .string(parameter.help),
            "section": .string(parameter.section),
        ]
        if parameter.kind == .choice {
            keys["choices"] = .array(
                parameter.choices.map { .object(["id": .string($0.id), "title": .string($0.title)]) })
        }
        return .object(keys)
    }
}
