/// One of the basic adjustments, which usually come first. Each is a row of the window's Adjust section.
///
/// Adjustments are ordinary stages that precede all others in a recipe, in the order of ``all``: white
/// balance, tones from the whole range to its ends, colors, and finally detail, so that sharpening sees the
/// final tones.
package struct Adjustment: Sendable, Hashable {
    /// The filter's id.
    package let filter: String
    /// The parameter that is adjusted; the filter's other parameters keep their defaults.
    package let parameter: String
    /// The group that the adjustment belongs to.
    package let group: Group

    /// A group of related adjustments.
    package enum Group: Sendable, Hashable {
        case whiteBalance, light, color, detail
    }

    /// All adjustments, in the order of their stages.
    package static let all = [
        Adjustment(filter: "temperature", group: .whiteBalance),
        Adjustment(filter: "tint", group: .whiteBalance),
        Adjustment(filter: "exposure", parameter: "stops", group: .light),
        Adjustment(filter: "contrast", group: .light),
        Adjustment(filter: "highlights", group: .light),
        Adjustment(filter: "shadows", group: .light),
        Adjustment(filter: "whites", group: .light),
        Adjustment(filter: "blacks", group: .light),
        Adjustment(filter: "vibrance", group: .color),
        Adjustment(filter: "saturation", group: .color),
        Adjustment(filter: "clarity", group: .detail),
        Adjustment(filter: "sharpen", group: .detail),
    ]

    private init(filter: String, parameter: String = "amount", group: Group) {
        self.filter = filter
        self.parameter = parameter
        self.group = group
    }

    /// The index in ``all``.
    fileprivate var rank: Int { Self.all.firstIndex(of: self) ?? Self.all.count }

    /// The adjustment that a stage represents; nil if the stage has properties that a row cannot show.
    fileprivate init?(_ stage: Recipe.Stage, in catalog: FilterCatalog) {
        guard let adjustment = Self.all.first(where: { $0.filter == stage.filter }),
            let filter = catalog.filter(stage.filter),
            stage.isEnabled, stage.opacity == 1, stage.changingOpacity == nil, stage.blend == .normal,
            stage.region == nil,
            stage.knobs == nil, stage.otherKeys.isEmpty,
            stage.parameters.keys.allSatisfy({ filter.parameter($0) != nil }),
            filter.parameters.allSatisfy({
                $0.id == adjustment.parameter || stage.value(of: $0) == $0.defaultValue
            })
        else { return nil }
        self = adjustment
    }
}

extension Recipe {
    /// The number of leading stages that are adjustments: plain stages, each filter at most once, in the
    /// order of ``Adjustment/all``.
    package func adjustmentCount(in catalog: FilterCatalog) -> Int {
        var last = -1
        for (index, stage) in stages.enumerated() {
            guard let adjustment = Adjustment(stage, in: catalog), adjustment.rank > last else {
                return index
            }
            last = adjustment.rank
        }
        return stages.count
    }

    /// The value of an adjustment; nil if the recipe does not contain it.
    ///
    /// - Parameters:
    ///   - count: the number of leading stages that are adjustments.
    ///   - seconds: the time in the source.
    package func value(
        of adjustment: Adjustment, within count: Int, in catalog: FilterCatalog, at seconds: Double = 0
    ) -> Double? {
        guard let index = index(of: adjustment, within: count),
            let filter = catalog.filter(adjustment.filter),
            let parameter = filter.parameter(adjustment.parameter),
            case .number(let value) = stages[index].at(seconds, of: filter).value(of: parameter)
        else { return nil }
        return value
    }

    /// How an adjustment changes over time; nil if it is constant.
    ///
    /// - Parameter count: the number of leading stages that are adjustments.
    package func change(
        of adjustment: Adjustment, within count: Int, in catalog: FilterCatalog
    ) -> ValueOverTime? {
        guard let index = index(of: adjustment, within: count),
            let parameter = catalog.filter(adjustment.filter)?.parameter(adjustment.parameter)
        else { return nil }
        return stages[index].change(of: parameter)
    }

