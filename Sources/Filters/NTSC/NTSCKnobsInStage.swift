/// The simplified controls (knobs) of an analog video stage. The resulting settings are the stage's
/// parameters.
extension Recipe.Stage {
    /// The last knob positions; nil if no knob was turned, or something else has replaced them.
    package var easy: NTSCEasy? {
        guard filter == NTSC.id, let knobs else { return nil }
        let values = NTSCEasy.knobs.compactMap { knob in
            knobs[knob.id]?.value(of: knob.kind).map { (knob.id, $0) }
        }
        return NTSCEasy(Dictionary(uniqueKeysWithValues: values))
    }

    /// The knob positions to show: the last ones set, or those closest to the settings.
    package var nearestEasy: NTSCEasy { easy ?? NTSCEasy(nearest: ntscSettings) }

    /// The settings of a stage of analog video.
    package var ntscSettings: NTSCSettings {
        NTSCSettings(Dictionary(uniqueKeysWithValues: NTSCSettings.declared.map { ($0.id, value(of: $0)) }))
    }

    /// Stores the knobs and applies their settings.
    package mutating func take(_ easy: NTSCEasy) {
        knobs = easy.values.mapValues { StageValue($0) }
        apply(easy)
    }

    /// Applies the knobs of a stage that was written without a preset and any of the settings that they
    /// control, as by other programs.
    mutating func applyKnobsWithoutSettings() {
        let controlled = NTSCEasy.drivenParameters.map(\.id) + ["preset"]
        guard let easy, controlled.allSatisfy({ parameters[$0] == nil }) else { return }
        apply(easy)
    }

    private mutating func apply(_ easy: NTSCEasy) {
        let settings = easy.settings.parameters
        for parameter in NTSCEasy.drivenParameters {
            set(parameter.id, to: settings[parameter.id] ?? parameter.defaultValue)
        }
    }

    /// Removes the knobs; the settings stay.
    package mutating func forgetEasy() { knobs = nil }

    /// True if the settings controlled by the knobs still match them.
    package var followsEasy: Bool {
        guard let settings = easy?.settings.parameters else { return false }
        return NTSCEasy.drivenParameters.filter(NTSCSettings.isTelling).allSatisfy {
            value(of: $0) == settings[$0.id]
        }
    }
}
