import Filters
import Imaging

extension FilterCatalog {
    /// The channels of a result: those of the input and those added by filters of the recipe.
    package func channels(of recipe: Recipe, over input: Channels) -> Channels {
        let stages = recipe.stages.filter { $0.isEnabled && !lacksShader($0) }
        let made = stages.compactMap { filter(of: $0) }
        let isGray = input.isGray && !made.contains { $0.makesColor }
        // A background behind the whole picture leaves nothing transparent.
        let filled = stages.lastIndex { stage in
            isBuiltIn(stage, "background") && stage.opacity == 1 && !stage.changes && stage.regions.isEmpty
        }
        let hasAlpha =
            input.hasAlpha
            || stages[(filled ?? stages.startIndex)...].contains { filter(of: $0)?.makesAlpha == true }
        return Channels(isGray: isGray, hasAlpha: hasAlpha)
    }
}
