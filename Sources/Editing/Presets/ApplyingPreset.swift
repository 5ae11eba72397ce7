import Filters

extension Recipe {
    /// The recipe with a preset's filters. Cropping and rotation of the picture stay, unless the preset has its own; they come
    /// after its adjustments and before all that may follow the picture's shape.
    package func applying(preset: Recipe, catalog: FilterCatalog) -> Recipe {
        func changesShape(_ stage: Stage) -> Bool { catalog.multiPass(stage.filter) is any GeometryFilter }
        var changed = self
        let isShaped = preset.stages.contains(where: changesShape)
        changed.stages = preset.stages
        if !isShaped {
            changed.stages.insert(
                contentsOf: stages.filter(changesShape), at: preset.adjustmentCount(in: catalog))
        }
        return changed
    }
}
