import Filters

extension Recipe {
    /// The recipe with a preset's filters. Cropping and rotation of the picture stay, unless the preset has its own.
    package func applying(preset: Recipe, catalog: FilterCatalog) -> Recipe {
        func changesShape(_ stage: Stage) -> Bool { catalog.multiPass(stage.filter) is any GeometryFilter }
        var changed = self
        let isShaped = preset.stages.contains(where: changesShape)
        changed.stages = (isShaped ? [] : stages.filter(changesShape)) + preset.stages
        return changed
    }
}