    /// The recipe with the keys of an adjustment changed. An adjustment that becomes constant at its identity
    /// is removed.
    ///
    /// - Parameters:
    ///   - span: when the frame is shown that has the key.
    ///   - count: the number of leading stages that are adjustments.
    package func changingKeys(
        of adjustment: Adjustment, _ change: KeyChange, during span: Range<Double>, within count: Int,
        in catalog: FilterCatalog
    ) -> Recipe {
        guard let filter = catalog.filter(adjustment.filter),
            let parameter = filter.parameter(adjustment.parameter)
        else { return self }
        var recipe = self
        let index = index(of: adjustment, within: count) ?? recipe.insertStage(of: adjustment, filter, count)
        let stage = recipe.stages[index].changingKeys(of: parameter, change, during: span)
        if !stage.changes, stage.value(of: parameter) == parameter.identity {
            recipe.stages.remove(at: index)
        } else {
            recipe.stages[index] = stage
        }
        return recipe
    }

    /// Inserts a stage with the defaults of an adjustment at its position in the order; returns its index.
    private mutating func insertStage(
        of adjustment: Adjustment, _ filter: FilterDeclaration, _ count: Int
    ) -> Int {
        var stage = Stage(
            filter.id, Dictionary(uniqueKeysWithValues: filter.parameters.map { ($0.id, $0.defaultValue) }))
        if let identity = filter.parameter(adjustment.parameter)?.identity {
            stage.set(adjustment.parameter, to: identity)
        }
        let later = Set(Adjustment.all.dropFirst(adjustment.rank).map(\.filter))
        let index = stages.prefix(count).firstIndex { later.contains($0.filter) } ?? count
        stages.insert(stage, at: index)
        return index
    }

    /// The recipe with an adjustment set to a value. An adjustment set to its identity is removed.
    ///
    /// - Parameter count: the number of leading stages that are adjustments.
    package func adjusting(
        _ adjustment: Adjustment, to value: Double, within count: Int, in catalog: FilterCatalog
    ) -> Recipe {
        guard let filter = catalog.filter(adjustment.filter),
            let parameter = filter.parameter(adjustment.parameter)
        else { return self }
        var recipe = self
        let isResting = parameter.identity == .number(value)
        switch (index(of: adjustment, within: count), isResting) {
        case (let index?, true): recipe.stages.remove(at: index)
        case (let index?, false): recipe.stages[index].set(parameter.id, to: .number(value))
        case (nil, true): break
        case (nil, false):
            let index = recipe.insertStage(of: adjustment, filter, count)
            recipe.stages[index].set(parameter.id, to: .number(value))
        }
        return recipe
    }

    /// The stage and the parameter that change if an adjustment is set to a value; nil if that would add or
    /// remove the stage.
    ///
    /// - Parameters:
    ///   - count: the number of leading stages that are adjustments.
    ///   - keepsKeys: whether the value becomes a key if the adjustment changes over time.
    package func moving(
        _ adjustment: Adjustment, to value: Double, within count: Int, in catalog: FilterCatalog,
        keepsKeys: Bool = false
    ) -> (stage: Int, parameter: ParameterDeclaration)? {
        guard let index = index(of: adjustment, within: count),
            let parameter = catalog.filter(adjustment.filter)?.parameter(adjustment.parameter),
            parameter.identity != .number(value) || keepsKeys && stages[index].changes(parameter.id)
        else { return nil }
        return (index, parameter)
    }

    private func index(of adjustment: Adjustment, within count: Int) -> Int? {
        stages.prefix(count).firstIndex { $0.filter == adjustment.filter }
    }
}

extension Adjustment {
    /// A value whose effect is clearly visible: halfway between the identity and the maximum.
    package func sample(in catalog: FilterCatalog) -> Double {
        guard let parameter = catalog.filter(filter)?.parameter(parameter),
            case .number(let identity)? = parameter.identity, let max = parameter.max
        else { return 0 }
        return (identity + max) / 2
    }
}
