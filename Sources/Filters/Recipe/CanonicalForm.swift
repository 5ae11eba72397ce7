extension Recipe {
    /// The recipe in canonical form, for comparing recipes: stages at identity are omitted, even if they are
    /// disabled, and parameters without a value get their defaults.
    ///
    /// Other disabled stages are kept, since their values may have taken the user some effort.
    package func normalized(in catalog: FilterCatalog) -> Recipe {
        var recipe = self
        recipe.stages = stages.filter { $0.hasEffect(in: catalog) }.map { $0.normalized(in: catalog) }
        return recipe
    }

    /// True if both recipes have the same canonical form. Most differences are found without computing it.
    package func isEquivalent(to other: Recipe, in catalog: FilterCatalog) -> Bool {
        let stages = stages.lazy.filter { $0.hasEffect(in: catalog) }
        let otherStages = other.stages.lazy.filter { $0.hasEffect(in: catalog) }
        return formVersion == other.formVersion && otherKeys == other.otherKeys
            && stages.elementsEqual(otherStages) { $0.isEquivalent(to: $1, in: catalog) }
    }
}

extension Recipe.Stage {
    /// True if every parameter has an identity and is set to it, or if there are no spots to retouch. A
    /// parameter that changes over time does not count as set to its identity.
    package func isIdentity(of filter: FilterDeclaration) -> Bool {
        if filter.builtInID == FilterCatalog.retouch { return spots.isEmpty }
        return !filter.parameters.isEmpty
            && filter.parameters.allSatisfy {
                $0.identity != nil && !changes($0.id) && value(of: $0) == $0.identity
            }
    }

    /// False if the filter is known and at identity, whether or not the stage is enabled.
    fileprivate func hasEffect(in catalog: FilterCatalog) -> Bool {
        catalog.filter(of: self).map { !isIdentity(of: $0) } ?? true
    }

    /// The stage with values for all parameters of its filter.
    fileprivate func normalized(in catalog: FilterCatalog) -> Recipe.Stage {
        guard let filter = catalog.filter(of: self) else { return self }
        var stage = self
        for parameter in filter.parameters where !changes(parameter.id) {
            stage.parameters[parameter.id] = StageValue(value(of: parameter))
        }
        return stage
    }

    fileprivate func isEquivalent(to other: Recipe.Stage, in catalog: FilterCatalog) -> Bool {
        guard self != other else { return true }
        guard filter == other.filter, let declaration = catalog.filter(of: self),
            declaration.parameters.allSatisfy({ value(of: $0) == other.value(of: $0) })
        else { return false }
        return normalized(in: catalog) == other.normalized(in: catalog)
    }
}
