import Filters

extension Recipe {
    /// The recipe with the filters of a preset. How the picture was cropped and turned stays, unless the preset does so
    /// itself.
    package func applying(preset: Recipe, catalog: FilterCatalog) -> Recipe {
        func changesShape(_ stage: Stage) -> Bool { catalog.multiPass(stage.filter) is any GeometryFilter }
        var changed = self
        let isShaped = preset.stages.contains(where: changesShape)
        changed.stages = (isShaped ? [] : stages.filter(changesShape)) + preset.stages
        return changed
    }
}
