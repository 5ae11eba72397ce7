import Localization

extension ValueOverTime {
    /// Why a text or JSON is not a value over time.
    package struct Mistake: Error {
        /// A sentence without a subject.
        package let reason: String
    }

    /// Decodes a recipe's JSON; nil if it is something else. The values may still be out of range.
    package init?(json: JSONValue) throws(Mistake) {
        guard case .object(var keys) = json, keys["keys"] != nil || keys["wiggle"] != nil else { return nil }
        if case .object(let wiggle)? = keys.removeValue(forKey: "wiggle") {
            guard let around = keys.removeValue(forKey: "around").flatMap(ParameterValue.init(json:)) else {
                throw Mistake(reason: tr("“around” must be the value around which it varies"))
            }
            self = .wiggling(try Wiggle(json: wiggle), around: around)
        } else {
            guard case .array(let values)? = keys.removeValue(forKey: "keys") else {
                throw Mistake(reason: tr("“keys” must be a list of [seconds, value]"))
            }
            var list: [Key] = []
            for value in values {
                guard case .array(let pair) = value, pair.count == 2, case .number(let seconds) = pair[0],
                    let value = ParameterValue(json: pair[1])
                else { throw Mistake(reason: tr("key \(list.count + 1) must be [seconds, value]")) }
                list.append(Key(seconds: seconds, value: value))
            }
            var ease = Ease.linear
            if let value = keys.removeValue(forKey: "ease") {
                guard case .string(let name) = value, let known = Ease(rawValue: name) else {
                    throw Mistake(reason: tr("“ease” must be linear, smooth or hold"))
                }
                ease = known
            }
            self = .keyed(list, ease)
        }
        if let key = keys.keys.min() {
            throw Mistake(reason: tr("a value over time has no “\(key.shortened)”"))
        }
        if let problem { throw Mistake(reason: problem) }
    }

    /// The value as JSON for recipes.
    package var json: JSONValue {
        switch self {
        case .keyed(let keys, let ease):
            let keys = JSONValue.array(keys.map { .array([.number($0.seconds), $0.value.json]) })
            return .object(
                ease == .linear ? ["keys": keys] : ["keys": keys, "ease": .string(ease.rawValue)])
        case .wiggling(let wiggle, let around):
            let numbers: [String: JSONValue] = [
                "by": .number(wiggle.by), "rate": .number(wiggle.rate), "seed": .number(Double(wiggle.seed)),
            ]
            return .object(["wiggle": .object(numbers), "around": around.json])
        }
    }

    /// The value with colors as a recipe contains them, so that equal JSON means equal values.
    var asWritten: ValueOverTime {
        func written(_ value: ParameterValue) -> ParameterValue {
            if case .spelledColor(let text, _) = StageValue(value) { .text(text) } else { value }
        }
        return switch self {
        case .keyed(let keys, let ease):
            .keyed(keys.map { Key(seconds: $0.seconds, value: written($0.value)) }, ease)
        case .wiggling(let wiggle, let around): .wiggling(wiggle, around: written(around))
        }
    }

    /// Parses the command line's syntax, `TIME:VALUE TIME:VALUE … [EASE]` or
    /// `VALUE wiggle by NUMBER [rate NUMBER] [seed NUMBER]`; nil if the text does not look like it. The
    /// values may still be out of range.
    ///
    /// - Parameter read: parses a value; nil if it cannot be one.
    package init?(word: String, reading read: (String) -> ParameterValue?) throws(Mistake) {
        var parts = word.split(separator: " ").map(String.init)
        if parts.count >= 2, parts[1] == "wiggle" {
            guard let around = read(parts[0]) else {
                throw Mistake(reason: tr("\(parts[0].quoted) is not a value"))
            }
            self = .wiggling(try Wiggle(words: parts[2...]), around: around)
        } else {
            guard parts.first?.contains(":") == true else { return nil }
            var ease = Ease.linear
            if let last = parts.last, !last.contains(":") {
                guard let known = Ease(rawValue: last) else {
                    throw Mistake(reason: tr("\(last.quoted) must be TIME:VALUE, linear, smooth or hold"))
                }
                ease = known
                parts.removeLast()
            }
            var keys: [Key] = []
            for part in parts {
                guard let colon = part.lastIndex(of: ":"),
                    let seconds = ClockTime.seconds(part[..<colon])
                else {
                    throw Mistake(
                        reason: tr(
                            "\(part.quoted) must be TIME:VALUE, where TIME is seconds or h:mm:ss.fff"))
                }
                let text = String(part[part.index(after: colon)...])
                guard let value = read(text) else {
                    throw Mistake(reason: tr("\(text.quoted) is not a value"))
                }
                keys.append(Key(seconds: seconds, value: value))
            }
            self = .keyed(keys, ease)
        }
        if let problem { throw Mistake(reason: problem) }
    }
}

extension ValueOverTime.Wiggle {
    fileprivate init(json: [String: JSONValue]) throws(ValueOverTime.Mistake) {
        var numbers: [String: Double] = [:]
        for (key, value) in json.sorted(by: { $0.key < $1.key }) {
            guard case .number(let number) = value else {
                throw ValueOverTime.Mistake(reason: tr("“\(key.shortened)” is not a number"))
            }
            numbers[key] = number
        }
        try self.init(numbers)
    }

    fileprivate init(words: ArraySlice<String>) throws(ValueOverTime.Mistake) {
        var numbers: [String: Double] = [:]
        var rest = words
        while let key = rest.popFirst() {
            let value = rest.popFirst().flatMap { ParameterValue(word: $0, kind: .number) }
            guard case .number(let number)? = value else {
                throw ValueOverTime.Mistake(reason: tr("“\(key.shortened)” is not a number"))
            }
            numbers[key] = number
        }
        try self.init(numbers)
    }

    private init(_ numbers: [String: Double]) throws(ValueOverTime.Mistake) {
        if let key = numbers.keys.filter({ !["by", "rate", "seed"].contains($0) }).min() {
            throw ValueOverTime.Mistake(reason: tr("a value over time has no “\(key.shortened)”"))
        }
        guard let by = numbers["by"] else {
            throw ValueOverTime.Mistake(reason: tr("“by” must be a number of at least 0"))
        }
        // A seed that is not a whole number is reported with those out of range.
        self.init(
            by: by, rate: numbers["rate"] ?? 1, seed: numbers["seed"].map { Int(exactly: $0) ?? -1 } ?? 0)
    }
}

extension ParameterValue {
    /// The value that a recipe's JSON stands for, whatever the parameter; nil if it stands for none.
    fileprivate init?(json: JSONValue) {
        switch StageValue(json: json) {
        case .typed(let value): self = value
        case .spelledColor(let text, _): self = .text(text)
        case .changing, .unknown: return nil
        }
    }
}
