/// The parameters of a ``Perspective`` stage.
package struct PerspectiveSettings: Sendable, Hashable {
    /// The tilts of the camera, in degrees.
    package var vertical = 0.0
    package var horizontal = 0.0
    /// The focal length for 35 mm film, in millimeters.
    package var focalLength = 28.0
    /// The corners of the quadrilateral clockwise from the top left, each coordinate 0…1.
    package var corners = wholePicture
    package var aspect = 1.0

    /// The corners of the picture.
    package static let wholePicture = [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]

    package init() {}

    /// The settings of a stage.
    init(_ stage: Recipe.Stage, of filter: FilterDeclaration) {
        var values: [String: ParameterValue] = [:]
        for parameter in filter.parameters { values[parameter.id] = stage.value(of: parameter) }
        vertical = values.number("vertical")
        horizontal = values.number("horizontal")
        focalLength = values.number("focalLength")
        corners = Perspective.corners.map { values.point($0) }
        aspect = values.number("aspect")
    }

    /// The stage, with the values that differ from the defaults.
    var stage: Recipe.Stage {
        let plain = PerspectiveSettings()
        var values: [String: ParameterValue] = [:]
        func set(_ id: String, _ value: Double, unless same: Double) {
            if value != same { values[id] = .number(value) }
        }
        set("vertical", vertical, unless: plain.vertical)
        set("horizontal", horizontal, unless: plain.horizontal)
        set("focalLength", focalLength, unless: plain.focalLength)
        set("aspect", aspect, unless: plain.aspect)
        for (index, id) in Perspective.corners.enumerated() where corners[index] != plain.corners[index] {
            values[id] = .point(corners[index])
        }
        return Recipe.Stage(Perspective.id, values)
    }

    /// The settings with a corner moved to a position, or left in place if the corners would cross.
    package func moving(corner index: Int, to position: SIMD2<Double>) -> PerspectiveSettings {
        var moved = self
        moved.corners[index] = Self.rounded(position)
        return Perspective.accepts(corners: moved.corners) ? moved : self
    }

    /// The settings with a rectangle between two positions as the quadrilateral.
    package func drawn(from start: SIMD2<Double>, to end: SIMD2<Double>) -> PerspectiveSettings {
        let (low, high) = (
            Self.rounded(SIMD2(min(start.x, end.x), min(start.y, end.y))),
            Self.rounded(SIMD2(max(start.x, end.x), max(start.y, end.y)))
        )
        var drawn = self
        drawn.corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
        return Perspective.accepts(corners: drawn.corners) ? drawn : self
    }

    /// A position in the picture with four decimal places, a fraction of a pixel.
    private static func rounded(_ position: SIMD2<Double>) -> SIMD2<Double> {
        (position.clamped(lowerBound: .zero, upperBound: .one) * 1e4).rounded(.toNearestOrAwayFromZero) / 1e4
    }
}
