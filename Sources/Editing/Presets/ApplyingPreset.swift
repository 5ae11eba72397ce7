import Filters

/// The preset whose filters are in a recipe.
///
/// The filters' stages carry its id, so that its strength can be changed, or another preset can take its
/// place, at any later time, and so that they are not mistaken for the user's own adjustments.
package struct AppliedPreset: Sendable, Hashable {
    /// The ``Preset/id``.
    package let id: String
    /// How much of the preset is applied, 0…1.
    package let strength: Double
}

extension Recipe {
    /// The preset that was applied last; nil if none was, or nothing of it is left.
    package var appliedPreset: AppliedPreset? {
        stages.lazy.compactMap(\.presetMark).first.map { AppliedPreset(id: $0.id, strength: $0.strength) }
    }

    /// The recipe with a preset's filters, in the place of those of the previous preset, or else at the end.
    /// Cropping and rotation stay, unless the preset contains its own.
    ///
    /// - Parameters:
    ///   - strength: how much of the preset is applied, 0…1. Each of its adjustments is moved that far from
    ///     “no effect”, and every other filter is blended over its input with that fraction of its opacity.
    ///     Changes of the picture's shape are applied fully.
    ///   - replaces: whether all other filters are removed.
    package func applying(
        _ preset: Preset, strength: Double = 1, replacing replaces: Bool, catalog: FilterCatalog
    ) -> Recipe {
        func changesShape(_ stage: Stage) -> Bool { catalog.multiPass(of: stage) is any GeometryFilter }
        let isShaped = preset.recipe.stages.contains(where: changesShape)
        func stays(_ stage: Stage) -> Bool {
            stage.presetMark == nil && (changesShape(stage) ? !isShaped : !replaces)
        }
        let index = stages.firstIndex { $0.presetMark != nil } ?? stages.count
        var changed = self
        changed.stages = stages.filter(stays)
        changed.stages.insert(
            contentsOf: preset.stages(strength: strength, in: catalog),
            at: stages.prefix(index).count(where: stays))
        return changed
    }

    /// The recipe with another strength of the preset in it, 0…1; nil if no stage is as the preset has it.
    /// Stages that were changed by hand keep their values.
    package func settingStrength(of preset: Preset, to strength: Double, catalog: FilterCatalog) -> Recipe? {
        guard let applied = appliedPreset, applied.id == preset.id else { return nil }
        func stages(_ strength: Double) -> [Int: Stage] {
            let recipe = Recipe(preset.stages(strength: strength, in: catalog)).adapted(to: catalog).recipe
            return Dictionary(
                recipe.stages.compactMap { stage in stage.presetMark.map { ($0.stage, stage) } },
                uniquingKeysWith: { first, _ in first })
        }
        let (before, after) = (stages(applied.strength), stages(strength))
        var changed = self
        var isOfPreset = false
        for index in changed.stages.indices {
            guard var mark = changed.stages[index].presetMark else { continue }
            if changed.stages[index] == before[mark.stage], let stage = after[mark.stage] {
                changed.stages[index] = stage
                isOfPreset = true
            } else {
                mark.strength = strength
                changed.stages[index].presetMark = mark
            }
        }
        return isOfPreset ? changed : nil
    }

    /// The recipe without the filters of a preset.
    package var withoutPreset: Recipe {
        var changed = self
        changed.stages.removeAll { $0.presetMark != nil }
        return changed
    }

    /// The recipe with a preset's filters as if they had been added by hand.
    package var withoutPresetMarks: Recipe {
        var changed = self
        // Anything else under the same key is unknown to this version, and preserved.
        for index in changed.stages.indices where changed.stages[index].isFromPreset {
            changed.stages[index].presetMark = nil
        }
        return changed
    }
}

extension Preset {
    /// The stages at a strength, marked as the preset's. Those that change the picture's shape are the same
    /// at any strength.
    fileprivate func stages(strength: Double, in catalog: FilterCatalog) -> [Recipe.Stage] {
        let adjustments = recipe.adjustmentCount(in: catalog)
        return recipe.stages.enumerated().map { index, stage in
            var stage = stage
            if index < adjustments {
                if strength < 1 { stage.weaken(to: max(strength, 0), in: catalog) }
            } else if !(catalog.multiPass(of: stage) is any GeometryFilter) {
                let factor = min(max(strength, 0), 1)
                if let change = stage.changingOpacity {
                    stage.setOpacity(to: change.mapNumbers(scaledBy: factor) { $0 * factor })
                } else {
                    stage.opacity *= factor
                }
            }
            stage.presetMark = .init(id: id, stage: index, strength: strength)
            return stage
        }
    }
}

extension Recipe.Stage {
    /// True if the stage was added by a preset.
    package var isFromPreset: Bool { presetMark != nil }

    /// Where a stage of a preset comes from.
    fileprivate struct PresetMark {
        let id: String
        /// The index of the stage in the preset.
        let stage: Int
        var strength: Double
    }

    private static let presetKey = "preset"

    /// The mark, among the keys that versions without marks preserve.
    fileprivate var presetMark: PresetMark? {
        get {
            guard case .object(let keys)? = otherKeys[Self.presetKey],
                case .string(let id)? = keys["id"], case .number(let stage)? = keys["stage"],
                case .number(let strength)? = keys["strength"], let stage = Int(exactly: stage)
            else { return nil }
            return PresetMark(id: id, stage: stage, strength: min(max(strength, 0), 1))
        }
        set {
            otherKeys[Self.presetKey] = newValue.map {
                .object([
                    "id": .string($0.id), "stage": .number(Double($0.stage)),
                    "strength": .number($0.strength),
                ])
            }
        }
    }

    /// Moves all numbers that have a value for “no effect” towards it.
    fileprivate mutating func weaken(to strength: Double, in catalog: FilterCatalog) {
        for parameter in catalog.filter(filter)?.parameters ?? [] {
            guard case .number(let value) = value(of: parameter), case .number(let none)? = parameter.identity
            else { continue }
            if case .changing(let change)? = parameters[parameter.id] {
                let weakened = change.mapNumbers(scaledBy: strength) { none + ($0 - none) * strength }
                set(parameter.id, to: weakened)
                continue
            }
            parameters[parameter.id] = StageValue(.number(none + (value - none) * strength))
        }
    }
}
