import Filters

/// The region of a stage.
struct StageRegion {
    typealias ID = ObjectIdentifier

    let id: ID
    /// The stage's index in the recipe.
    let stage: Int
    /// What assistive technology calls it.
    let title: String
    let region: Region
}

extension FilterPanel {
    /// The editable regions: of stages that are open, on, and show their blending.
    var regions: [StageRegion] {
        let first = firstIndex
        return rows.enumerated().compactMap { index, row in
            guard let row = row as? FilterRow, let region = row.editedRegion else { return nil }
            return StageRegion(
                id: ObjectIdentifier(row), stage: first + index, title: "\(row.filter?.title ?? "") Region",
                region: region)
        }
    }

    /// Sets a stage's region, as its controls would.
    func changeRegion(_ id: StageRegion.ID, to region: Region) {
        for row in rows where ObjectIdentifier(row) == id { change(row, .region(region)) }
    }

    /// Shows that no region is awaited any more.
    func endDrawing() {
        for case let row as FilterRow in rows { row.setDrawing(false) }
    }
}
