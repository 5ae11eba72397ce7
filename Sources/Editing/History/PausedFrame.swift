import Filters

/// What stays of a still that has played.
extension Recipe {
    /// The recipe that gives at the beginning what this one gives some frames later, so that what is paused is what is
    /// saved.
    ///
    /// A filter that reads the time, but has no parameter that offsets it, begins anew.
    package func advanced(by frames: Int, in catalog: FilterCatalog) -> Recipe {
        guard frames != 0 else { return self }
        var recipe = self
        for index in stages.indices where catalog.readsTime(stages[index]) {
            guard let offset = catalog.filter(stages[index].filter)?.timeOffset,
                case .number(let frame) = stages[index].value(of: offset)
            else { continue }
            recipe.stages[index].set(offset.id, to: .number(Double(offset.frame(after: frame, by: frames))))
        }
        return recipe
    }
}
