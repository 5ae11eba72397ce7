import FoundationEssentials

/// Any JSON value, so that data written by a newer version of Glint can be preserved.
public enum JSONValue: Sendable, Hashable, Codable {
    /// Null.
    case null
    /// True or false.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([String: JSONValue])

    /// Decodes any JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Encodes the same JSON.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value):
            // Whole numbers are written without a decimal point, as is usual.
            if !value.isFinite {
                try container.encodeNil()
            } else if let whole = Int64(exactly: value), value.magnitude < 1e15 {
                try container.encode(whole)
            } else {
                try container.encode(value)
            }
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }

    /// The JSON as text, with sorted keys and line breaks. Infinities and NaN, which JSON does not support,
    /// become null.
    package var text: String { encoded(as: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) }

    /// The JSON as text on one line.
    package var line: String { encoded(as: [.sortedKeys, .withoutEscapingSlashes]) }

    private func encoded(as formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        // Without infinities and NaN, every value can be encoded.
        let data = (try? encoder.encode(self)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
