import Filters
import Localization

extension Recipe {
    /// The recipe adapted to this program, and a message about each stage that does not fit as written.
    ///
    /// A stage with an unknown filter stays in the recipe, so that it is saved again; a value out of range is
    /// clamped.
    package func adapted(to catalog: FilterCatalog) -> (recipe: Recipe, messages: [String]) {
        var recipe = self
        var messages: [String] = []
        if formVersion > Self.version {
            messages.append(
                tr(
                    """
                    The recipe is from a newer version of Glint; anything this version does not know is \
                    skipped but kept.
                    """
                )
            )
        }
        let taken = Set(recipe.stages.map(\.filter)).sorted().compactMap { catalog.remark(onTaken: $0) }
        messages += taken.map { sentence($0) }
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
                guard let filter = catalog.filter(of: recipe.stages[index]) else { continue }
                for parameter in filter.parameters { recipe.stages[index].bringInside(parameter) }
            }
        }
        return (recipe, messages)
    }

    private static func message(_ error: RecipeError) -> String {
        switch error {
        case .unknownFilter(let name, _):
            tr("The filter \(name.quoted) is unknown to this version of Glint and is skipped.")
        case .unknownParameter(let name, let filter, _):
            tr(
                "\(filter) has no parameter \(name.quoted) in this version of Glint; the parameter is skipped."
            )
        case .badRegion: tr("\(error); the filter applies to the whole picture.")
        default: tr("\(error); the nearest valid value is used.")
        }
    }
}

extension Recipe.Stage {
    fileprivate mutating func bringInside(_ parameter: ParameterDeclaration) {
        if case .changing(let change)? = parameters[parameter.id] {
            guard parameter.problem(with: change) != nil, let low = parameter.min, let high = parameter.max
            else { return }
            let inside = change.broughtInside(low...high)
            set(parameter.id, to: parameter.kind == .integer ? inside.mapNumbers { $0.rounded() } : inside)
            return
        }
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
