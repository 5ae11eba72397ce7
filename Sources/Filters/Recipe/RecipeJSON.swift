import FoundationEssentials
import Localization

/// Why a recipe cannot be read or applied.
public enum RecipeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not JSON or not a recipe; `reason` includes the location.
    case malformed(reason: String)
    /// The recipe was written by a newer version.
    case newer(version: Int)
    /// A filter that this version does not have; `known` lists the available ones.
    case unknownFilter(String, known: [String])
    /// A parameter that the filter does not have; `known` lists the available ones.
    case unknownParameter(String, filter: String, known: [String])
    /// A value that the parameter does not allow; `problem` states what it allows.
    case badValue(filter: String, problem: String)
    /// A region that the filter cannot have or that this version does not support; `problem` gives the
    /// reason.
    case badRegion(filter: String, problem: String)

    /// The error message.
    public var description: String {
        switch self {
        case .malformed(let reason): tr("this is not a recipe: \(reason)")
        case .newer(let version):
            tr(
                """
                the recipe has version \(version), but this version of Glint supports only version \
                \(Recipe.version); update Glint to use it
                """
            )
        case .unknownFilter, .unknownParameter: sentence(meaning: nil)
        case .badValue(let filter, let problem), .badRegion(let filter, let problem):
            "\(filter.shortened): \(problem)"
        }
    }

    /// The error message, with the name that was probably intended before the list of known names.
    package func sentence(meaning name: String?) -> String {
        switch self {
        case .unknownFilter(let given, _):
            return name.map { tr("there is no filter \(given.quoted) (did you mean \($0)?)") }
                ?? tr("there is no filter \(given.quoted)")
        case .unknownParameter(let given, let filter, known: []):
            return tr("\(filter) has no parameter \(given.quoted); it has none")
        case .unknownParameter(let given, let filter, let known):
            let known = known.joined(separator: ", ")
            return name.map {
                tr("\(filter) has no parameter \(given.quoted) (did you mean \($0)?); it has \(known)")
            } ?? tr("\(filter) has no parameter \(given.quoted); it has \(known)")
        case .malformed, .newer, .badValue, .badRegion: return description
        }
    }
}

extension Recipe {
    /// Reads a recipe from JSON text; unknown filters and keys are preserved.
    ///
    /// - Parameter text: the JSON.
    /// - Throws: ``RecipeError/malformed(reason:)`` or ``RecipeError/newer(version:)``.
    public init(json text: String) throws(RecipeError) {
        try self.init(json: text, acceptsNewer: false)
    }

