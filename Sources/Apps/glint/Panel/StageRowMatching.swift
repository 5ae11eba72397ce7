import Filters

/// Chooses which of the panel's rows can show the stages of another recipe.
@MainActor
enum StageRowMatching {
    /// For each stage, the row that will show it; nil if a new one is needed.
    static func choose(for stages: [Recipe.Stage], from rows: [any StageRow]) -> [(any StageRow)?] {
        // If only values differ, every row stays at its position.
        guard stages.map(\.filter) != rows.map(\.stage.filter) else { return rows }
        var unused: [(any StageRow)?] = rows
        var chosen = [(any StageRow)?](repeating: nil, count: stages.count)
        func take(where matches: (Recipe.Stage, Recipe.Stage) -> Bool) {
            for (index, stage) in stages.enumerated() where chosen[index] == nil {
                let found = unused.firstIndex { row in row.map { matches($0.stage, stage) } ?? false }
                guard let found else { continue }
                chosen[index] = unused[found]
                unused[found] = nil
            }
        }
        take { $0 == $1 }
        take { $0.filter == $1.filter }
        return chosen
    }
}
