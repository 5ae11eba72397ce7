import Filters

/// Reads `FILTER PARAM=VALUE … FILTER …`: what follows `--`.
enum StageWords {
    static func stages(_ words: [String], catalog: FilterCatalog) throws(CommandError) -> [Recipe.Stage] {
        var stages: [Recipe.Stage] = []
        for word in words {
            guard let equals = word.firstIndex(of: "=") else {
                stages.append(Recipe.Stage(try filter(word, catalog: catalog).id))
                continue
            }
            guard var stage = stages.popLast(), let filter = catalog.filter(stage.filter) else {
                throw .usage("“\(word)” comes before any filter; write FILTER PARAM=VALUE")
            }
            let id = String(word[..<equals])
            let value = try value(String(word[word.index(after: equals)...]), of: id, filter: filter)
            guard stage.parameters[id] == nil else { throw .usage("\(filter.id): \(id) is given twice") }
            stage.set(id, to: value)
            stages.append(stage)
        }
        return stages
    }

    private static func filter(
        _ word: String, catalog: FilterCatalog
    ) throws(CommandError) -> FilterDeclaration {
        if word.hasPrefix("-") {
            throw .usage("“\(word)” comes after --, where filters are; options come before")
        }
        guard let filter = catalog.filter(word) else {
            throw .usage(RecipeError.unknownFilter(word, known: catalog.filters.map(\.id).sorted()).sentence)
        }
        return filter
    }

    private static func value(
        _ word: String, of id: String, filter: FilterDeclaration
    ) throws(CommandError) -> ParameterValue {
        guard let parameter = filter.parameter(id) else {
            let known = filter.parameters.map(\.id)
            throw .usage(RecipeError.unknownParameter(id, filter: filter.id, known: known).sentence)
        }
        guard let value = ParameterValue(word: word, kind: parameter.kind) else {
            throw .usage("\(filter.id): \(id) is “\(word)” and has to be \(parameter.allowed)")
        }
        if let problem = parameter.problem(with: value) { throw .usage("\(filter.id): \(problem)") }
        return value
    }
}

extension RecipeError {
    /// The description, and the name that was probably meant.
    var sentence: String {
        switch self {
        case .unknownFilter(let name, let known): description + NearName.hint(name, among: known)
        case .unknownParameter(let name, _, let known): description + NearName.hint(name, among: known)
        case .malformed, .newer, .badValue: description
        }
    }
}