    /// Reads a recipe from the bytes of JSON text, such as those of a file; unknown filters and keys are
    /// preserved.
    ///
    /// - Parameter bytes: the JSON as UTF-8.
    /// - Throws: ``RecipeError/malformed(reason:)`` or ``RecipeError/newer(version:)``.
    public init(json bytes: some Collection<UInt8>) throws(RecipeError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed(reason: "it is not UTF-8 text")
        }
        try self.init(json: text)
    }

    /// Reads a recipe, optionally including those of newer versions, whose unknown parts are preserved.
    package init(json text: String, acceptsNewer: Bool) throws(RecipeError) {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            throw .malformed(reason: JSONSyntax.firstMistake(in: text) ?? tr("it is not JSON"))
        }
        try self.init(value, acceptsNewer: acceptsNewer)
    }

    private init(_ value: JSONValue, acceptsNewer: Bool) throws(RecipeError) {
        guard case .object(var keys) = value else { throw .malformed(reason: tr("it is not a JSON object")) }
        guard case .number(let version)? = keys.removeValue(forKey: "glint") else {
            throw .malformed(reason: tr("the key “glint” with the version is missing"))
        }
        guard let number = Int(exactly: version), number >= 1 else {
            throw .malformed(reason: tr("“glint” must be a whole number of at least 1"))
        }
        guard number <= Self.version || acceptsNewer else { throw .newer(version: number) }
        guard case .array(let filters)? = keys.removeValue(forKey: "filters") else {
            throw .malformed(reason: tr("the list “filters” is missing"))
        }
        var stages: [Stage] = []
        for (index, filter) in filters.enumerated() {
            stages.append(try Self.stage(filter, number: index + 1))
        }
        self.init(stages)
        formVersion = number
        otherKeys = keys
    }

    /// The recipe as JSON, with sorted keys and line breaks for readability.
    public var json: String { jsonValue.text }

    /// The bytes of ``json`` as UTF-8.
    public var jsonBytes: [UInt8] { Array(json.utf8) }

    /// The recipe as a JSON value.
    package var jsonValue: JSONValue {
        var object = otherKeys
        object["glint"] = .number(Double(formVersion))
        object["filters"] = .array(
            stages.map { stage in
                var object = stage.otherKeys
                object["id"] = .string(stage.filter)
                object["parameters"] = .object(stage.parameters.mapValues(\.json))
                object["enabled"] = .bool(stage.isEnabled)
                object["opacity"] = stage.changingOpacity?.json ?? .number(stage.opacity)
                if stage.blend != .normal { object["blend"] = .string(stage.blend.rawValue) }
                if let regions = Region.json(of: stage.regions) { object["region"] = regions }
                if !stage.spots.isEmpty { object[Self.spotsKey] = .array(stage.spots.map(\.json)) }
                if let shader = stage.shader { object[Self.shaderKey] = shader.json }
                if let knobs = stage.knobs { object[Self.knobsKey] = .object(knobs.mapValues(\.json)) }
                return .object(object)
            })
        return .object(object)
    }

    /// The key of a stage's knobs, named after the easy mode of the analog video filter.
    private static let knobsKey = "easy"
    /// The key of the places that the filter `retouch` replaces.
    private static let spotsKey = "spots"
    /// The key of what is recorded about the file of a shader.
    private static let shaderKey = "shader"

    /// - Parameter number: the stage's position, counted from 1.
    private static func stage(_ value: JSONValue, number: Int) throws(RecipeError) -> Stage {
        guard case .object(var keys) = value else {
            throw .malformed(reason: tr("filter \(number) is not an object"))
        }
        guard case .string(let id)? = keys.removeValue(forKey: "id") else {
            throw .malformed(reason: tr("filter \(number) has no “id”"))
        }
        var stage = Stage(id)
        let name = id.shortened
        switch keys.removeValue(forKey: "parameters") {
        case .object(let parameters)?: stage.parameters = parameters.mapValues(StageValue.init(json:))
        case nil: break
        default: throw .malformed(reason: tr("filter \(number) (\(name)): “parameters” is not an object"))
        }
        switch keys.removeValue(forKey: "enabled") {
        case .bool(let isEnabled)?: stage.isEnabled = isEnabled
        case nil: break
        default: throw .malformed(reason: tr("filter \(number) (\(name)): “enabled” must be true or false"))
        }
        switch keys.removeValue(forKey: "opacity") {
        case .number(let opacity)? where (0...1).contains(opacity): stage.opacity = opacity
        case nil: break
        case let value?:
            let change: ValueOverTime?
            do throws(ValueOverTime.Mistake) {
                change = try ValueOverTime(json: value)
            } catch {
                throw .malformed(reason: tr("filter \(number) (\(name)): “opacity”: \(error.reason)"))
            }
            let demand = tr("filter \(number) (\(name)): “opacity” is not a number from 0 to 1")
            guard let change, change.problem(of: "opacity", in: 0...1, demand: demand) == nil else {
                throw .malformed(reason: demand)
            }
            stage.setOpacity(to: change)
        }
        // An unknown blend mode, from a newer version, stays among the stage's other keys and is thereby
        // preserved.
        if case .string(let name)? = keys["blend"], let blend = BlendMode(rawValue: name) {
            stage.blend = blend
            keys["blend"] = nil
        }
        if let json = keys["region"] {
            do throws(Region.Reading) {
                stage.regions = try Region.regions(json: json)
                keys["region"] = nil
            } catch {
                // Unknown shapes and operations, too, are preserved.
                if case .malformed(let reason) = error {
                    throw .malformed(reason: tr("filter \(number) (\(name)): \(reason)"))
                }
            }
        }
        if id.withoutBuiltInPrefix == FilterCatalog.retouch, let json = keys[spotsKey] {
            do throws(RetouchSpot.Reading) {
                stage.spots = try RetouchSpot.spots(json: json)
                keys[spotsKey] = nil
            } catch {
                // Unknown modes are preserved.
                if case .malformed(let reason) = error {
                    throw .malformed(reason: tr("filter \(number) (\(name)): \(reason)"))
                }
            }
        }
        if case .object(let knobs)? = keys[knobsKey] {
            stage.knobs = knobs.mapValues(StageValue.init(json:))
            keys[knobsKey] = nil
            stage.applyKnobsWithoutSettings()
        }
        if let json = keys[shaderKey], let shader = ShaderRecord(json: json) {
            stage.shader = shader
            keys[shaderKey] = nil
        }
        stage.otherKeys = keys
        return stage
    }
}

/// Encodes and decodes a recipe as part of other JSON, as the object that ``Recipe/json`` contains.
extension Recipe: Codable {
    /// Decodes the object; throws ``RecipeError`` if it is not a recipe.
    public init(from decoder: any Decoder) throws {
        try self.init(JSONValue(from: decoder), acceptsNewer: false)
    }

    /// Encodes the object.
    public func encode(to encoder: any Encoder) throws {
        try jsonValue.encode(to: encoder)
    }
}
