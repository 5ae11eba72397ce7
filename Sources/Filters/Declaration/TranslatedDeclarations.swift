import Localization

extension FilterCatalog {
    /// The catalog in the current language; ids, ranges and shaders stay the same.
    package var translated: FilterCatalog {
        mapFilters(\.translated)
    }
}

extension FilterDeclaration {
    /// The message context of texts from filter headers.
    package static let context = "filter"
    /// The message context of a parameter's choices: “Light” is both a group of filters and a small amount of
    /// something.
    package static let choiceContext = "filter choice"

    fileprivate var translated: FilterDeclaration {
        func text(_ text: String) -> String { Localization.translated(text, context: Self.context) }
        var filter = self
        filter.title = text(title)
        filter.group = text(group)
        filter.summary = text(summary)
        filter.parameters = parameters.map(\.translated)
        // Users may know a filter by its English name from elsewhere.
        let english = [title.lowercased()] + words
        let words = Localization.translated(searchWords, context: "search words").lowercased()
        let others = words.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
        filter.words = english + others.filter { !english.contains($0) }
        return filter
    }

    /// The filter's search words as one text for translators; empty if it has none.
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
    /// The user-visible texts in the header, in order, for translators.
    package var texts: [String] {
        ([title, group, summary] + parameters.flatMap(\.texts)).filter { !$0.isEmpty }
    }

    /// The titles of the parameters' choices, for translators.
    package var choiceTexts: [String] { parameters.flatMap(\.choices).map(\.title) }
}
