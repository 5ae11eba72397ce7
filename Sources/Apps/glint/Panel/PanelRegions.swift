import Filters
import Localization

/// A region of a stage.
struct StageRegion {
    struct ID: Hashable {
        let row: ObjectIdentifier
        /// The region's index among those of the stage.
        let index: Int
    }

    let id: ID
    /// The stage's index in the recipe.
    let stage: Int
    /// The accessible name.
    let title: String
    let region: Region
}

extension FilterPanel {
    /// The editable regions: those of stages that are open, enabled and show their blend options.
    var regions: [StageRegion] {
        let first = firstIndex
        return rows.enumerated().flatMap { index, row -> [StageRegion] in
            guard let row = row as? FilterRow else { return [] }
            let regions = row.editedRegions
            return regions.enumerated().map { regionIndex, region in
                let name = row.filter?.title ?? ""
                return StageRegion(
                    id: .init(row: ObjectIdentifier(row), index: regionIndex), stage: first + index,
                    title: regions.count > 1 ? tr("\(name) Region \(regionIndex + 1)") : tr("\(name) Region"),
                    region: region)
            }
        }
    }

    /// The index of the stage whose regions were edited last, or else of the first one with editable regions.
    var regionStage: Int? {
        let regions = regions
        return (regions.first { $0.id.row == lastRegionRow } ?? regions.first)?.stage
    }

    /// Sets a stage's region, as its controls would.
    func changeRegion(_ id: StageRegion.ID, to region: Region) {
        for row in rows where ObjectIdentifier(row) == id.row {
            var regions = row.stage.regions
            guard regions.indices.contains(id.index) else { return }
            regions[id.index] = regions[id.index].changed(to: region, during: time)
            change(row, .regions(regions))
        }
    }

    /// Gives a region the color at a position in its stage's input.
    func pickColor(_ region: StageRegion, at position: SIMD2<Double>) {
        happened(
            .measureBefore(region.stage) { [weak self] thumbnail in
                // The region may have been changed or removed meanwhile.
                guard let self, let color = thumbnail.shownColor(at: position),
                    var current = regions.first(where: { $0.id == region.id })?.region
                else { return }
                // Recipes store 8 bits per channel.
                current.color = (color * 255).rounded(.toNearestOrAwayFromZero) / 255
                changeRegion(region.id, to: current)
            })
    }

    /// Shows the values of a region that was grabbed on the picture.
    func selectRegion(_ id: StageRegion.ID) {
        for case let row as FilterRow in rows where ObjectIdentifier(row) == id.row {
            row.selectRegion(id.index)
            noteRegions(of: row)
        }
    }

    /// Shows that no control waits for a region any more.
    func endDrawing() {
        for case let row as FilterRow in rows { row.setDrawing(false) }
    }
}
