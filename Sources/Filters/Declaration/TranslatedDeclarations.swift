import Wording

extension FilterCatalog {
    /// The catalog as it is shown in the language in use; ids, ranges and shaders are the same.
    package var translated: FilterCatalog {
        mapFilters(\.translated)
    }
}

extension FilterDeclaration {
    /// What translators are told about texts of filters' headers.
    package static let context = "filter"
    /// What translators are told about the choices of a parameter: “Light” is a group of filters, and little of something.
    package static let choiceContext = "filter choice"

    fileprivate var translated: FilterDeclaration {
        func text(_ text: String) -> String { Wording.translated(text, context: Self.context) }
        var filter = self
        filter.title = text(title)
        filter.group = text(group)
        filter.summary = text(summary)
        filter.parameters = parameters.map(\.translated)
        // People who know a filter from elsewhere may know it by its English name.
        let english = [title.lowercased()] + words
        let words = Wording.translated(searchWords, context: "search words").lowercased()
        let others = words.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
        filter.words = english + others.filter { !english.contains($0) }
        return filter
    }

    /// The words that people search it by in one text, as translators are given it; empty where it has none.
    package var searchWords: String { words.joined(separator: ", ") }
}

extension ParameterDeclaration {
    fileprivate var translated: ParameterDeclaration {
        func text(_ text: String) -> String {
            Wording.translated(text, context: FilterDeclaration.context)
        }
        var parameter = self
        parameter.title = text(title)
        if shortTitle != title { parameter.translatedShortTitle = text(shortTitle) }
        parameter.section = text(section)
        parameter.help = text(help)
        parameter.choices = choices.map { choice in
            ParameterChoice(
                id: choice.id,
                title: Wording.translated(choice.title, context: FilterDeclaration.choiceContext))
        }
        return parameter
    }

    fileprivate var texts: [String] {
        [title, shortTitle, section, help]
    }
}

extension FilterDeclaration {
    /// The texts of its header that people read, in its order, for translators.
    package var texts: [String] {
        ([title, group, summary] + parameters.flatMap(\.texts)).filter { !$0.isEmpty }
    }

    /// The choices of its parameters, for translators.
    package var choiceTexts: [String] { parameters.flatMap(\.choices).map(\.title) }
}
