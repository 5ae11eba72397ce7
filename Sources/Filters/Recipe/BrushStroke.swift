import Localization

/// A brush stroke of a region.
public struct BrushStroke: Sendable, Hashable {
    /// A position of the brush.
    public struct Point: Sendable, Hashable {
        /// The fraction of the picture's width, -2…2.
        public var x: Double
        /// The fraction of the picture's height, -2…2.
        public var y: Double
        /// The pressure, 0…1, by which the radius is multiplied.
        public var pressure: Double

        /// - Parameters: see the properties.
        public init(x: Double, y: Double, pressure: Double = 1) {
            (self.x, self.y, self.pressure) = (x, y, pressure)
        }
    }

    /// The positions of the brush, connected by straight lines; one makes a dot.
    public var points: [Point]
    /// The radius as a fraction of the picture's longer side, 0.0005…1.
    public var radius: Double
    /// The part of the radius with the full effect, 0…1; from there it fades to the rim.
    public var hardness: Double
    /// The weight of the stroke, 0…1; strokes that overlap build up.
    public var flow: Double
    /// True if the stroke takes the effect away instead.
    public var erases: Bool

    /// - Parameters: see the properties.
    public init(
        points: [Point], radius: Double, hardness: Double = 0.5, flow: Double = 1, erases: Bool = false
    ) {
        self.points = points
        self.radius = radius
        self.hardness = hardness
        self.flow = flow
        self.erases = erases
    }

    /// The range of the radius.
    package static let radii = 0.0005...1.0
    private static let places = -2.0...2.0

    /// The strokes with their numbers clamped to their ranges, as far as their points are not too many.
    static func broughtInside(_ strokes: [BrushStroke], atMost maximum: Int) -> [BrushStroke] {
        var rest = maximum
        return strokes.compactMap { stroke in
            var stroke = stroke
            stroke.points = stroke.points.prefix(rest).map {
                Point(
                    x: $0.x.inside(places), y: $0.y.inside(places), pressure: $0.pressure.inside(0...1))
            }
            rest -= stroke.points.count
            stroke.radius = stroke.radius.inside(radii)
            stroke.hardness = stroke.hardness.inside(0...1)
            stroke.flow = stroke.flow.inside(0...1)
            return stroke.points.isEmpty ? nil : stroke
        }
    }

    /// The first problem with the stroke's numbers.
    var problem: String? {
        let places = Self.places
        if points.isEmpty { return tr("a stroke of the region has no points") }
        if !points.allSatisfy({ places.contains($0.x) && places.contains($0.y) }) {
            return tr("the points of the region's strokes must be from -2 to 2")
        }
        if !points.allSatisfy({ (0...1).contains($0.pressure) }) {
            return tr("the pressures of the region's strokes must be from 0 to 1")
        }
        if !Self.radii.contains(radius) {
            return tr("the radius of the region's strokes must be from 0.0005 to 1")
        }
        if !(0...1).contains(hardness) {
            return tr("the hardness of the region's strokes must be from 0 to 1")
        }
        return (0...1).contains(flow) ? nil : tr("the flow of the region's strokes must be from 0 to 1")
    }
}

/// How brush strokes follow edges of the picture: a guided filter (He, Sun and Tang, “Guided Image
/// Filtering”, 2013) of the weights, whose guide is the luma of the stage's input.
public struct BrushRefinement: Sendable, Hashable {
    /// The radius of the filter's windows as a fraction of the picture's longer side, 0.0005…0.1.
    public var radius: Double
    /// The variance of luma above which the weights follow an edge, 0.000001…1.
    public var epsilon: Double

    /// - Parameters: see the properties.
    public init(radius: Double = 0.01, epsilon: Double = 0.01) {
        self.radius = radius
        self.epsilon = epsilon
    }

    private static let radii = 0.0005...0.1
    private static let epsilons = 0.000001...1.0

    /// The numbers clamped to their ranges.
    var broughtInside: BrushRefinement {
        BrushRefinement(radius: radius.inside(Self.radii), epsilon: epsilon.inside(Self.epsilons))
    }

    /// The first problem with the numbers.
    var problem: String? {
        if !Self.radii.contains(radius) {
            return tr("the radius of the region's refinement must be from 0.0005 to 0.1")
        }
        return Self.epsilons.contains(epsilon)
            ? nil : tr("the epsilon of the region's refinement must be from 0.000001 to 1")
    }
}

extension Double {
    /// The nearest number in a range.
    fileprivate func inside(_ range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension BrushStroke {
    init(json: JSONValue) throws(Region.Reading) {
        guard case .object(let keys) = json, case .array(let places)? = keys["points"] else {
            throw .malformed(tr("a stroke of the region has no “points”"))
        }
        func number(_ key: String, or standard: Double) throws(Region.Reading) -> Double {
            switch keys[key] {
            case .number(let number)?: return number
            case nil: return standard
            default: throw .malformed(tr("the region's “\(key)” is not a number"))
            }
        }
        var points: [Point] = []
        for place in places {
            guard case .array(let values) = place, (2...3).contains(values.count) else {
                throw .malformed(tr("the points of the region's strokes must be [x, y, pressure]"))
            }
            let numbers = values.compactMap { value -> Double? in
                if case .number(let number) = value { number } else { nil }
            }
            guard numbers.count == values.count else {
                throw .malformed(tr("the points of the region's strokes must be [x, y, pressure]"))
            }
            points.append(
                Point(x: numbers[0], y: numbers[1], pressure: numbers.count > 2 ? numbers[2] : 1))
        }
        guard case .number(let radius)? = keys["radius"] else {
            throw .malformed(tr("a stroke of the region has no “radius”"))
        }
        self.init(
            points: points, radius: radius, hardness: try number("hardness", or: 0.5),
            flow: try number("flow", or: 1), erases: keys["erase"] == .bool(true))
    }

    var json: JSONValue {
        .object([
            "points": .array(
                points.map { .array([.number($0.x), .number($0.y), .number($0.pressure)]) }),
            "radius": .number(radius), "hardness": .number(hardness), "flow": .number(flow),
            "erase": .bool(erases),
        ])
    }
}

extension BrushRefinement {
    init(json: JSONValue) throws(Region.Reading) {
        self.init()
        guard case .object(let keys) = json else {
            throw .malformed(tr("the region's “refine” must have a radius and an epsilon"))
        }
        for (key, path) in [("radius", \BrushRefinement.radius), ("epsilon", \BrushRefinement.epsilon)] {
            switch keys[key] {
            case .number(let number)?: self[keyPath: path] = number
            case nil: break
            default: throw .malformed(tr("the region's “\(key)” is not a number"))
            }
        }
    }

    var json: JSONValue { .object(["radius": .number(radius), "epsilon": .number(epsilon)]) }
}
