import Filters
import Localization

/// A point in the picture that is a parameter of a stage.
struct StagePoint {
    struct ID: Hashable {
        let row: ObjectIdentifier
        let parameter: String
    }

    let id: ID
    /// The stage's index in the recipe.
    let stage: Int
    let title: String
    /// In the stage's input, each coordinate 0…1.
    let coordinates: SIMD2<Double>
}

extension FilterPanel {
    /// The points of the open, enabled stages.
    var points: [StagePoint] {
        let first = firstIndex
        return rows.enumerated().flatMap { index, row -> [StagePoint] in
            // Points of a filter that changes the picture's shape would move with the picture while they are
            // dragged; cropping shows the corners of a perspective in place.
            guard let row = row as? FilterRow, let filter = row.filter,
                row.isExpanded, row.stage.isEnabled, row.takesRegion
            else { return [] }
            return filter.parameters.compactMap { parameter in
                guard case .point(let point) = row.shown.value(of: parameter) else { return nil }
                return StagePoint(
                    id: .init(row: ObjectIdentifier(row), parameter: parameter.id), stage: first + index,
                    title: tr("\(filter.title) \(parameter.title)"),
                    coordinates: parameter.position(of: point))
            }
        }
    }

    /// Moves a point, as its control would.
    func movePoint(_ id: StagePoint.ID, to coordinates: SIMD2<Double>) {
        for case let row as FilterRow in rows where ObjectIdentifier(row) == id.row {
            guard let parameter = row.filter?.parameter(id.parameter) else { return }
            change(row, .parameter(parameter, .point(parameter.point(at: coordinates))))
        }
    }

    /// Shows that no control waits for a click on the picture any more.
    func endPick() {
        for case let row as FilterRow in rows { row.endPick() }
    }
}
