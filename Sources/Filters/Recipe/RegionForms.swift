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
            case nil:
                guard let standard = number.standard else {
                    throw .malformed(tr("the region has no “\(number.key)”"))
                }
                self[keyPath: number.path] = standard
            case let json?:
                let change: ValueOverTime?
                do throws(ValueOverTime.Mistake) {
                    change = try ValueOverTime(json: json)
                } catch {
                    throw .malformed(tr("the region's \(number.key): \(error.reason)"))
                }
                guard let change else {
                    throw .malformed(
                        tr(
                            "the region's “\(number.key)” is not a number from \(number.least) to \(number.maximum)"
                        ))
                }
                set(number, to: change)
            }
        }
        if shape == .color {
            guard case .string(let text)? = keys.removeValue(forKey: "color"),
                let color = HexadecimalColor.color(text)
            else { throw .malformed(tr("the region's “color” must be a color such as #ff8000")) }
            self.color = color
        }
        if shape == .file {
            guard case .string(let path)? = keys.removeValue(forKey: "file") else {
                throw .malformed(tr("the region's “file” must be the path of a picture"))
            }
            file = path
            switch keys.removeValue(forKey: "channel") {
            case .string(let name)?:
                guard let channel = MaskChannel(rawValue: name) else { throw .unknown }
                self.channel = channel
            case nil: break
            default: throw .unknown
            }
        }
        if shape == .brush {
            guard case .array(let values)? = keys.removeValue(forKey: "strokes") else {
                throw .malformed(tr("the region has no “strokes”"))
            }
            for value in values { strokes.append(try BrushStroke(json: value)) }
            refinement = try keys.removeValue(forKey: "refine").map(BrushRefinement.init(json:))
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
        for number in Self.numbers(of: shape) {
            keys[number.key] = changing[number.key]?.json ?? .number(self[keyPath: number.path])
        }
        if shape == .color { keys["color"] = .string(HexadecimalColor.text(nearest: color)) }
        if shape == .file {
            keys["file"] = .string(file)
            keys["channel"] = .string(channel.rawValue)
        }
        if shape == .brush {
            keys["strokes"] = .array(strokes.map(\.json))
            if let refinement { keys["refine"] = refinement.json }
        }
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
        let operation = words.last.flatMap(Operation.init) ?? .add
        if operation != .add { words.removeLast() }
        let isInverted = words.last == "inverted"
        if isInverted { words.removeLast() }
        guard let shape = words.first.flatMap(Shape.init), shape != .brush else { return nil }
        words.removeFirst()
        self.init(shape, x: 0, y: 0, width: 1, height: 1)
        if shape == .color {
            guard let color = words.first.flatMap(HexadecimalColor.color) else { return nil }
            self.color = color
            words.removeFirst()
        }
        if shape == .file {
            if words.count > 1, let channel = words.last.flatMap(MaskChannel.init) {
                self.channel = channel
                words.removeLast()
            }
            // A path may contain commas.
            file = words.joined(separator: ",")
            words = []
            if file.isEmpty { return nil }
        }
        let numbers = Self.numbers(of: shape)
        let needed = numbers.count { $0.standard == nil }
        guard (needed...numbers.count).contains(words.count) else { return nil }
        self.isInverted = isInverted
        self.operation = operation
        for number in numbers { self[keyPath: number.path] = number.standard ?? 0 }
        for (number, word) in zip(numbers, words) {
            let read = { ParameterValue(word: $0, kind: .number) }
            if case .number(let value)? = read(word) {
                self[keyPath: number.path] = value
            } else if let value = try? ValueOverTime(word: word, reading: read) {
                set(number, to: value)
            } else {
                return nil
            }
        }
    }

    /// The syntax that ``init(word:)`` expects.
    package static let form =
        "SHAPE,X,Y,WIDTH,HEIGHT[,FEATHER[,ANGLE]], gradient,X,Y,ENDX,ENDY, luminosity,LOW,HIGH[,FEATHER], "
        + "color,#RRGGBB,TOLERANCE[,FEATHER], point,X,Y,RADIUS[,TOLERANCE] or file,PATH[,luma|alpha], "
        + "each with [,inverted][,subtract or ,intersect]; a number may also be TIME:VALUE TIME:VALUE …"
}
