import Filters

/// The id of a job: any JSON, repeated unchanged in the answer. 64-bit integers stay exact.
enum JobID: Codable {
    case signed(Int64)
    case unsigned(UInt64)
    case other(JSONValue)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            self = .signed(number)
        } else if let number = try? container.decode(UInt64.self) {
            self = .unsigned(number)
        } else {
            self = .other(try container.decode(JSONValue.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .signed(let number): try container.encode(number)
        case .unsigned(let number): try container.encode(number)
        case .other(let value): try container.encode(value)
        }
    }
}
