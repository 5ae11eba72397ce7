import Filters
import Imaging

extension FilterCatalog {
    /// The channels of a result: those of the input and those added by filters of the recipe.
    package func channels(of recipe: Recipe, over input: Channels) -> Channels {
        let made = recipe.stages.filter { $0.isEnabled && !lacksShader($0) }.compactMap { filter(of: $0) }
        let isGray = input.isGray && !made.contains { $0.makesColor }
        let hasAlpha = input.hasAlpha || made.contains { $0.makesAlpha }
        return Channels(isGray: isGray, hasAlpha: hasAlpha)
    }
}
