import Localization

/// The knobs of the easy mode. They are declared like a filter's parameters, so that they are displayed and
/// stored in the same way.
extension NTSCEasy {
    package static let knobs: [ParameterDeclaration] = [
        part(
            "age", tr("Age", context: "filter"), \.age,
            help: tr("How worn the tape is: color fades and lags, and dropouts appear.", context: "filter")),
        declaration(
            "tapeSpeed", tr("Tape Speed", context: "filter"), .choice, .text(speeds[NTSCEasy().tapeSpeed].id),
            choices: speeds,
            help: tr(
                "How slowly the tape runs: the slower, the less detail. None leaves the tape out.",
                context: "filter")),
        part(
            "tracking", tr("Tracking", context: "filter"), \.tracking,
            help: tr("How far the heads are off track.", context: "filter")),
        part(
            "noise", tr("Noise", context: "filter"), \.noise,
            help: tr("Grain, specks of color, and snow.", context: "filter")),
        part(
            "colorBleed", tr("Color Bleed", context: "filter"), \.colorBleed,
            help: tr("How far colors bleed beyond edges.", context: "filter")),
        part(
            "sharpness", tr("Sharpness", context: "filter"), \.sharpness,
            help: tr("From soft to harsh; the middle changes nothing.", context: "filter")),
        part(
            "jitter", tr("Jitter", context: "filter"), \.jitter,
            help: tr("How far rows sway sideways.", context: "filter")),
        declaration(
            "generations", tr("Generations", context: "filter"), .integer,
            .number(Double(NTSCEasy().generations)),
            limits: 1...8, step: 1, help: tr("How many times the tape was copied.", context: "filter")),
    ]

    private static let speeds = [
        ParameterChoice(id: "none", title: tr("None", context: "tape speed")),
        ParameterChoice(id: "sp", title: "SP"),
        ParameterChoice(id: "lp", title: "LP"), ParameterChoice(id: "ep", title: "EP"),
    ]

    private static func part(
        _ id: String, _ title: String, _ part: KeyPath<NTSCEasy, Double>, help: String
    ) -> ParameterDeclaration {
        declaration(
            id, title, .number, .number(NTSCEasy()[keyPath: part]), limits: 0...1, step: 0.01, help: help)
    }

    private static func declaration(
        _ id: String, _ title: String, _ kind: ParameterKind, _ value: ParameterValue,
        limits: ClosedRange<Double>? = nil, step: Double? = nil, choices: [ParameterChoice] = [], help: String
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            id: id, title: title, kind: kind, min: limits?.lowerBound, max: limits?.upperBound,
            defaultValue: value, identity: nil, step: step, unit: "", curve: .linear, choices: choices,
            section: "", help: help, fileExtension: "", isNumbered: false)
    }

    /// - Parameter values: values by knob id; missing values and values of the wrong kind are replaced by
    ///   defaults.
    package init(_ values: [String: ParameterValue]) {
        self.init()
        let values = Dictionary(
            uniqueKeysWithValues: Self.knobs.map { knob in
                (knob.id, values[knob.id].flatMap(knob.nearest) ?? knob.defaultValue)
            })
        age = values.number("age")
        tapeSpeed = Self.speeds.firstIndex { $0.id == values.text("tapeSpeed") } ?? tapeSpeed
        tracking = values.number("tracking")
        noise = values.number("noise")
        colorBleed = values.number("colorBleed")
        sharpness = values.number("sharpness")
        jitter = values.number("jitter")
        generations = Int(values.number("generations"))
    }

    /// The positions by knob id.
    package var values: [String: ParameterValue] {
        [
            "age": .number(age), "tapeSpeed": .text(Self.speeds[min(max(tapeSpeed, 0), 3)].id),
            "tracking": .number(tracking), "noise": .number(noise), "colorBleed": .number(colorBleed),
            "sharpness": .number(sharpness), "jitter": .number(jitter),
            "generations": .number(Double(generations)),
        ]
    }

    /// The parameters controlled by the knobs; all others keep the values of the preset or the user.
    package static let drivenParameters: [ParameterDeclaration] = {
        let driven = NTSCEasy().driven
        return NTSCSettings.presetParameters.filter { driven[$0.id] != nil }
    }()
}
