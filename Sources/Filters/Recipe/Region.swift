import Localization

/// The part of a picture that a stage affects: a rectangle or an ellipse with a soft edge, a gradient from
/// one point to another, all pixels within a range of luminosity or similar to a color, or what is similar to
/// the color at a control point, around it, or what a picture file or brush strokes mask.
///
/// Lengths are fractions of the width and height of the stage's input. In a recipe:
///
///     "region": {"shape": "ellipse", "x": 0.2, "y": 0.1, "width": 0.5, "height": 0.4,
///                "feather": 0.3, "angle": 0, "inverted": false}
///     "region": {"shape": "gradient", "x": 0.5, "y": 0.1, "endX": 0.5, "endY": 0.6, "inverted": false}
///     "region": {"shape": "luminosity", "low": 0.7, "high": 1, "feather": 0.1, "inverted": false}
///     "region": {"shape": "color", "color": "#2060c0", "tolerance": 0.2, "feather": 0.1}
///     "region": {"shape": "point", "x": 0.5, "y": 0.3, "radius": 0.2, "tolerance": 0.3}
///     "region": {"shape": "file", "file": "mask.png", "channel": "luma"}
///     "region": {"shape": "brush", "strokes": [{"points": [[0.2, 0.3, 1], [0.6, 0.4, 1]], "radius": 0.03,
///                "hardness": 0.5, "flow": 1, "erase": false}], "refine": {"radius": 0.01, "epsilon": 0.01}}
///
/// A stage with several regions has an array of them. Each region gives a pixel a weight, 0…1, and the
/// weights are combined in order. Adding takes the maximum of the weight so far and the region's own, so that
/// overlapping regions act as one. Subtracting multiplies the weight so far by 1 minus the region's own, and
/// intersecting multiplies it by the region's own, so that soft edges stay soft. The first region is added to
/// nothing, or else subtracted from or intersected with the whole picture:
///
///     "region": [{"shape": "ellipse", …}, {"shape": "luminosity", …, "operation": "subtract"}]
public struct Region: Sendable, Hashable {
    /// The shape of a region.
    public enum Shape: String, Sendable, CaseIterable {
        /// A rectangle, optionally with soft edges.
        case rectangle
        /// An ellipse, optionally with a soft edge.
        case ellipse
        /// A transition from the full effect at one point to none at another.
        case gradient
        /// All pixels in a range of luma.
        case luminosity
        /// All pixels whose hue and chroma are similar to those of a color.
        case color
        /// The surroundings of a point, as far as they are similar to the color there: a control point.
        case point
        /// The values of a picture in a file.
        case file
        /// Brush strokes.
        case brush

        /// The name that is shown to the user.
        public var title: String {
            switch self {
            case .rectangle: tr("Rectangle")
            case .ellipse: tr("Ellipse")
            case .gradient: tr("Gradient")
            case .luminosity: tr("Luminosity Range")
            case .color: tr("Color Range")
            case .point: tr("Control Point")
            case .file: tr("Mask File")
            case .brush: tr("Brush")
            }
        }

        /// True if the shape has an outline and an interior.
        package var isClosed: Bool { self == .rectangle || self == .ellipse }
        /// True if the shape has a position in the picture.
        package var hasPosition: Bool { self != .luminosity && self != .color }
        /// True if the weights are computed in a pass of their own, because they are not a formula.
        package var isMask: Bool { self == .file || self == .brush }
        /// True if the weight of a pixel depends on its color.
        package var readsColors: Bool { self == .luminosity || self == .color || self == .point }
    }

    /// The values of a mask file that are weights.
    public enum MaskChannel: String, Sendable, CaseIterable {
        /// 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601) of the encoded values.
        case luma
        /// The opacity.
        case alpha

        /// The name that is shown to the user.
        public var title: String {
            switch self {
            case .luma: tr("Brightness", context: "mask")
            case .alpha: tr("Opacity", context: "mask")
            }
        }
    }

