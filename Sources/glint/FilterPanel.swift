@preconcurrency import CAdwaita
import Filters
import Gtk

/// The stages of a recipe, one card each, made from the filters' declarations alone.
@MainActor
final class FilterPanel {
    /// Told the recipe when the person has changed it.
    var changed: (@MainActor (Recipe) -> Void)?

    private let box: Object
    private let catalog: FilterCatalog
    private var recipe = Recipe()
    private var rows: [(stage: Int, row: FilterRow)] = []

    /// - Parameter box: where the cards go.
    init(box: Object, catalog: FilterCatalog) {
        self.box = box
        self.catalog = catalog
    }

    /// Shows the stages of a recipe; those whose filter is not known stay in it unseen.
    func show(_ recipe: Recipe) {
        self.recipe = recipe
        for (_, row) in rows { gtk_box_remove(box.pointer(), row.widget.widget) }
        let known = recipe.stages.enumerated().compactMap { index, stage in
            catalog.filter(stage.filter).map { (index: index, stage: stage, filter: $0) }
        }
        let titles = known.flatMap { $0.filter.parameters.map(\.title) }
        rows = known.map { index, stage, filter in
            let row = FilterRow(
                filter, stage: stage,
                sliderName: { parameter in
                    let isUnique = titles.count { $0 == parameter.title } == 1
                    return isUnique ? parameter.title : "\(filter.title) \(parameter.title)"
                },
                changed: { [weak self] stage in self?.stageChanged(index, stage) })
            gtk_box_append(box.pointer(), row.widget.widget)
            return (index, row)
        }
    }

    private func stageChanged(_ index: Int, _ stage: Recipe.Stage) {
        guard recipe.stages.indices.contains(index) else { return }
        recipe.stages[index] = stage
        changed?(recipe)
    }
}
