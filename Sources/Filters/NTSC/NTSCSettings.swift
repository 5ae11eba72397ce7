/// The settings of the analog video chain: a value for each parameter of the filter `ntsc`, by parameter id.
///
/// Names, ranges, defaults and choices come from the filter's declaration in `Shaders/ntsc/ntsc.glsl`.
package struct NTSCSettings: Sendable, Hashable {
    private var values: [String: ParameterValue]

    /// The parameters of the filter, including those for files and frames.
    package static let declared: [ParameterDeclaration] =
        FilterCatalog.builtIn.filter(NTSC.id)?.parameters ?? []

    private static let byID = Dictionary(uniqueKeysWithValues: declared.map { ($0.id, $0) })

    /// The index of each choice in its list, by parameter id and choice id.
    private static let choiceNumbers: [String: [String: Int]] = byID.mapValues { parameter in
        Dictionary(uniqueKeysWithValues: parameter.choices.enumerated().map { ($1.id, $0) })
    }

    /// Parameters that depend on the picture or the time rather than the look; presets do not contain them.
    private static let frameParameters: Set = ["preset", "frame", "resize480", "restoreSize"]

    /// The parameters that presets contain.
    package static let presetParameters = declared.filter { !frameParameters.contains($0.id) }

    /// The parameters compared to find out whether settings are those of a preset or of the knobs.
    /// `steadyStart` and those of the sound are not compared, since stages stored by earlier versions lack
    /// them.
    package static func isTelling(_ parameter: ParameterDeclaration) -> Bool {
        parameter.id != "steadyStart" && !soundParameters.contains(parameter.id)
    }

    /// The parameters that affect the sound alone.
    package static let soundParameters: Set = [
        "soundEnabled", "soundTrack", "soundHiss", "soundHum", "soundWow", "soundFlutter", "soundSaturation",
        "soundDropouts",
    ]

    /// The defaults.
    package init() {
        self.init(Dictionary(uniqueKeysWithValues: Self.declared.map { ($0.id, $0.defaultValue) }))
    }

    /// - Parameter values: a value for every parameter.
    package init(_ values: [String: ParameterValue]) { self.values = values }

    /// The values by parameter id, as in a stage of a recipe.
    package var parameters: [String: ParameterValue] { values }

    /// Sets a parameter; a value outside the range is clamped.
    package mutating func set(_ id: String, to value: ParameterValue) {
        guard let parameter = Self.byID[id] else { return }
        values[id] = parameter.nearest(to: value) ?? values[id]
    }

    package func number(_ id: String) -> Double { values.number(id) }

    package func isOn(_ id: String) -> Bool { values[id] == .toggle(true) }

    /// The seed of a tape, counted from 0; each generation has noise of its own.
    package func seed(ofGeneration generation: Int) -> Int {
        let seed = Int(number("randomSeed"))
        return generation == 0 ? seed : Int(Int32(truncatingIfNeeded: seed &+ generation &* 0x5bd1_e995))
    }

    package func text(_ id: String) -> String { values.text(id) }

    /// The index of a choice in its list, which is what presets contain.
    package func choice(_ id: String) -> Int {
        Self.choiceNumbers[id]?[values.choice(id)] ?? 0
    }
}

extension ParameterDeclaration {
    /// The nearest value in range; nil if the value has the wrong kind.
    func nearest(to value: ParameterValue) -> ParameterValue? {
        if case .number(let number) = value, let min, let max, number.isFinite {
            let whole = kind == .integer ? number.rounded() : number
            return .number(Swift.min(Swift.max(whole, min), max))
        }
        return problem(with: value) == nil ? value : nil
    }
}

// MARK: - Lengths and frequencies derived from the settings

/// Scales and rates derived from the settings and the picture's height.
struct NTSCTiming {
    /// Factors for lengths along a row, and for numbers of rows.
    let horizontalScale: Double
    let verticalScale: Double
    let isPAL: Bool

    init(_ settings: NTSCSettings, height: Int) {
        isPAL = settings.choice("standard") == 1
        guard settings.isOn("scaleSettings") else {
            (horizontalScale, verticalScale) = (1, 1)
            return
        }
        let bySize = settings.isOn("scaleWithVideoSize") ? Double(height) / (isPAL ? 576 : 480) : 1
        horizontalScale = settings.number("bandwidthScale") * bySize
        verticalScale = settings.number("verticalScale") * bySize
    }

    /// Samples per second: four pixels per cycle of the color carrier.
    var sampleRate: Double { (isPAL ? 4 * 4_433_618.75 : 4 * 315e6 / 88) * horizontalScale }

    /// A number of rows, scaled and rounded.
    func rows(_ count: Double) -> Double {
        (count * verticalScale).rounded(.toNearestOrAwayFromZero)
    }

    /// A number of samples, scaled and rounded.
    func samples(_ count: Double) -> Double {
        (count * horizontalScale).rounded(.toNearestOrAwayFromZero)
    }
}
