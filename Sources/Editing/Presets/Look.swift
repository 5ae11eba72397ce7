import Filters

extension Recipe {
    /// The recipe with another look: how the picture was cropped and turned stays, unless the look does so itself.
    package func taking(look: Recipe, catalog: FilterCatalog) -> Recipe {
        func changesShape(_ stage: Stage) -> Bool { catalog.multiPass(stage.filter) is any GeometryFilter }
        var changed = self
        let isShaped = look.stages.contains(where: changesShape)
        changed.stages = (isShaped ? [] : stages.filter(changesShape)) + look.stages
        return changed
    }
}
