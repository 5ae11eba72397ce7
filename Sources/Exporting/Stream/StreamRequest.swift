import Filters
import FoundationEssentials
import Localization

/// Why a request of `stream` cannot be carried out, as a sentence for the user of the client.
package struct StreamError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A message from a client of `stream`: a JSON object whose only key is the request's name. The protocol is
/// described in docs/stream-protocol.md.
package enum StreamRequest: Equatable, Sendable {
    /// Sets the format of the frames from now on.
    case hello(StreamFormat)
    /// Sets the recipe from now on: a recipe, its path, or an array of these.
    case recipe(JSONValue)
    /// Announces memory, whose descriptor comes with the message.
    case memory(slot: Int)
    /// Closes memory.
    case release(slot: Int)
    /// Filters the frame in the memory.
    case frame(slot: Int, StreamTime)
    /// Asks for statistics.
    case statistics

    /// The version of the protocol.
    package static let version = 1
    /// The maximum length of a message in bytes, far more than any recipe has.
    package static let longestLine = 16 << 20
    /// The maximum number of slots of a client.
    package static let maximumSlots = 64

    private static let names = ["hello", "recipe", "memory", "release", "frame", "statistics"]

    /// The name of the request in a line, if there is one, so that an error can mention it.
    package static func name(in line: [UInt8]) -> String? {
        guard case .object(let keys)? = value(line), keys.count == 1 else { return nil }
        return keys.keys.first.flatMap { names.contains($0) ? $0 : nil }
    }

    /// Parses a line.
    package init(line: [UInt8]) throws(StreamError) {
        guard case .object(let keys)? = Self.value(line), keys.count == 1, let (name, value) = keys.first
        else {
            throw StreamError(
                "this is not a request: a request is a JSON object with one key, such as {\"statistics\":{}}")
        }
        if name == "recipe" {
            self = .recipe(value)
            return
        }
        guard Self.names.contains(name) else {
            throw StreamError(
                "unknown request \(name.quoted)\(NearName.hint(name, among: Self.names)); "
                    + "the requests are \(Self.names.joined(separator: ", "))")
        }
        guard case .object(let content) = value else {
            throw StreamError("the content of \(name.quoted) must be an object")
        }
        var fields = Fields(of: name, content)
        switch name {
        case "hello":
            try Self.requireVersion(&fields)
            self = .hello(try StreamFormat(&fields))
        case "memory":
            self = .memory(slot: try Self.slot(&fields))
        case "release":
            self = .release(slot: try Self.slot(&fields))
        case "frame":
            self = .frame(slot: try Self.slot(&fields), try StreamTime(&fields))
        default:
            self = .statistics
        }
        try fields.requireEmpty()
    }

    private static func value(_ line: [UInt8]) -> JSONValue? {
        try? JSONDecoder().decode(JSONValue.self, from: Data(line))
    }

    private static func requireVersion(_ fields: inout Fields) throws(StreamError) {
        guard let version = try fields.integer("version", in: 0...Int(Int32.max)) else {
            throw fields.missing("version")
        }
        guard version == Self.version else {
            throw StreamError("version \(version) of the protocol is not supported, only \(Self.version)")
        }
    }

    private static func slot(_ fields: inout Fields) throws(StreamError) -> Int {
        guard let slot = try fields.integer("slot", in: 0...maximumSlots - 1) else {
            throw fields.missing("slot")
        }
        return slot
    }

    /// The fields of a request that have not been read.
    struct Fields {
        private let request: String
        private var values: [String: JSONValue]
        private var known: [String] = []

        init(of request: String, _ values: [String: JSONValue]) {
            self.request = request
            self.values = values
        }

        /// A whole number; nil if the field is missing or null.
        mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(StreamError) -> Int? {
            switch take(key) {
            case nil: return nil
            case .number(let number)?:
                if let whole = Int(exactly: number), range.contains(whole) { return whole }
            default: break
            }
            throw StreamError(
                "\(key.quoted) of \(request.quoted) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }

        /// A number; nil if the field is missing or null.
        mutating func number(_ key: String, in range: ClosedRange<Double>) throws(StreamError) -> Double? {
            switch take(key) {
            case nil: return nil
            case .number(let number)? where range.contains(number): return number
            default:
                throw StreamError(
                    "\(key.quoted) of \(request.quoted) must be a number from \(range.lowerBound) to \(range.upperBound)"
                )
            }
        }

        /// A string; nil if the field is missing or null.
        mutating func string(_ key: String) throws(StreamError) -> String? {
            switch take(key) {
            case nil: return nil
            case .string(let text)?: return text
            default: throw StreamError("\(key.quoted) of \(request.quoted) must be a string")
            }
        }

        /// One of several words; nil if the field is missing or null.
        mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
            _ key: String, of _: Choice.Type
        ) throws(StreamError) -> Choice? {
            guard let word = try string(key) else { return nil }
            if let choice = Choice(rawValue: word) { return choice }
            let known = Choice.allCases.map(\.rawValue)
            throw StreamError(
                "\(key.quoted) of \(request.quoted) must be one of \(known.joined(separator: ", ")), "
                    + "not \(word.quoted)\(NearName.hint(word, among: known))")
        }

        /// True or false; nil if the field is missing or null.
        mutating func flag(_ key: String) throws(StreamError) -> Bool? {
            switch take(key) {
            case nil: return nil
            case .bool(let value)?: return value
            default: throw StreamError("\(key.quoted) of \(request.quoted) must be true or false")
            }
        }

        func missing(_ key: String) -> StreamError {
            StreamError("\(request.quoted) needs \(key.quoted)")
        }

        /// Throws if there are other fields.
        func requireEmpty() throws(StreamError) {
            guard let key = values.keys.min() else { return }
            throw StreamError(
                "unknown key \(key.quoted) in \(request.quoted)\(NearName.hint(key, among: known))")
        }

        private mutating func take(_ key: String) -> JSONValue? {
            known.append(key)
            let value = values.removeValue(forKey: key)
            return value == .null ? nil : value
        }
    }
}
