import Filters

/// The few knobs of analog video in a stage: what they set lies in its parameters, they themselves under a key of their own.
extension Recipe.Stage {
    private static let easyKey = "easy"

    /// The knobs as they were turned last; nil where none was, or something else has taken their place.
    package var easy: NTSCEasy? {
        guard filter == NTSC.id, case .object(let keys)? = otherKeys[Self.easyKey] else { return nil }
        let values = NTSCEasy.knobs.compactMap { knob in
            keys[knob.id].flatMap { ParameterValue(json: $0, kind: knob.kind) }.map { (knob.id, $0) }
        }
        return NTSCEasy(Dictionary(uniqueKeysWithValues: values))
    }

    /// The knobs as they are to be shown: as they were turned last, or those that come closest to the settings.
    package var nearestEasy: NTSCEasy { easy ?? NTSCEasy(nearest: ntscSettings) }

    private var ntscSettings: NTSCSettings {
        NTSCSettings(Dictionary(uniqueKeysWithValues: NTSCSettings.declared.map { ($0.id, value(of: $0)) }))
    }

    /// Keeps the knobs, and sets what they stand for.
    package mutating func take(_ easy: NTSCEasy) {
        otherKeys[Self.easyKey] = .object(easy.values.mapValues(\.json))
        let settings = easy.settings.parameters
        for parameter in NTSCEasy.drivenParameters {
            set(parameter.id, to: settings[parameter.id] ?? parameter.defaultValue)
        }
    }

    /// Forgets the knobs; the settings stay.
    package mutating func forgetEasy() { otherKeys[Self.easyKey] = nil }

    /// Whether the settings that the knobs stand for are those that they come to.
    package var followsEasy: Bool {
        guard let settings = easy?.settings.parameters else { return false }
        return NTSCEasy.drivenParameters.allSatisfy { value(of: $0) == settings[$0.id] }
    }
}
