import Localization

extension Region {
    /// Why a region cannot be read.
    package enum Reading: Error {
        /// The region's shape or operation is missing or unknown to this version.
        case unknown
        /// One of the region's keys is wrong; the reason is a sentence without a subject.
        case malformed(String)
    }

    /// Decodes a region from a recipe's JSON. The numbers may still have a ``problem``.
    package init(json: JSONValue) throws(Reading) {
        guard case .object(var keys) = json, case .string(let name)? = keys.removeValue(forKey: "shape"),
            let shape = Shape(rawValue: name)
        else { throw .unknown }
        self.init(shape, x: 0, y: 0, width: 1, height: 1)
        for number in Self.numbers(of: shape) {
            switch keys.removeValue(forKey: number.key) {
            // Numbers that are out of range are reported or clamped by the caller.
            case .number(let value)?: self[keyPath: number.path] = value
            case nil where number.isOptional: break
            case nil: throw .malformed(tr("the region has no “\(number.key)”"))
            default:
                throw .malformed(
                    tr(
                        "the region's “\(number.key)” is not a number from \(number.least) to \(number.maximum)"
                    ))
            }
        }
        switch keys.removeValue(forKey: "inverted") {
        case .bool(let isInverted)?: self.isInverted = isInverted
        case nil: break
        default: throw .malformed(tr("the region's “inverted” must be true or false"))
        }
        switch keys.removeValue(forKey: "operation") {
        case .string(let name)?:
            guard let operation = Operation(rawValue: name) else { throw .unknown }
            self.operation = operation
        case nil: break
        default: throw .unknown
        }
        otherKeys = keys
    }

    /// The region as JSON for recipes. The operation is omitted if it is `add`, for a long time the only one.
    package var json: JSONValue {
        var keys = otherKeys
        keys["shape"] = .string(shape.rawValue)
        for number in Self.numbers(of: shape) { keys[number.key] = .number(self[keyPath: number.path]) }
        keys["inverted"] = .bool(isInverted)
        if operation != .add { keys["operation"] = .string(operation.rawValue) }
        return .object(keys)
    }

    /// Decodes the regions of a stage: a single one, or an array.
    package static func regions(json: JSONValue) throws(Reading) -> [Region] {
        guard case .array(let values) = json else { return [try Region(json: json)] }
        var regions: [Region] = []
        for value in values { regions.append(try Region(json: value)) }
        return regions
    }

    /// The JSON for a stage's regions: an object for a single region, an array for several; nil for none.
    package static func json(of regions: [Region]) -> JSONValue? {
        regions.count > 1 ? .array(regions.map(\.json)) : regions.first?.json
    }

    /// Parses the command line's syntax, ``form``; nil if the text does not match. The numbers may still have
    /// a ``problem``.
    package init?(word: String) {
        var words = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let operation = words.last == Operation.subtract.rawValue ? Operation.subtract : .add
        if operation == .subtract { words.removeLast() }
        let isInverted = words.last == "inverted"
        if isInverted { words.removeLast() }
        guard let shape = words.first.flatMap(Shape.init) else { return nil }
        let numbers = Self.numbers(of: shape)
        let needed = numbers.count { !$0.isOptional }
        guard (needed...numbers.count).contains(words.count - 1) else { return nil }
        self.init(shape, x: 0, y: 0, width: 1, height: 1)
        self.isInverted = isInverted
        self.operation = operation
        for (number, word) in zip(numbers, words.dropFirst()) {
            guard case .number(let value)? = ParameterValue(word: word, kind: .number) else { return nil }
            self[keyPath: number.path] = value
        }
    }

    /// The syntax that ``init(word:)`` expects.
    package static let form =
        "SHAPE,X,Y,WIDTH,HEIGHT[,FEATHER[,ANGLE]], gradient,X,Y,ENDX,ENDY or luminosity,LOW,HIGH[,FEATHER], "
        + "each with [,inverted][,subtract]"
}
