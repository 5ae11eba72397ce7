import Localization

/// Finds filters by search text.
package enum FilterSearch {
    /// The filters whose title, id, synonyms, group or summary contain every word of the query, best matches
    /// first. For an empty query, all filters in their usual order.
    ///
    /// - Parameter inNamesAlone: whether groups and summaries are ignored.
    package static func find(
        _ query: String, in filters: [FilterDeclaration], inNamesAlone: Bool = false
    ) -> [FilterDeclaration] {
        let words = query.lowercased().split { $0.isWhitespace }.map(String.init)
        let ranked = filters.enumerated().compactMap { index, filter in
            rank(of: filter, for: words, inNamesAlone).map { (rank: $0, index: index, filter: filter) }
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.filter)
    }

    /// The groups that are listed first; the others follow alphabetically.
    private static let firstGroups = ["Light", "Color", "Detail", "Blur"].map {
        translated($0, context: FilterDeclaration.context)
    }

    /// Filters in the order in which they are listed without a search.
    package static func listed(_ filters: [FilterDeclaration]) -> [FilterDeclaration] {
        func rank(_ filter: FilterDeclaration) -> Int {
            firstGroups.firstIndex(of: filter.group) ?? firstGroups.count
        }
        return filters.enumerated()
            .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }

    /// The sum, over all words, of the rank of the field in which the word is found. Lower is better; nil if
    /// a word is not found.
    private static func rank(
        of filter: FilterDeclaration, for words: [String], _ inNamesAlone: Bool
    ) -> Int? {
        let title = filter.title.lowercased()
        var sum = 0
        for word in words {
            if title.hasPrefix(word) {
                sum += 0
            } else if title.contains(" \(word)") || filter.id.split(separator: "-").contains(word[...]) {
                sum += 1
            } else if filter.words.contains(where: { $0.hasPrefix(word) }) {
                sum += 2
            } else if title.contains(word) || filter.id.contains(word)
                || filter.words.contains(where: { $0.contains(" \(word)") })
            {
                sum += 3
            } else if inNamesAlone {
                return nil
            } else if filter.group.lowercased().contains(word) {
                sum += 4
            } else if filter.summary.lowercased().contains(word) {
                sum += 5
            } else {
                return nil
            }
        }
        return sum
    }
}
