/// The edit of a picture: an ordered list of filters with their settings.
///
/// A recipe is a value. It serves as undo entry, preset, clipboard content and command-line file, all in one
/// JSON format:
///
///     {"glint": 1, "filters": [
///         {"id": "saturation", "parameters": {"amount": 0.3}, "enabled": true, "opacity": 1}]}
///
/// A color is `"#ff8000"`, or `[1, 0.50196, 0.00001]` if 8 bits per channel cannot express it; a point is
/// `[x, y]`, and a curve `[[x, y], …]`.
public struct Recipe: Sendable, Hashable {
    /// The stages, in the order they are applied.
    public var stages: [Stage]
    /// Keys unknown to this version, kept to be written back.
    package var otherKeys: [String: JSONValue] = [:]

    /// The version of the recipe's format; one newer than this program's is kept and written back.
    package var formVersion = version

    /// The format version that this program supports.
    package static let version = 1

    /// A recipe of these stages; without stages it leaves the picture unchanged.
    public init(_ stages: [Stage] = []) {
        self.stages = stages
    }

    /// One filter with its settings.
    public struct Stage: Sendable, Hashable {
        /// The filter's id.
        public var filter: String
        /// True if the stage is applied.
        public var isEnabled = true
        /// How much of the result is mixed over the input, 0…1.
        public var opacity = 1.0
        /// How the result is blended with the input.
        public var blend = BlendMode.normal
        /// The parts of the picture it acts on, combined in order as described at ``Region``; empty for the
        /// whole picture. At most ``Region/maximumInStage``. Filters that change the picture's shape take
        /// none.
        public var regions: [Region] = []
        /// The parameters given, including any that the filter does not have; those not given have their
        /// defaults.
        package var parameters: [String: StageValue]
        /// The positions of the knobs that each set several parameters, by knob id; nil if no knob has been
        /// turned.
        package var knobs: [String: StageValue]?
        /// Keys unknown to this version, kept to be written back.
        package var otherKeys: [String: JSONValue] = [:]

        /// A stage with the filter's defaults, except for `parameters`.
        public init(_ filter: String, _ parameters: [String: ParameterValue] = [:]) {
            self.filter = filter
            self.parameters = parameters.mapValues { StageValue($0) }
        }

        /// The first of the ``regions``, usually the only one. Setting it replaces that one; nil removes all.
        public var region: Region? {
            get { regions.first }
            set { regions = newValue.map { [$0] + regions.dropFirst() } ?? [] }
        }

        /// Sets a parameter.
        public mutating func set(_ parameter: String, to value: ParameterValue) {
            parameters[parameter] = StageValue(value)
        }

        /// The parameter's value; its default if the stage does not give one of the right kind.
        public func value(of parameter: ParameterDeclaration) -> ParameterValue {
            given(parameter) ?? parameter.defaultValue
        }

        /// The value that the stage gives a parameter; nil if it gives none of the right kind.
        package func given(_ parameter: ParameterDeclaration) -> ParameterValue? {
            parameters[parameter.id]?.value(of: parameter.kind)
        }
    }
}

extension Recipe: ExpressibleByArrayLiteral {
    /// A recipe of these stages.
    public init(arrayLiteral stages: Stage...) {
        self.init(stages)
    }
}
