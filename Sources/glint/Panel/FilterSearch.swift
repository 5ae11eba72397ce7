import Filters

/// Finds filters by search text.
enum FilterSearch {
    /// The filters whose title, id, group or summary contains each word of the query, best matches first; all of them,
    /// in their own order, for an empty query.
    static func find(_ query: String, in filters: [FilterDeclaration]) -> [FilterDeclaration] {
        let words = query.lowercased().split { $0.isWhitespace }.map(String.init)
        let ranked = filters.enumerated().compactMap { index, filter in
            rank(of: filter, for: words).map { (rank: $0, index: index, filter: filter) }
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.filter)
    }

    /// The sum of the ranks of the fields where each word is found, lower is better; nil if a word is not found.
    private static func rank(of filter: FilterDeclaration, for words: [String]) -> Int? {
        let title = filter.title.lowercased()
        var sum = 0
        for word in words {
            if title.hasPrefix(word) {
                sum += 0
            } else if title.contains(" \(word)") || filter.id.split(separator: "-").contains(word[...]) {
                sum += 1
            } else if title.contains(word) || filter.id.contains(word) {
                sum += 2
            } else if filter.group.lowercased().contains(word) {
                sum += 3
            } else if filter.summary.lowercased().contains(word) {
                sum += 4
            } else {
                return nil
            }
        }
        return sum
    }
}
