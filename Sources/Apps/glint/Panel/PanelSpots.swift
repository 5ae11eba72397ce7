import Editing
import Filters
import Localization
import Rendering

/// The spots of a stage that are edited on the picture.
struct StageSpots {
    let row: ObjectIdentifier
    /// The stage's index in the recipe.
    let stage: Int
    /// The accessible name.
    let title: String
    let spots: [RetouchSpot]
    /// The index of the selected spot.
    let selected: Int?
    /// True while clicks on the picture add spots.
    let isActive: Bool
}

extension FilterPanel {
    /// The editable spots: those of the stage that is being retouched, or else of the first open one.
    var spots: StageSpots? {
        let all = rows.enumerated().compactMap { index, row -> StageSpots? in
            guard let row = row as? FilterRow, let retouch = row.retouch, row.isExpanded,
                row.stage.isEnabled
            else { return nil }
            return StageSpots(
                row: ObjectIdentifier(row), stage: firstIndex + index, title: row.filter?.title ?? "",
                spots: row.stage.spots, selected: retouch.selected, isActive: retouch.isActive)
        }
        return all.first(where: \.isActive) ?? all.first
    }

    private func retouchRow(_ id: ObjectIdentifier) -> FilterRow? {
        rows.lazy.compactMap { $0 as? FilterRow }.first { ObjectIdentifier($0) == id }
    }

    /// Sets a stage's spots, as its controls would.
    ///
    /// - Parameter selected: the index of the spot that is then selected.
    func changeSpots(_ row: ObjectIdentifier, _ edit: StageChange, selecting selected: Int?) {
        guard let row = retouchRow(row) else { return }
        change(row, edit)
        guard row.retouch?.selected != selected else { return }
        row.retouch?.select(selected)
        happened(.overlaysChanged)
    }

    /// Selects a spot that was grabbed on the picture.
    func selectSpot(_ row: ObjectIdentifier, _ index: Int?) {
        retouchRow(row)?.retouch?.select(index)
        happened(.overlaysChanged)
    }

    /// Asks for the picture in which the sources of new spots are searched.
    func sampleForSpots(then: @escaping @MainActor (RetouchSource) -> Void) {
        guard let stage = spots?.stage else { return }
        happened(.measureBefore(stage) { then(RetouchSource($0)) })
    }

    /// Shows that no stage is being retouched any more.
    func endRetouch() {
        for case let row as FilterRow in rows { row.retouch?.isActive = false }
    }
}
