import Filters
import FoundationEssentials
import Localization

/// Conversion between the settings of an analog video stage and presets.
extension Recipe.Stage {
    /// The stage's key for contents of a preset that have no corresponding parameter.
    private static let keptKeys = "presetKeys"

    /// Applies a preset's settings, with defaults for those it does not contain, but keeps the stage's frame
    /// number, and its sound if the preset has none.
    package mutating func take(_ preset: NTSCPreset) {
        let settings = preset.settings.parameters
        let hasSound = preset.values.keys.contains(where: NTSCSettings.soundParameters.contains)
        for parameter in NTSCSettings.presetParameters {
            if !hasSound, NTSCSettings.soundParameters.contains(parameter.id) { continue }
            set(parameter.id, to: settings[parameter.id] ?? parameter.defaultValue)
        }
        // Lengths are relative to a television picture: in a picture with many more rows they would be
        // invisible.
        set("resize480", to: true)
        set("preset", to: "")
        let kept = preset.unsettledContents
        otherKeys[Self.keptKeys] = kept.isEmpty ? nil : .object(kept)
        forgetEasy()
    }

    /// The stage with one of the built-in presets; throws ``FilterError``.
    package func taking(shipped name: String) throws(FilterError) -> Recipe.Stage {
        var stage = self
        stage.take(try NTSCPreset.read(name))
        return stage
    }

    /// The built-in preset whose settings the stage has, ignoring frame and rows; nil if there is none.
    package var shippedPreset: String? {
        NTSCPreset.shippedSettings.first { _, settings in
            NTSCSettings.presetParameters.filter(NTSCSettings.isTelling).allSatisfy {
                value(of: $0) == settings[$0.id]
            }
        }?.name
    }

    /// The stage's settings as a preset, with the extra contents of its original preset.
    package var preset: NTSCPreset {
        var preset = keptPreset ?? NTSCPreset(NTSCSettings())
        for parameter in NTSCSettings.presetParameters {
            preset.update(parameter.id, to: value(of: parameter))
        }
        return preset
    }

    private var keptPreset: NTSCPreset? {
        guard case .object(let keys)? = otherKeys[Self.keptKeys] else { return nil }
        return NTSCPreset(kept: keys)
    }

    /// The stage with the settings from the preset file that it names, so that each can be seen and changed;
    /// the stage's own settings take precedence. Nil if it names none. Throws ``FilterError``.
    package func withPresetRead() throws(FilterError) -> Recipe.Stage? {
        guard filter == NTSC.id, case .text(let path)? = parameters["preset"]?.value(of: .file), !path.isEmpty
        else { return nil }
        var stage = self
        stage.take(try NTSCPreset.read(path))
        // A preset file named in a recipe, unlike a built-in preset, has always used the picture's own rows.
        if !NTSCPreset.shippedNames.contains(path) { stage.set("resize480", to: false) }
        stage.parameters.merge(parameters.filter { $0.key != "preset" }) { $1 }
        return stage
    }
}

extension Recipe {
    /// The recipe with a preset in its last analog video stage, or in a new one at the end.
    package func taking(_ preset: NTSCPreset) -> Recipe {
        var recipe = self
        if !stages.contains(where: { $0.filter == NTSC.id }) { recipe.stages.append(Stage(NTSC.id)) }
        guard let index = recipe.stages.lastIndex(where: { $0.filter == NTSC.id }) else { return self }
        recipe.stages[index].take(preset)
        return recipe
    }
}

extension NTSCPreset {
    /// The settings of the built-in presets, read once.
    fileprivate static let shippedSettings: [(name: String, settings: [String: ParameterValue])] =
        shippedNames.compactMap { name in
            (try? read(name)).map { (name, $0.settings.parameters) }
        }

    /// Reads a preset that contains at least one setting; throws ``Mistake``.
    package init(withSettings text: String) throws(Mistake) {
        try self.init(json: text)
        guard !values.isEmpty else {
            throw Mistake(reason: tr("it contains no analog video settings"))
        }
    }
}
