import Localization

extension FilterCatalog {
    /// The catalog in the current language; ids, ranges and shaders stay the same.
    package var translated: FilterCatalog {
        mapFilters(\.translated)
    }
}

extension FilterDeclaration {
    /// The translators' context for texts from filter headers.
    package static let context = "filter"
    /// The translators' context for the choices of a parameter: “Light” is both a group of filters and a
    /// small amount of something.
    package static let choiceContext = "filter choice"

    fileprivate var translated: FilterDeclaration {
        func text(_ text: String) -> String { Localization.translated(text, context: Self.context) }
        var filter = self
        filter.title = text(title)
        filter.group = text(group)
        filter.summary = text(summary)
        filter.parameters = parameters.map(\.translated)
        // Users who know a filter from elsewhere may know it by its English name.
        let english = [title.lowercased()] + words
        let words = Localization.translated(searchWords, context: "search words").lowercased()
        let others = words.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
        filter.words = english + others.filter { !english.contains($0) }
        return filter
    }

    /// The filter's search words in one text, as presented to translators; empty if it has none.
    package var searchWords: String { words.joined(separator: ", ") }
}

extension ParameterDeclaration {
    fileprivate var translated: ParameterDeclaration {
        func text(_ text: String) -> String {
            Localization.translated(text, context: FilterDeclaration.context)
        }
        var parameter = self
        parameter.title = text(title)
        if shortTitle != title { parameter.translatedShortTitle = text(shortTitle) }
        parameter.section = text(section)
        parameter.help = text(help)
        parameter.choices = choices.map { choice in
            ParameterChoice(
                id: choice.id,
                title: Localization.translated(choice.title, context: FilterDeclaration.choiceContext))
        }
        return parameter
    }

    fileprivate var texts: [String] {
        [title, shortTitle, section, help]
    }
}

extension FilterDeclaration {
    /// The user-visible texts of its header, in their order, for translators.
    package var texts: [String] {
        ([title, group, summary] + parameters.flatMap(\.texts)).filter { !$0.isEmpty }
    }

    /// The choices of its parameters, for translators.
    package var choiceTexts: [String] { parameters.flatMap(\.choices).map(\.title) }
}
