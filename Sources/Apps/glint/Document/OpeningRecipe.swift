import Editing
import Editing
import Filters
import Rendering
import Localization

extension Recipe {
    /// The recipe in canonical form, for comparing two recipes: stages at identity are omitted, on or off,
    /// and missing values are filled in with the defaults.
    ///
    /// A disabled stage keeps its values, which may have taken effort.
    func normalized(in catalog: FilterCatalog) -> Recipe {
        var recipe = self
        recipe.stages = stages.filter { $0.hasEffect(in: catalog) }.map { $0.normalized(in: catalog) }
        return recipe
    }

    /// True if both have the same canonical form. In most cases a difference is found without computing it.
    func isEquivalent(to other: Recipe, in catalog: FilterCatalog) -> Bool {
        let stages = stages.lazy.filter { $0.hasEffect(in: catalog) }
        let otherStages = other.stages.lazy.filter { $0.hasEffect(in: catalog) }
        return formVersion == other.formVersion && otherKeys == other.otherKeys
            && stages.elementsEqual(otherStages) { $0.isEquivalent(to: $1, in: catalog) }
    }

    /// The recipe adapted to this program, and a sentence on each stage that does not fit as written.
    ///
    /// A stage with an unknown filter stays in the recipe, so that it is saved again; a value out of range is
    /// clamped.
    func adapted(to catalog: FilterCatalog) -> (recipe: Recipe, messages: [String]) {
        var recipe = self
        var messages: [String] = []
        if formVersion > Self.version {
            messages.append(
                tr(
                    """
                    The recipe is from a newer version of Glint: anything unknown to this version is \
                    skipped, and kept.
                    """
                )
            )
        }
        for index in recipe.stages.indices {
            do throws(FilterError) {
                if let stage = try recipe.stages[index].withPresetRead() { recipe.stages[index] = stage }
            } catch {
                messages.append(sentence("\(error)"))
            }
            let id = recipe.stages[index].filter
            let regions = recipe.stages[index].regions
            if let problem = Region.problem(with: regions), catalog.filter(id) != nil, catalog.takesRegion(id)
            {
                messages.append(Self.message(.badValue(filter: id, problem: problem)))
                recipe.stages[index].regions = regions.prefix(Region.maximumInStage).map(\.broughtInside)
            }
            do throws(RecipeError) {
                try catalog.validate(recipe.stages[index])
            } catch {
                messages.append(Self.message(error))
                guard let filter = catalog.filter(recipe.stages[index].filter) else { continue }
                for parameter in filter.parameters { recipe.stages[index].bringInside(parameter) }
            }
        }
        return (recipe, messages)
    }

    private static func message(_ error: RecipeError) -> String {
        switch error {
        case .unknownFilter(let name, _):
            tr("The filter \(name.quoted) is unknown to this version of Glint; its stage is skipped.")
        case .unknownParameter(let name, let filter, _):
            tr("\(filter) has no parameter \(name.quoted) in this version of Glint; it is skipped.")
        case .badRegion: tr("\(error); the filter applies to the whole picture.")
        default: tr("\(error); the nearest valid value is used.")
        }
    }
}

extension Recipe.Stage {
    /// True if it is more than a known filter at identity, on or off.
    fileprivate func hasEffect(in catalog: FilterCatalog) -> Bool {
        catalog.filter(filter).map { !isIdentity(of: $0) } ?? true
    }

    /// The stage with all parameters of its filter filled in.
    fileprivate func normalized(in catalog: FilterCatalog) -> Recipe.Stage {
        guard let filter = catalog.filter(filter) else { return self }
        var stage = self
        for parameter in filter.parameters { stage.set(parameter.id, to: value(of: parameter)) }
        return stage
    }

    fileprivate func isEquivalent(to other: Recipe.Stage, in catalog: FilterCatalog) -> Bool {
        guard self != other else { return true }
        guard filter == other.filter, let declaration = catalog.filter(filter),
            declaration.parameters.allSatisfy({ value(of: $0) == other.value(of: $0) })
        else { return false }
        return normalized(in: catalog) == other.normalized(in: catalog)
    }

    fileprivate mutating func bringInside(_ parameter: ParameterDeclaration) {
        let value = value(of: parameter)
        guard parameter.problem(with: value) != nil else { return }
        if case .number(let number) = value, number.isFinite, let low = parameter.min,
            let high = parameter.max
        {
            let inside = min(max(number, low), high)
            set(parameter.id, to: .number(parameter.kind == .integer ? inside.rounded() : inside))
        } else {
            set(parameter.id, to: parameter.defaultValue)
        }
    }
}
