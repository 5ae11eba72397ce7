/// The part of a picture in which a stage acts: a rectangle or an ellipse with a soft edge.
///
/// Lengths are fractions of the width and height of the stage's input. In a recipe:
///
///     "region": {"shape": "ellipse", "x": 0.2, "y": 0.1, "width": 0.5, "height": 0.4,
///                "feather": 0.3, "angle": 0, "inverted": false}
public struct Region: Sendable, Hashable {
    /// The form of the outline.
    public enum Shape: String, Sendable, CaseIterable {
        case rectangle, ellipse

        /// What people read.
        public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// The form of the outline; an ellipse fills the rectangle given by its position and size.
    public var shape: Shape
    /// The left side, from the picture's left, -2…2.
    public var x: Double
    /// The top side, from the picture's top, -2…2.
    public var y: Double
    /// The width, 0.001…4.
    public var width: Double
    /// The height, 0.001…4.
    public var height: Double
    /// How far the edge reaches inwards: 0 is a hard edge; at 1 only the center gets the full effect.
    public var feather = 0.0
    /// Counterclockwise rotation about its center, in degrees, -180…180.
    public var angle = 0.0
    /// Whether the stage acts outside the shape instead.
    public var isInverted = false
    /// Keys that this version does not know, kept to be written back.
    package var otherKeys: [String: JSONValue] = [:]

    /// A shape with a hard edge, upright.
    public init(_ shape: Shape, x: Double, y: Double, width: Double, height: Double) {
        self.shape = shape
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Its numbers, as recipes name them, with the values they take.
    package static let numbers: [Number] = [
        Number(key: "x", path: \.x, range: -2...2), Number(key: "y", path: \.y, range: -2...2),
        Number(key: "width", path: \.width, range: 0.001...4),
        Number(key: "height", path: \.height, range: 0.001...4),
        Number(key: "feather", path: \.feather, range: 0...1, isOptional: true),
        Number(key: "angle", path: \.angle, range: -180...180, isOptional: true),
    ]

    /// One of its numbers.
    package struct Number: Sendable {
        package let key: String
        package let path: WritableKeyPath<Region, Double> & Sendable
        package let range: ClosedRange<Double>
        /// Whether it defaults to 0 if not given.
        package var isOptional = false

        /// The allowed values, in words.
        package var allowed: String {
            "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
        }
    }

    /// The first thing that is wrong with its numbers.
    package var problem: String? {
        Self.numbers.first { !$0.range.contains(self[keyPath: $0.path]) }
            .map { "the region's \($0.key) has to be \($0.allowed)" }
    }
}

extension Region {
    /// Why a region cannot be read.
    package enum Reading: Error {
        /// It has no shape that this version knows.
        case unknownShape
        /// One of its keys is wrong; a sentence without a subject.
        case malformed(String)
    }

    /// The region with its numbers clamped to their ranges.
    package var broughtInside: Region {
        var region = self
        for number in Self.numbers {
            let value = self[keyPath: number.path]
            region[keyPath: number.path] = min(
                max(value, number.range.lowerBound), number.range.upperBound)
        }
        return region
    }

    /// Reads the form of recipes. Its numbers may still have a ``problem``.
    package init(json: JSONValue) throws(Reading) {
        guard case .object(var keys) = json, case .string(let name)? = keys.removeValue(forKey: "shape"),
            let shape = Shape(rawValue: name)
        else { throw .unknownShape }
        self.init(shape, x: 0, y: 0, width: 1, height: 1)
        for number in Self.numbers {
            switch keys.removeValue(forKey: number.key) {
            // The caller reports or clamps numbers that are out of range.
            case .number(let value)?: self[keyPath: number.path] = value
            case nil where number.isOptional: break
            case nil: throw .malformed("the region has no “\(number.key)”")
            default: throw .malformed("the region's “\(number.key)” is not \(number.allowed)")
            }
        }
        switch keys.removeValue(forKey: "inverted") {
        case .bool(let isInverted)?: self.isInverted = isInverted
        case nil: break
        default: throw .malformed("the region's “inverted” is not true or false")
        }
        otherKeys = keys
    }

    /// The form of recipes.
    package var json: JSONValue {
        var keys = otherKeys
        keys["shape"] = .string(shape.rawValue)
        for number in Self.numbers { keys[number.key] = .number(self[keyPath: number.path]) }
        keys["inverted"] = .bool(isInverted)
        return .object(keys)
    }

    /// Reads the form of the command line: SHAPE,X,Y,WIDTH,HEIGHT[,FEATHER[,ANGLE]][,inverted]; nil where it is of
    /// another form. Its numbers may still have a ``problem``.
    package init?(word: String) {
        var words = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isInverted = words.last == "inverted"
        if isInverted { words.removeLast() }
        guard (5...7).contains(words.count), let shape = Shape(rawValue: words[0]) else { return nil }
        self.init(shape, x: 0, y: 0, width: 1, height: 1)
        self.isInverted = isInverted
        for (number, word) in zip(Self.numbers, words.dropFirst()) {
            guard case .number(let value)? = ParameterValue(word: word, kind: .number) else { return nil }
            self[keyPath: number.path] = value
        }
    }

    /// The form that ``init(word:)`` expects.
    package static let form = "SHAPE,X,Y,WIDTH,HEIGHT[,FEATHER[,ANGLE]][,inverted]"
}
