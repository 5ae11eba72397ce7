import Filters
import Localization

/// Parses `FILTER PARAM=VALUE … FILTER …`: the arguments after `--`.
enum StageArguments {
    static func stages(_ arguments: [String], catalog: FilterCatalog) throws(CommandError) -> [Recipe.Stage] {
        var stages: [Recipe.Stage] = []
        /// The names already given for the last stage, to report duplicates.
        var given: Set<String> = []
        for (index, word) in arguments.enumerated() {
            if let previous = stages.last.flatMap({ catalog.filter(of: $0) }),
                let meant = parameterMeant(by: arguments[index...], of: previous)
            {
                throw .usage("\(previous.id): \(word.quoted) is not a complete setting; write \(meant)")
            }
            let name = String(word.prefix { $0 != " " })
            if name != word, catalog.filter(of: Recipe.Stage(name)) != nil {
                throw .usage(
                    "\(word.quoted): \(name) must be a word of its own, and so must each PARAM=VALUE behind it"
                )
            }
            guard let equals = word.firstIndex(of: "=") else {
                stages.append(Recipe.Stage(try filter(word, catalog: catalog).id))
                given = []
                continue
            }
            guard var stage = stages.popLast(), let filter = catalog.filter(of: stage) else {
                throw .usage("\(word.quoted) comes before any filter; write FILTER PARAM=VALUE")
            }
            let id = String(word[..<equals])
            let text = String(word[word.index(after: equals)...])
            let setting = filter.parameter(id) == nil ? StageSetting(rawValue: id) : nil
            if filter.parameter(id) == nil, setting == nil { try requireShader(of: stage, catalog: catalog) }
            guard given.insert(id).inserted || setting?.isRepeatable == true else {
                throw .usage("\(filter.id): \(id.shortened) is given twice")
            }
            if let setting {
                try setting.set(text, of: &stage)
            } else {
                stage.parameters[id] = try value(text, of: id, filter: filter)
                if id == "file" { stage.shader = nil }
            }
            stages.append(stage)
        }
        for stage in stages {
            if let problem = catalog.problem(with: stage) { throw .usage("\(stage.filter): \(problem)") }
        }
        return stages
    }

    /// A suggestion for the first words of `arguments`, if they are a parameter of `filter` split into
    /// several words, or a value of a parameter without the name.
    private static func parameterMeant(
        by arguments: ArraySlice<String>, of filter: FilterDeclaration
    ) -> String? {
        let word = arguments.first ?? ""
        // Recognizes amount = 0.3, amount =0.3, amount= 0.3 and amount 0.3.
        let name = word.hasSuffix("=") ? String(word.dropLast()) : word
        if let parameter = filter.parameter(name) {
            let values = arguments.dropFirst().map { $0.hasPrefix("=") ? String($0.dropFirst()) : $0 }
            let value = values.first { !$0.isEmpty }.flatMap { isValue($0, of: parameter) ? $0 : nil }
            // amount= at the end also has a value: an empty text.
            return word == name || value != nil
                ? "\(parameter.id)=\(value ?? "VALUE") as one argument".shortened : nil
        }
        if let parameter = filter.parameters.first(where: { isValue(word, of: $0) }) {
            return "\(parameter.id)=\(word)".shortened
        }
        // A number is never a filter, even if no parameter accepts it.
        let numbers = filter.parameters.filter { $0.kind == .number || $0.kind == .integer }
        guard Double(word) != nil, let first = numbers.first else { return nil }
        return "\(first.id)=VALUE, where the value is \(first.allowed)"
    }

    /// True if the word can only be a value, and the parameter accepts it.
    private static func isValue(_ word: String, of parameter: ParameterDeclaration) -> Bool {
        switch parameter.kind {
        case .choice: parameter.choices.contains { $0.id == word }
        case .text, .file: false
        case .number, .integer, .toggle, .color, .point, .curve:
            ParameterValue(word: word, kind: parameter.kind).map { parameter.problem(with: $0) == nil }
                ?? false
        }
    }

    private static func filter(
        _ word: String, catalog: FilterCatalog
    ) throws(CommandError) -> FilterDeclaration {
        if word.hasPrefix("-") {
            throw .usage("\(word.quoted) is an option after --; options go before -- and filters after it")
        }
        guard let filter = catalog.filter(word) else {
            if let refusal = FilterSet.refusal(of: word) { throw .files(refusal) }
            throw .usage(catalog.sentence(onUnknown: word))
        }
        return filter
    }

    /// Throws ``CommandError`` if a stage's parameters are unknown because the file of its shader cannot be
    /// used.
    private static func requireShader(
        of stage: Recipe.Stage, catalog: FilterCatalog
    ) throws(CommandError) {
        do throws(FilterError) {
            _ = try catalog.importedShader(of: stage)
        } catch {
            throw .files(error.description)
        }
    }

    private static func value(
        _ word: String, of id: String, filter: FilterDeclaration
    ) throws(CommandError) -> StageValue {
        guard let parameter = filter.parameter(id) else {
            let known = filter.parameters.map(\.id) + StageSetting.allCases.map(\.rawValue)
            throw .usage(RecipeError.unknownParameter(id, filter: filter.id, known: known).sentence)
        }
        if let change = try change(word, of: parameter, filter: filter) { return StageValue(change) }
        guard let value = read(word, parameter) else {
            throw .usage("\(filter.id): \(id) must be \(parameter.allowed), not \(word.quoted)")
        }
        if let problem = parameter.problem(with: value) { throw .usage("\(filter.id): \(problem)") }
        return StageValue(value)
    }

    private static func read(_ word: String, _ parameter: ParameterDeclaration) -> ParameterValue? {
        if parameter.isNumbered, let number = Int(word), parameter.choices.indices.contains(number) {
            return .text(parameter.choices[number].id)
        }
        // A color with alpha stays a text.
        return ParameterValue(word: word, kind: parameter.kind)
            ?? (parameter.takesAlpha && parameter.problem(with: .text(word)) == nil ? .text(word) : nil)
    }

    /// The value over time that a word stands for; nil if it is a single value.
    private static func change(
        _ word: String, of parameter: ParameterDeclaration, filter: FilterDeclaration
    ) throws(CommandError) -> ValueOverTime? {
        guard parameter.canChange else { return nil }
        let change: ValueOverTime?
        do throws(ValueOverTime.Mistake) {
            change = try ValueOverTime(word: word) { read($0, parameter) }
        } catch {
            throw .usage("\(filter.id): \(parameter.id): \(error.reason)")
        }
        if let problem = change.flatMap(parameter.problem(with:)) {
            throw .usage("\(filter.id): \(problem)")
        }
        return change
    }
}

extension FilterCatalog {
    /// Reports an unknown filter, suggests a similar one, and explains how to list all.
    func sentence(onUnknown name: String) -> String {
        let error = RecipeError.unknownFilter(name, known: filters.map(\.id))
        return error.sentence(meaning: idMeant(by: name)) + "; \(Program.name) filters lists them"
    }
}

extension RecipeError {
    /// The error's description, with the name that was probably intended.
    var sentence: String {
        switch self {
        case .unknownFilter(let name, _): FilterSet.catalog.sentence(onUnknown: name)
        case .unknownParameter(let name, _, let known):
            sentence(meaning: NearName.nearest(to: name, among: known))
        case .malformed, .newer, .badValue, .badRegion: description
        }
    }
}
