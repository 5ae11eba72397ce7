/// Guesses the intended name from a mistyped one.
package enum NearName {
    /// ` (did you mean saturation?)`, or empty if no name is near.
    package static func hint(_ typed: String, among names: [String]) -> String {
        nearest(to: typed, among: names).map { " (did you mean \($0)?)" } ?? ""
    }

    /// The name with the smallest edit distance, which is at most a third of its letters; a name that
    /// contains the typed text has a distance of at most one.
    package static func nearest(to typed: String, among names: [String]) -> String? {
        // Text longer than any name with all its letters changed has no near name.
        let longest = names.map(\.utf8.count).max() ?? 0
        guard typed.utf8.count <= 4 * longest else { return nil }
        let typed = typed.lowercased()
        let ranked = names.map { name in
            let isPart = typed.count >= 3 && name.lowercased().contains(typed)
            let edits = edits(from: typed, to: name.lowercased())
            return (name: name, edits: isPart ? min(edits, 1) : edits)
        }
        // If several names contain the typed text, the shortest has the fewest additional letters.
        guard let best = ranked.min(by: { ($0.edits, $0.name.count) < ($1.edits, $1.name.count) }) else {
            return nil
        }
        return best.edits <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// The edit distance: letters to insert, delete, change or swap with their neighbor (optimal string
    /// alignment).
    package static func edits(from: String, to: String) -> Int {
        let from = Array(from)
        let to = Array(to)
        var rows = [Array(0...to.count)]
        for i in 0..<from.count {
            var row = [i + 1]
            for j in 0..<to.count {
                let change = rows[i][j] + (from[i] == to[j] ? 0 : 1)
                var fewest = min(row[j] + 1, rows[i][j + 1] + 1, change)
                if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
                    fewest = min(fewest, rows[i - 1][j - 1] + 1)
                }
                row.append(fewest)
            }
            rows.append(row)
        }
        return rows[from.count][to.count]
    }
}