    /// How a region is combined with the regions before it.
    public enum Operation: String, Sendable, CaseIterable {
        /// The region is added to the affected area.
        case add
        /// The region is removed from the affected area.
        case subtract
        /// Only what the region and the affected area have in common remains.
        case intersect

        /// The name that is shown to the user.
        public var title: String {
            switch self {
            case .add: tr("Add", context: "region")
            case .subtract: tr("Subtract", context: "region")
            case .intersect: tr("Intersect", context: "region")
            }
        }
    }

    /// The shape; an ellipse fills the rectangle defined by its position and size.
    public var shape: Shape
    /// The left side, the x of a gradient's start, where it has the full effect, or that of a control point,
    /// from the picture's left, -2…2.
    public var x: Double { didSet { if x != oldValue { changing["x"] = nil } } }
    /// The top side, the y of a gradient's start, where it has the full effect, or that of a control point,
    /// from the picture's top, -2…2.
    public var y: Double { didSet { if y != oldValue { changing["y"] = nil } } }
    /// The width of a rectangle or an ellipse, 0.001…4.
    public var width: Double { didSet { if width != oldValue { changing["width"] = nil } } }
    /// The height of a rectangle or an ellipse, 0.001…4.
    public var height: Double { didSet { if height != oldValue { changing["height"] = nil } } }
    /// The x of a gradient's end, from the picture's left, -2…2. Lines of equal effect are perpendicular to
    /// the line from start to end.
    public var endX = 0.0 { didSet { if endX != oldValue { changing["endX"] = nil } } }
    /// The y of a gradient's end, from the picture's top, -2…2.
    public var endY = 0.0 { didSet { if endY != oldValue { changing["endY"] = nil } } }
    /// The darkest luma with the full effect, 0…1. Luma is 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601) of the
    /// encoded values of the stage's input, clamped to 0…1.
    public var low = 0.0 { didSet { if low != oldValue { changing["low"] = nil } } }
    /// The brightest luma with the full effect, from ``low`` to 1.
    public var high = 1.0 { didSet { if high != oldValue { changing["high"] = nil } } }
    /// For a rectangle or an ellipse, how far the soft edge extends inward: 0 is a hard edge, and at 1 only
    /// the center gets the full effect. For a range of luminosity, the difference of luma over which the
    /// effect fades outside the range; for a color, the difference of colors over which it fades beyond the
    /// ``tolerance``.
    public var feather = 0.0 { didSet { if feather != oldValue { changing["feather"] = nil } } }
    /// The red, green and blue of a color region, 0…1, in sRGB. For a control point, the color of its place,
    /// which is read when the region is rendered.
    public var color = SIMD3(repeating: 0.5)
    /// The difference from the color up to which a color region has its full effect, or at which a control
    /// point has half of it, 0…1. A difference of 1 is 0.4 in Oklab (Ottosson, “A perceptual color space for
    /// image processing”, 2020), which CSS Color 4 calls 100 %. A color region compares a and b; a control
    /// point also half the difference in L.
    public var tolerance = 0.0 { didSet { if tolerance != oldValue { changing["tolerance"] = nil } } }
    /// The distance from a control point at which its effect ends, as a fraction of the picture's longer
    /// side, 0.001…2.
    public var radius = 0.0 { didSet { if radius != oldValue { changing["radius"] = nil } } }
    /// The counterclockwise rotation of a rectangle or an ellipse about its center, in degrees, -180…180.
    public var angle = 0.0 { didSet { if angle != oldValue { changing["angle"] = nil } } }
    /// The path of a mask file, which covers the picture from corner to corner. `{frame}` stands for a
    /// frame's number in six digits, and `%04d` for it in four.
    public var file = ""
    /// The values of a mask file that are weights.
    public var channel = MaskChannel.luma
    /// The strokes of a brush, which build up in order.
    public var strokes: [BrushStroke] = []
    /// How the strokes of a brush follow edges of the picture; nil if they do not.
    public var refinement: BrushRefinement?
    /// True if the stage affects what lies outside the region instead.
    public var isInverted = false
    /// How the region is combined with the stage's regions before it.
    public var operation = Operation.add
    /// The numbers that change over time, by recipe key. The properties have their values at time 0; setting
    /// another value ends the change.
    package private(set) var changing: [String: ValueOverTime] = [:]
    /// Keys unknown to this version, preserved when the recipe is written.
    package var otherKeys: [String: JSONValue] = [:]

