import Filters

/// The recipe of a still after playback is paused.
extension Recipe {
    /// The recipe that renders at time 0 what this one renders some frames later, so that the paused frame is
    /// the one that is saved.
    ///
    /// A filter that reads the time but has no parameter to offset it starts from the beginning, and so do
    /// values that change over time.
    package func advanced(by frames: Int, in catalog: FilterCatalog) -> Recipe {
        guard frames != 0 else { return self }
        var recipe = self
        for index in stages.indices where catalog.readsTime(stages[index]) {
            guard let offset = catalog.filter(of: stages[index])?.timeOffset,
                !stages[index].changes(offset.id),
                case .number(let frame) = stages[index].value(of: offset)
            else { continue }
            recipe.stages[index].set(offset.id, to: .number(Double(offset.frame(after: frame, by: frames))))
        }
        return recipe
    }
}
