import FoundationEssentials
import Localization

/// A settings file in the format that users share: flat JSON whose keys are the parameters' ids in
/// snake_case.
///
/// Contents unknown to this version are preserved when the file is written. Files of ntscQT, whose keys begin
/// with `_`, are also supported.
package struct NTSCPreset: Sendable, Hashable {
    /// The settings in the file, by parameter id, clamped to their ranges.
    package private(set) var values: [String: ParameterValue] = [:]
    /// The file's original contents.
    private var keys: [String: JSONValue] = [:]
    /// Keys that belong to no parameter.
    package private(set) var unknownKeys: [String] = []
    /// Keys of parameters whose values are invalid.
    package private(set) var wrongKeys: [String] = []
    /// Values outside the ranges of their parameters.
    package private(set) var outsideValues: [OutsideValue] = []

    /// A value in a file, and the nearest value that its parameter allows.
    package struct OutsideValue: Sendable, Hashable {
        package let key: String
        package let given: Double
        package let taken: Double
    }

    /// A preset that contains all settings.
    package init(_ settings: NTSCSettings) {
        for parameter in NTSCSettings.presetParameters {
            values[parameter.id] = settings.parameters[parameter.id]
        }
    }

    /// Parses a preset; throws ``Mistake``.
    package init(json text: String) throws(Mistake) {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            throw Mistake(reason: JSONSyntax.firstMistake(in: text) ?? tr("it is not JSON"))
        }
        guard case .object(let keys) = value else { throw Mistake(reason: tr("it is not a JSON object")) }
        guard let settings = Self.settings(in: keys) else {
            // A valid file may contain nothing but its version.
            guard keys.count == 1 else {
                throw Mistake(reason: tr("it contains no analog video settings"))
            }
            try self.init(keys: keys)
            return
        }
        if settings[Self.ntscQTKey] != nil {
            self.init(ntscQT: settings)
        } else {
            try self.init(keys: settings)
        }
    }

    /// A preset from contents that ``unsettledContents`` has preserved, even if they contain no known key.
    package init?(kept contents: [String: JSONValue]) {
        var keys = contents
        keys["version"] = .number(1)
        guard let preset = try? NTSCPreset(keys: keys) else { return nil }
        self = preset
    }

    /// A key that occurs in all ntscQT files.
    private static let ntscQTKey = "_composite_preemphasis"
    /// The maximum nesting depth at which settings are searched for.
    private static let deepest = 4
    private static let knownKeys = Set(NTSCSettings.presetParameters.map { key(of: $0.id) } + [ntscQTKey])

    /// The object that contains the most known settings: the file itself, or an object nested in it, since
    /// other programs may wrap the settings; nil if no setting is known.
    private static func settings(in keys: [String: JSONValue], depth: Int = 0) -> [String: JSONValue]? {
        if keys.keys.contains(where: knownKeys.contains) { return keys }
        guard depth < deepest else { return nil }
        func knownCount(_ keys: [String: JSONValue]) -> Int { keys.keys.count(where: knownKeys.contains) }
        let inner = keys.sorted { $0.key < $1.key }.compactMap { _, value -> [String: JSONValue]? in
            guard case .object(let object) = value else { return nil }
            return settings(in: object, depth: depth + 1)
        }
        guard var found = inner.max(by: { knownCount($0) < knownCount($1) }) else { return nil }
        // A version beside the nested object belongs to the wrapper.
        if found["version"] == nil { found["version"] = .number(1) }
        return found
    }

    private init(keys: [String: JSONValue]) throws(Mistake) {
        guard case .number(let version)? = keys["version"] else {
            throw Mistake(reason: tr("the key “version” is missing"))
        }
        guard version == 1 else {
            throw Mistake(reason: tr("it has version \(plain(version)), but only version 1 is supported"))
        }
        self.keys = keys
        let parameters = Dictionary(
            uniqueKeysWithValues: NTSCSettings.presetParameters.map { (Self.key(of: $0.id), $0) })
        for (key, value) in keys where key != "version" {
            guard let parameter = parameters[key] else {
                unknownKeys.append(key)
                continue
            }
            if let near = Self.value(value, of: parameter) {
                values[parameter.id] = near
                if case .number(let given) = value { note(given, taken: near, under: key) }
            } else {
                wrongKeys.append(key)
            }
        }
        unknownKeys.sort()
        wrongKeys.sort()
        outsideValues.sort { $0.key < $1.key }
    }

    private mutating func note(_ given: Double, taken: ParameterValue, under key: String) {
        guard case .number(let taken) = taken, taken != given else { return }
        outsideValues.append(OutsideValue(key: key, given: given, taken: taken))
    }

    /// Why a preset cannot be read.
    package struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason, as a clause.
        package let reason: String
        /// An English sentence without its subject; ``sentence(about:)`` adds it.
        package var description: String { "is not a preset: \(reason)" }

        package init(reason: String) {
            self.reason = reason
        }

        /// The complete sentence.
        ///
        /// - Parameter name: the file's name as shown to the user.
        package func sentence(about name: String) -> String { tr("\(name) is not a preset: \(reason)") }
    }

    /// Applies the settings in the file; other settings keep their values.
    package func apply(to settings: inout NTSCSettings) {
        for (id, value) in values { settings.set(id, to: value) }
    }

    /// The settings in the file, with defaults for all others.
    package var settings: NTSCSettings {
        var settings = NTSCSettings()
        apply(to: &settings)
        return settings
    }

    /// Changes or adds a setting.
    package mutating func set(_ id: String, to value: ParameterValue) {
        values[id] = value
        keys[Self.key(of: id)] = nil
    }

    /// Changes or adds a setting, unless the value is what an invalid value in the file was replaced with:
    /// then the file's own value is kept.
    package mutating func update(_ id: String, to value: ParameterValue) {
        let key = Self.key(of: id)
        let isWrong = wrongKeys.contains(key) && value == NTSCSettings().parameters[id]
        let isOutside = outsideValues.contains { $0.key == key } && value == values[id]
        if !isWrong && !isOutside { set(id, to: value) }
    }

    /// The parts of the file that the settings cannot represent: unknown keys, and values that are not
    /// allowed.
    package var unsettledContents: [String: JSONValue] {
        let unsettled = Set(unknownKeys + wrongKeys + outsideValues.map(\.key))
        return keys.filter { unsettled.contains($0.key) }
    }

    /// The file's text: its original contents with later changes.
    package var json: String {
        var object = keys
        for parameter in NTSCSettings.presetParameters {
            let key = Self.key(of: parameter.id)
            if object[key] == nil, let value = values[parameter.id] {
                object[key] = Self.json(value, of: parameter)
            }
        }
        object["version"] = .number(1)
        return JSONValue.object(object).text
    }

    /// Converts an id such as `vhsEdgeWave` to the key `vhs_edge_wave`.
    package static func key(of id: String) -> String {
        id.reduce(into: "") { key, character in
            if character.isUppercase { key += "_" }
            key += character.lowercased()
        }
    }

    private static func value(_ json: JSONValue, of parameter: ParameterDeclaration) -> ParameterValue? {
        switch (parameter.kind, json) {
        case (.choice, .number(let number)):
            guard let index = Int(exactly: number), parameter.choices.indices.contains(index) else {
                return nil
            }
            return .text(parameter.choices[index].id)
        case (.toggle, .number(let number)): return .toggle(number != 0)
        default:
            return ParameterValue(json: json, kind: parameter.kind).flatMap(parameter.nearest)
        }
    }

    private static func json(_ value: ParameterValue, of parameter: ParameterDeclaration) -> JSONValue {
        guard parameter.kind == .choice, case .text(let id) = value,
            let index = parameter.choices.firstIndex(where: { $0.id == id })
        else { return value.json }
        return .number(Double(index))
    }
}