    /// The maximum number of points in the strokes of a region.
    public static let maximumOfPoints = 20_000

    /// The maximum number of regions in a stage; each makes the stage's kernel longer.
    public static let maximumInStage = 8

    /// An unrotated shape with a hard edge.
    public init(_ shape: Shape, x: Double, y: Double, width: Double, height: Double) {
        self.shape = shape
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle, by its position and size as fractions of the picture's width and height.
    ///
    /// - Parameters:
    ///   - x: the left side, -2…2.
    ///   - y: the top side, -2…2.
    ///   - width: 0.001…4.
    ///   - height: 0.001…4.
    ///   - feather: how far the soft edge extends inward, 0…1.
    ///   - angle: the counterclockwise rotation about the center in degrees, -180…180.
    public static func rectangle(
        x: Double, y: Double, width: Double, height: Double, feather: Double = 0, angle: Double = 0
    ) -> Region {
        closed(.rectangle, x, y, width, height, feather, angle)
    }

    /// An ellipse that fills a rectangle, given by the rectangle's position and size as fractions of the
    /// picture's width and height.
    ///
    ///     [.exposure(stops: 1).limited(
    ///         to: .ellipse(x: 0.25, y: 0.1, width: 0.5, height: 0.8, feather: 0.5))]
    ///
    /// - Parameters:
    ///   - x: the left side, -2…2.
    ///   - y: the top side, -2…2.
    ///   - width: 0.001…4.
    ///   - height: 0.001…4.
    ///   - feather: how far the soft edge extends inward, 0…1.
    ///   - angle: the counterclockwise rotation about the center in degrees, -180…180.
    public static func ellipse(
        x: Double, y: Double, width: Double, height: Double, feather: Double = 0, angle: Double = 0
    ) -> Region {
        closed(.ellipse, x, y, width, height, feather, angle)
    }

    private static func closed(
        _ shape: Shape, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ feather: Double,
        _ angle: Double
    ) -> Region {
        var region = Region(shape, x: x, y: y, width: width, height: height)
        (region.feather, region.angle) = (feather, angle)
        return region
    }

    /// The region with inside and outside exchanged.
    public func inverted() -> Region {
        var region = self
        region.isInverted.toggle()
        return region
    }

    /// The region, to be subtracted from the regions before it.
    public func subtracted() -> Region {
        var region = self
        region.operation = .subtract
        return region
    }

    /// A gradient with the full effect up to `start`, no effect from `end` on, and a smooth transition in
    /// between; coordinates are fractions of the picture's width and height.
    public static func gradient(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Region {
        var region = Region(.gradient, x: start.x, y: start.y, width: 1, height: 1)
        (region.endX, region.endY) = (end.x, end.y)
        return region
    }

    /// The full effect where the luma of the stage's input is within a range in 0…1. Outside the range, the
    /// effect fades over `feather`.
    public static func luminosity(_ range: ClosedRange<Double>, feather: Double = 0) -> Region {
        var region = Region(.luminosity, x: 0, y: 0, width: 1, height: 1)
        (region.low, region.high, region.feather) = (range.lowerBound, range.upperBound, feather)
        return region
    }

    /// The full effect where hue and chroma of the stage's input are those of a color.
    ///
    /// - Parameters:
    ///   - color: red, green and blue, 0…1, in sRGB.
    ///   - tolerance: see ``tolerance``; 0…1.
    ///   - feather: the difference of colors over which the effect fades beyond the tolerance, 0…1.
    public static func color(
        _ color: SIMD3<Double>, tolerance: Double = 0.2, feather: Double = 0.1
    ) -> Region {
        var region = Region(.color, x: 0, y: 0, width: 1, height: 1)
        (region.color, region.tolerance, region.feather) = (color, tolerance, feather)
        return region
    }

    /// A control point: acts around a place on what is similar to the color there.
    ///
    ///     [.exposure(stops: 0.7).limited(to: .point(x: 0.4, y: 0.3, radius: 0.15))]
    ///
    /// The color is the mean of a square around the place in the stage's input, 1/200 of the longer side
    /// wide.
    ///
    /// - Parameters:
    ///   - x: the fraction of the picture's width, -2…2.
    ///   - y: the fraction of the picture's height, -2…2.
    ///   - radius: the distance at which the effect ends, as a fraction of the longer side, 0.001…2.
    ///   - tolerance: see ``tolerance``; 0…1.
    public static func point(x: Double, y: Double, radius: Double, tolerance: Double = 0.3) -> Region {
        var region = Region(.point, x: x, y: y, width: 1, height: 1)
        (region.radius, region.tolerance) = (radius, tolerance)
        return region
    }

    /// The values of a picture in a file, from 0 for no effect to 1 for the full effect.
    ///
    /// - Parameters:
    ///   - path: see ``file``.
    ///   - channel: the values that are weights.
    public static func file(_ path: String, channel: MaskChannel = .luma) -> Region {
        var region = Region(.file, x: 0, y: 0, width: 1, height: 1)
        (region.file, region.channel) = (path, channel)
        return region
    }

    /// Brush strokes.
    ///
    /// - Parameters:
    ///   - strokes: the strokes, which build up in order.
    ///   - refinement: how they follow edges of the picture; nil if they do not.
    public static func brush(_ strokes: [BrushStroke], refinement: BrushRefinement? = nil) -> Region {
        var region = Region(.brush, x: 0, y: 0, width: 1, height: 1)
        (region.strokes, region.refinement) = (strokes, refinement)
        return region
    }

    /// The region with a number that changes over time, such as its position:
    ///
    ///     [.exposure(stops: 1).limited(
    ///         to: .ellipse(x: 0.1, y: 0.3, width: 0.2, height: 0.3).moving(\.x, .keys([0: 0.1, 2: 0.7])))]
    ///
    /// - Parameters:
    ///   - number: a number that the shape has.
    ///   - value: its values, within the number's range.
    public func moving(_ number: WritableKeyPath<Region, Double>, _ value: ValueOverTime) -> Region {
        var region = self
        for known in Self.numbers(of: shape) where known.path == number { region.set(known, to: value) }
        return region
    }

    /// Makes a number change over time.
    package mutating func set(_ number: Number, to value: ValueOverTime) {
        self[keyPath: number.path] = value.number(at: 0) ?? self[keyPath: number.path]
        changing[number.key] = value
    }

    /// Sets a number that then no longer changes over time.
    package mutating func set(_ number: Number, to value: Double) {
        self[keyPath: number.path] = value
        changing[number.key] = nil
    }

    /// The region at a time.
    package func at(_ seconds: Double) -> Region {
        guard !changing.isEmpty else { return self }
        var region = self
        for number in Self.numbers(of: shape) {
            guard let value = changing[number.key]?.number(at: seconds) else { continue }
            region[keyPath: number.path] = value
        }
        region.changing = [:]
        // Between the keys, smooth values may cross.
        if shape == .luminosity { region.high = max(region.low, region.high) }
        return region
    }

    /// The region, to be intersected with the regions before it.
    public func intersected() -> Region {
        var region = self
        region.operation = .intersect
        return region
    }

    /// The numbers of a shape, by recipe key, with their ranges.
    package static func numbers(of shape: Shape) -> [Number] {
        let start = [
            Number(key: "x", path: \.x, range: -2...2), Number(key: "y", path: \.y, range: -2...2),
        ]
        let feather = Number(key: "feather", path: \.feather, range: 0...1, standard: 0)
        return switch shape {
        case .rectangle, .ellipse:
            start + [
                Number(key: "width", path: \.width, range: 0.001...4),
                Number(key: "height", path: \.height, range: 0.001...4), feather,
                Number(key: "angle", path: \.angle, range: -180...180, standard: 0),
            ]
        case .gradient:
            start + [
                Number(key: "endX", path: \.endX, range: -2...2),
                Number(key: "endY", path: \.endY, range: -2...2),
            ]
        case .luminosity:
            [
                Number(key: "low", path: \.low, range: 0...1),
                Number(key: "high", path: \.high, range: 0...1), feather,
            ]
        case .color:
            [
                Number(key: "tolerance", path: \.tolerance, range: 0...1, standard: 0.2),
                Number(key: "feather", path: \.feather, range: 0...1, standard: 0.1),
            ]
        case .point:
            start + [
                Number(key: "radius", path: \.radius, range: 0.001...2),
                Number(key: "tolerance", path: \.tolerance, range: 0...1, standard: 0.3),
            ]
        case .file, .brush: []
        }
    }

    /// A number of a region.
    package struct Number: Sendable {
        package let key: String
        package let path: WritableKeyPath<Region, Double> & Sendable
        package let range: ClosedRange<Double>
        /// The value if none is given; nil if it must be given.
        package var standard: Double?

        package var least: String { plain(range.lowerBound) }
        package var maximum: String { plain(range.upperBound) }
    }

    /// The first problem with the region's numbers.
    package var problem: String? {
        for number in Self.numbers(of: shape) {
            let demand = tr(
                "the region's \(number.key) must be a number from \(number.least) to \(number.maximum)")
            if let value = changing[number.key] {
                let name = tr("the region's \(number.key)")
                if let problem = value.problem(of: name, in: number.range, demand: demand) { return problem }
            } else if !number.range.contains(self[keyPath: number.path]) {
                return demand
            }
        }
        if let problem = strokes.lazy.compactMap(\.problem).first { return problem }
        if let problem = refinement?.problem { return problem }
        if strokes.reduce(0, { $0 + $1.points.count }) > Self.maximumOfPoints {
            return tr("the strokes of the region have more than \(Self.maximumOfPoints) points")
        }
        let times: [Double] = [0] + [changing["low"], changing["high"]].flatMap { $0?.times ?? [] }
        return shape == .luminosity && times.contains { number("low", at: $0) > number("high", at: $0) }
            ? tr("the region's low value must not exceed its high value") : nil
    }

    private func number(_ key: String, at seconds: Double) -> Double {
        changing[key]?.number(at: seconds) ?? (key == "low" ? low : high)
    }

    /// The first problem with the regions of a stage.
    package static func problem(with regions: [Region]) -> String? {
        if regions.count > maximumInStage {
            return trn(
                "it has \(regions.count) regions, but at most \(maximumInStage) are allowed",
                "it has \(regions.count) regions, but at most \(maximumInStage) are allowed",
                count: regions.count)
        }
        return regions.lazy.compactMap(\.problem).first
    }

    /// The region with its numbers clamped to their ranges.
    package var broughtInside: Region {
        var region = self
        for number in Self.numbers(of: shape) {
            if let value = changing[number.key] {
                region.set(number, to: value.broughtInside(number.range))
                continue
            }
            let value = self[keyPath: number.path]
            region[keyPath: number.path] = min(
                max(value, number.range.lowerBound), number.range.upperBound)
        }
        if shape == .luminosity { region.high = max(region.low, region.high) }
        region.strokes = BrushStroke.broughtInside(region.strokes, atMost: Self.maximumOfPoints)
        region.refinement = region.refinement?.broughtInside
        return region
    }
}
