import Localization

/// A place that the filter `retouch` replaces by pixels from another place: a spot, or a stroke.
///
/// In a recipe, beside the stage's parameters:
///
///     {"id": "retouch", "spots": [{"points": [[0.4, 0.3]], "radius": 0.01, "source": [0.45, 0.32],
///                                  "mode": "heal", "feather": 0.3, "opacity": 1}]}
///
/// Spots are applied in order, so that later ones may copy the results of earlier ones.
public struct RetouchSpot: Sendable, Hashable {
    /// What becomes of the copied pixels.
    public enum Mode: String, Sendable, CaseIterable {
        /// Their details are kept, and their colors continue those around the spot: the differences of
        /// neighboring pixels are those of the source, and the rim is that of the target (Pérez, Gangnet and
        /// Blake, “Poisson Image Editing”, 2003).
        case heal
        /// They are copied as they are.
        case clone

        /// The name that is shown to the user.
        public var title: String {
            switch self {
            case .heal: tr("Heal", context: "retouch")
            case .clone: tr("Clone", context: "retouch")
            }
        }
    }

    /// The positions of the brush as fractions of the picture's width and height, each -2…2, connected by
    /// straight lines; one makes a round spot.
    public var points: [SIMD2<Double>]
    /// The radius as a fraction of the picture's longer side, 0.0005…0.25.
    public var radius: Double
    /// The position whose surroundings are copied to those of the first point, -2…2. It is moved by less than
    /// a pixel, so that whole pixels are copied.
    public var source: SIMD2<Double>
    /// What becomes of the copied pixels.
    public var mode: Mode
    /// The part of the radius over which the spot fades at its rim, 0…1.
    public var feather: Double
    /// The weight over the picture, 0…1.
    public var opacity: Double
    /// Keys unknown to this version, preserved when the recipe is written.
    package var otherKeys: [String: JSONValue] = [:]

    /// - Parameters: see the properties.
    public init(
        points: [SIMD2<Double>], radius: Double, source: SIMD2<Double>, mode: Mode = .heal,
        feather: Double = Self.standardFeather, opacity: Double = 1
    ) {
        self.points = points
        self.radius = radius
        self.source = source
        self.mode = mode
        self.feather = feather
        self.opacity = opacity
    }

    /// The feather if none is given.
    public static let standardFeather = 0.3
    /// The maximum number of spots in a stage.
    public static let maximumInStage = 500
    /// The maximum number of points in the spots of a stage.
    public static let maximumOfPoints = 20_000

    /// The range of the radius.
    package static let radii = 0.0005...0.25
    private static let places = -2.0...2.0

    /// From the target to the source, as fractions of the width and height.
    package var offset: SIMD2<Double> { source - (points.first ?? source) }

    /// The first problem with the spots of a stage.
    package static func problem(with spots: [RetouchSpot]) -> String? {
        if spots.count > maximumInStage {
            return tr("it has \(spots.count) spots, but at most \(maximumInStage) are allowed")
        }
        if spots.reduce(0, { $0 + $1.points.count }) > maximumOfPoints {
            return tr("its spots have more than \(maximumOfPoints) points")
        }
        for (index, spot) in spots.enumerated() {
            if let problem = spot.problem { return tr("spot \(index + 1): \(problem)") }
        }
        return nil
    }

    private var problem: String? {
        func isInside(_ place: SIMD2<Double>) -> Bool {
            Self.places.contains(place.x) && Self.places.contains(place.y)
        }
        if points.isEmpty { return tr("it has no points") }
        if !points.allSatisfy(isInside) { return tr("its points must be from -2 to 2") }
        if !isInside(source) { return tr("its source must be from -2 to 2") }
        if !Self.radii.contains(radius) { return tr("its radius must be from 0.0005 to 0.25") }
        if !(0...1).contains(feather) { return tr("its feather must be from 0 to 1") }
        return (0...1).contains(opacity) ? nil : tr("its opacity must be from 0 to 1")
    }
}

extension RetouchSpot {
    /// Why spots cannot be read.
    package enum Reading: Error {
        /// A mode that this version does not know.
        case unknown
        /// A key is wrong; the reason is a sentence.
        case malformed(String)
    }

    /// Decodes the spots of a stage. The numbers may still have a ``problem(with:)``.
    package static func spots(json: JSONValue) throws(Reading) -> [RetouchSpot] {
        guard case .array(let values) = json else { throw .malformed(tr("“spots” must be a list")) }
        var spots: [RetouchSpot] = []
        for value in values { spots.append(try RetouchSpot(json: value, number: spots.count + 1)) }
        return spots
    }

    private init(json: JSONValue, number: Int) throws(Reading) {
        guard case .object(var keys) = json, case .array(let places)? = keys.removeValue(forKey: "points")
        else { throw .malformed(tr("spot \(number) has no “points”")) }
        let points = places.compactMap(Self.point)
        guard points.count == places.count else {
            throw .malformed(tr("the points of spot \(number) must be [x, y]"))
        }
        guard let source = keys.removeValue(forKey: "source").flatMap(Self.point) else {
            throw .malformed(tr("the “source” of spot \(number) must be [x, y]"))
        }
        func take(_ key: String, or standard: Double?) throws(Reading) -> Double {
            switch (keys.removeValue(forKey: key), standard) {
            case (.number(let number)?, _): return number
            case (nil, let standard?): return standard
            default: throw .malformed(tr("the “\(key)” of spot \(number) is not a number"))
            }
        }
        let radius = try take("radius", or: nil)
        let feather = try take("feather", or: Self.standardFeather)
        let opacity = try take("opacity", or: 1)
        var mode = Mode.heal
        switch keys.removeValue(forKey: "mode") {
        case .string(let name)?:
            guard let known = Mode(rawValue: name) else { throw .unknown }
            mode = known
        case nil: break
        default: throw .unknown
        }
        self.init(
            points: points, radius: radius, source: source, mode: mode, feather: feather, opacity: opacity)
        otherKeys = keys
    }

    private static func point(_ json: JSONValue) -> SIMD2<Double>? {
        guard case .array(let values) = json, values.count == 2, case .number(let x) = values[0],
            case .number(let y) = values[1]
        else { return nil }
        return SIMD2(x, y)
    }

    /// The spot as JSON for recipes.
    package var json: JSONValue {
        func place(_ point: SIMD2<Double>) -> JSONValue { .array([.number(point.x), .number(point.y)]) }
        var keys = otherKeys
        keys["points"] = .array(points.map(place))
        keys["radius"] = .number(radius)
        keys["source"] = place(source)
        keys["mode"] = .string(mode.rawValue)
        keys["feather"] = .number(feather)
        keys["opacity"] = .number(opacity)
        return .object(keys)
    }
}