// MARK: - ntscQT

extension NTSCPreset {
    /// Converts ntscQT's settings in the same way as ntsc-rs.
    private init(ntscQT keys: [String: JSONValue]) {
        var known: Set<String> = []
        func number(_ key: String) -> Double {
            known.insert(key)
            if case .number(let number)? = keys[key] { return number }
            return 0
        }
        func isOn(_ key: String) -> Bool {
            known.insert(key)
            return keys[key] == .bool(true)
        }
        var values: [String: ParameterValue] = [
            "useField": "upper", "filterType": "constant-k", "inputLumaFilter": "box",
            "chromaDemodulation": "box", "lumaSmear": 0, "headSwitchingHeight": 6, "headSwitchingOffset": 0,
            "headSwitchingHorizontalShift": 6, "headSwitchingStartMidLine": false, "trackingNoise": false,
            "compositeNoise": true, "compositeNoiseFrequency": 0.1, "compositeNoiseDetail": 3,
            "ringing": true,
            "lumaNoise": false, "chromaNoise": true, "chromaNoiseFrequency": 0.2, "chromaNoiseDetail": 1,
            "snowIntensity": 0, "chromaPhaseError": 0, "vhsSharpenEnabled": true, "vhsSharpenFrequency": 1,
            "vhsEdgeWaveEnabled": true, "vhsEdgeWaveSpeed": 10, "vhsEdgeWaveFrequency": 0.125,
            "vhsEdgeWaveDetail": 3, "scaleSettings": false,
        ]
        values["chromaLowpassIn"] = isOn("_composite_in_chroma_lowpass") ? "full" : "none"
        let (isOut, isLight) = (
            isOn("_composite_out_chroma_lowpass"), isOn("_composite_out_chroma_lowpass_lite")
        )
        values["chromaLowpassOut"] = isOut ? (isLight ? "light" : "full") : "none"
        values["compositePreemphasis"] = .number(number("_composite_preemphasis"))
        let phase = number("_video_scanline_phase_shift")
        values["videoScanlinePhaseShift"] = [90, 180, 270].contains(phase) ? .text(plain(phase)) : "0"
        values["videoScanlinePhaseShiftOffset"] = .number(number("_video_scanline_phase_shift_offset"))
        values["headSwitching"] = .toggle(isOn("_vhs_head_switching"))
        values["compositeNoiseIntensity"] = .number(number("_video_noise") / 50000)
        let (plainRinging, power, shift) = (
            number("_ringing"), number("_ringing_power"), number("_ringing_shift")
        )
        if isOn("_enable_ringing2") {
            values["ringingFrequency"] = .number(shift * 0.75 + 0.25)
            values["ringingPower"] = 6
            values["ringingScale"] = .number(power * 0.1)
        } else {
            values["ringingFrequency"] = .number(plainRinging / 3)
            values["ringingPower"] = 5
            values["ringingScale"] = 2
        }
        values["chromaNoiseIntensity"] = .number(number("_video_chroma_noise") * 0.4 / 16384)
        values["chromaPhaseNoiseIntensity"] = .number(number("_video_chroma_phase_noise") * 0.005)
        values["chromaDelayHorizontal"] = .number(number("_color_bleed_horiz"))
        values["chromaDelayVertical"] = .number(number("_color_bleed_vert"))
        values["vhsSettings"] = .toggle(isOn("_emulating_vhs"))
        let speed = number("_output_vhs_tape_speed")
        values["vhsTapeSpeed"] = speed == 1 ? "lp" : speed == 2 ? "ep" : "sp"
        values["vhsChromaLoss"] = .number(number("_video_chroma_loss") / 100_000)
        values["vhsSharpen"] = .number(number("_vhs_out_sharpen"))
        values["vhsEdgeWave"] = .number(number("_vhs_edge_wave") * 0.5)
        values["vhsChromaVertBlend"] = .toggle(isOn("_vhs_chroma_vert_blend"))
        for parameter in NTSCSettings.presetParameters {
            self.values[parameter.id] = values[parameter.id].flatMap(parameter.nearest)
        }
        // Keys of the native format are ignored here, but would take effect if the preset were written in
        // that format.
        known.formUnion(NTSCSettings.presetParameters.map { Self.key(of: $0.id) })
        self.keys = keys.filter { !known.contains($0.key) }
        unknownKeys = self.keys.keys.sorted()
        for parameter in NTSCSettings.presetParameters {
            guard case .number(let given)? = values[parameter.id], let taken = self.values[parameter.id]
            else { continue }
            let key = Self.key(of: parameter.id)
            note(given, taken: taken, under: key)
            if taken != .number(given) { self.keys[key] = .number(given) }
        }
        outsideValues.sort { $0.key < $1.key }
    }
}
