/// The edit of a picture: an ordered list of filters with their settings.
///
/// A recipe is a value. Undo entries, presets, the clipboard and files for the command line all contain
/// recipes, in the same JSON format:
///
///     {"glint": 1, "filters": [
///         {"id": "saturation", "parameters": {"amount": 0.3}, "enabled": true, "opacity": 1}]}
///
/// A color is `"#ff8000"`, or `[1, 0.50196, 0.00001]` if 8 bits per channel cannot express it; a point is
/// `[x, y]`, and a curve `[[x, y], …]`. In place of a value can be a ``ValueOverTime``.
public struct Recipe: Sendable, Hashable {
    /// The stages, in the order in which they are applied.
    public var stages: [Stage]
    /// Keys unknown to this version, preserved when the recipe is written.
    package var otherKeys: [String: JSONValue] = [:]

    /// The version of the recipe's format; a version newer than this program's is preserved.
    package var formVersion = version

    /// The format version that this program supports.
    package static let version = 1

    /// A recipe with the given stages; without stages, it leaves the picture unchanged.
    public init(_ stages: [Stage] = []) {
        self.stages = stages
    }

    /// A filter with its settings.
    public struct Stage: Sendable, Hashable {
        /// The filter's id.
        public var filter: String
        /// True if the stage is applied.
        public var isEnabled = true
        /// The weight of the result over the input, 0…1; if it changes over time, that at time 0. Setting
        /// another value ends the change.
        public var opacity = 1.0 {
            didSet { if opacity != oldValue { changingOpacity = nil } }
        }
        /// How the result is blended with the input.
        public var blend = BlendMode.normal
        /// The parts of the picture that the stage affects, combined in order as described at ``Region``;
        /// empty for the whole picture. The maximum number is ``Region/maximumInStage``. Filters that change
        /// the picture's shape cannot have regions.
        public var regions: [Region] = []
        /// The places that the filter `retouch` replaces, in order.
        public var spots: [RetouchSpot] = []
        /// The parameters that the stage sets, including any that the filter does not have. All others have
        /// their defaults.
        package var parameters: [String: StageValue]
        /// The opacity if it changes over time.
        package internal(set) var changingOpacity: ValueOverTime?
        /// The positions, by knob id, of the knobs that each set several parameters; nil if no knob has been
        /// turned.
        package var knobs: [String: StageValue]?
        /// What is recorded about the file of the filter `shader`.
        package var shader: ShaderRecord?
        /// Keys unknown to this version, preserved when the recipe is written.
        package var otherKeys: [String: JSONValue] = [:]

        /// A stage with the filter's defaults, except for `parameters`.
        public init(_ filter: String, _ parameters: [String: ParameterValue] = [:]) {
            self.filter = filter
            self.parameters = parameters.mapValues { StageValue($0) }
        }

        /// The first of the ``regions``, usually the only one. Setting it replaces the first region; nil
        /// removes all.
        public var region: Region? {
            get { regions.first }
            set { regions = newValue.map { [$0] + regions.dropFirst() } ?? [] }
        }

        /// Sets a parameter. Choosing the file of a shader removes the record of the one before.
        public mutating func set(_ parameter: String, to value: ParameterValue) {
            parameters[parameter] = StageValue(value)
            if parameter == "file" { shader = nil }
        }

        /// Makes a parameter change over time.
        package mutating func set(_ parameter: String, to value: ValueOverTime) {
            parameters[parameter] = StageValue(value)
        }

        /// Makes the opacity change over time.
        package mutating func setOpacity(to value: ValueOverTime) {
            opacity = value.number(at: 0) ?? opacity
            changingOpacity = value.asWritten
        }

        /// Sets an opacity that then no longer changes over time.
        package mutating func setOpacity(to value: Double) {
            opacity = value
            changingOpacity = nil
        }

        /// The parameter's value, at time 0 if it changes, or its default if the stage has no value of the
        /// right kind.
        public func value(of parameter: ParameterDeclaration) -> ParameterValue {
            given(parameter) ?? parameter.defaultValue
        }

        /// The stage's value for a parameter, at time 0 if it changes; nil if the stage has none of the right
        /// kind.
        package func given(_ parameter: ParameterDeclaration) -> ParameterValue? {
            parameters[parameter.id]?.value(for: parameter)
        }
    }
}

extension Recipe: ExpressibleByArrayLiteral {
    /// A recipe with the given stages.
    public init(arrayLiteral stages: Stage...) {
        self.init(stages)
    }
}
