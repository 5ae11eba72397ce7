import Filters

extension Recipe {
    /// The recipe with a preset's filters. Cropping and rotation of the picture stay, unless the preset
    /// contains its own; they come after its adjustments and before everything that may depend on the
    /// picture's shape.
    ///
    /// - Parameter strength: how much of the preset is applied, 0…1. Each of its adjustments is moved that
    ///   far from “no effect”, and every other filter is blended over its input with that fraction of its
    ///   opacity. Changes of the picture's shape are applied fully.
    package func applying(preset: Recipe, strength: Double = 1, catalog: FilterCatalog) -> Recipe {
        let preset = strength < 1 ? preset.weakened(to: max(strength, 0), in: catalog) : preset
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

extension Recipe {
    /// The recipe with less effect.
    private func weakened(to strength: Double, in catalog: FilterCatalog) -> Recipe {
        let adjustments = adjustmentCount(in: catalog)
        var weak = self
        for index in stages.indices {
            if index < adjustments {
                weak.stages[index].weaken(to: strength, in: catalog)
            } else if !(catalog.multiPass(stages[index].filter) is any GeometryFilter) {
                weak.stages[index].opacity *= strength
            }
        }
        return weak
    }
}

extension Recipe.Stage {
    /// Moves all numbers that have a value for “no effect” towards it.
    fileprivate mutating func weaken(to strength: Double, in catalog: FilterCatalog) {
        for parameter in catalog.filter(filter)?.parameters ?? [] {
            guard case .number(let value) = value(of: parameter), case .number(let none)? = parameter.identity
            else { continue }
            parameters[parameter.id] = StageValue(.number(none + (value - none) * strength))
        }
    }
}
