@preconcurrency import Glibc
import Localization

/// Turns a quadrilateral of the picture into a rectangle, and then tilts the camera.
///
/// The rectangle is as wide as the longer of the quadrilateral's upper and lower sides, and as high as the
/// longer of the others. Tilting rotates the camera about its center, as if the lens had no distortion
/// (Hartley and Zisserman, “Multiple View Geometry”, 8.4.2); the result is the largest rectangle of the same
/// proportions around the same middle that has no empty corners.
package struct Perspective: GeometryFilter {
    /// The filter's id.
    package static let id = "perspective"
    /// The ids of the corners, clockwise from the top left.
    package static let corners = ["topLeft", "topRight", "bottomRight", "bottomLeft"]

    package init() {}

    package func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int> {
        try Self.view(values, of: size).size
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        let (entering, leaving) = (conditions.entering, conditions.leaving)
        let view = try Self.view(values, of: entering.size)
        guard view.map != ProjectiveMap() else { return [] }
        let map = ProjectiveMap(
            x: SIMD2(1 / leaving.scale.x, 0), y: SIMD2(0, 1 / leaving.scale.y)
        ).followed(by: view.map).followed(
            by: ProjectiveMap(x: SIMD2(entering.scale.x, 0), y: SIMD2(0, entering.scale.y)))
        let stretch = min(Self.stretch(of: map, over: SIMD2<Double>(leaving.grid)), Self.maxStretch)
        var pass = FilterPass(name: "perspective", kernel: "perspective.glsl")
        // The cubic kernel reads two more pixels.
        let halo = Int((stretch / 2).rounded(.up)) + 3
        pass.footprint = .mapped(map, halo: SIMD2(halo, halo))
        let rows = map.rows
        pass.uniforms = [
            "acrossRow": .vec3(rows[0]), "downRow": .vec3(rows[1]), "depthRow": .vec3(rows[2]),
            "samples": .int(Int(stretch.rounded(.up)) + 1),
        ]
        pass.readsPerPixel = 20 * Int(stretch.rounded(.up))
        return [pass]
    }

    /// The maximum number of pixels that a pixel of the result averages along a line.
    private static let maxStretch = 16.0

    /// The maximum number of the input's pixels that a pixel of the result covers in one direction: it is
    /// reached in a corner.
    private static func stretch(of map: ProjectiveMap, over size: SIMD2<Double>) -> Double {
        PerspectiveSettings.wholePicture.map { corner in
            let inside = corner * (size - 1)
            let (right, down) = (map(inside + SIMD2(1, 0)), map(inside + SIMD2(0, 1)))
            let (across, along) = (right - map(inside), down - map(inside))
            return (across * across + along * along).sum().squareRoot()
        }.reduce(1, max)
    }

    /// The result, and the map from its pixels to those of the input.
    private static func view(
        _ values: [String: ParameterValue], of size: SIMD2<Int>
    ) throws(FilterError) -> (size: SIMD2<Int>, map: ProjectiveMap) {
        let flat = try rectangle(values, of: SIMD2<Double>(size))
        let result = tilted(values, flat: flat.size)
        let pixels = Double(result.size.x) * Double(result.size.y)
        guard pixels <= Double(Resize.maxPixels) else {
            throw .tooLarge(filter: "Perspective", width: result.size.x, height: result.size.y)
        }
        return (result.size, result.map.followed(by: flat.map))
    }

    // The quadrilateral

    /// The rectangle that the quadrilateral becomes, and the map from it to the input.
    ///
    /// The map of a unit square to a quadrilateral is that of Heckbert, “Fundamentals of Texture Mapping and
    /// Image Warping”, 1989, 2.2.3.
    private static func rectangle(
        _ values: [String: ParameterValue], of size: SIMD2<Double>
    ) throws(FilterError) -> (size: SIMD2<Int>, map: ProjectiveMap) {
        let corners = corners.map { values.point($0) * size }
        guard isConvex(corners, in: size) else { throw .corners }
        func length(_ from: Int, _ to: Int) -> Double {
            let way = corners[to] - corners[from]
            return (way * way).sum().squareRoot()
        }
        let stretch = values.number("aspect").squareRoot()
        let lengths = SIMD2(
            max(length(0, 1), length(3, 2)) * stretch, max(length(0, 3), length(1, 2)) / stretch)
        let result = pointwiseMax(lengths.rounded(.toNearestOrAwayFromZero), .one)
        let (toward, away) = (corners[1] - corners[2], corners[3] - corners[2])
        let bend = corners[0] - corners[1] + corners[2] - corners[3]
        let area = cross(toward, away)
        let depth = SIMD2(cross(bend, away), cross(toward, bend)) / area
        var map = ProjectiveMap(
            x: (corners[1] - corners[0] + depth.x * corners[1]) / result.x,
            y: (corners[3] - corners[0] + depth.y * corners[3]) / result.y, offset: corners[0])
        map.depth = SIMD3(depth.x / result.x, depth.y / result.y, 1)
        return (SIMD2<Int>(result), map)
    }

    /// True if the corners are those of a convex quadrilateral, clockwise, with sides that are not in line.
    private static func isConvex(_ corners: [SIMD2<Double>], in size: SIMD2<Double>) -> Bool {
        (0..<4).allSatisfy { index in
            let side = corners[(index + 1) % 4] - corners[index]
            let next = corners[(index + 2) % 4] - corners[(index + 1) % 4]
            return cross(side, next) > 1e-4 * size.x * size.y
        }
    }

    /// True if points, each coordinate 0…1 and clockwise from the top left, can be the corners.
    package static func accepts(corners: [SIMD2<Double>]) -> Bool { isConvex(corners, in: .one) }

    // The camera

    /// The diagonal of a frame of 35 mm film, in millimeters.
    package static let filmDiagonal = 43.267

    /// The picture of a tilted camera, and the map from it to the one before.
    private static func tilted(
        _ values: [String: ParameterValue], flat: SIMD2<Int>
    ) -> (size: SIMD2<Int>, map: ProjectiveMap) {
        let vertical = -values.number("vertical") * .pi / 180
        let horizontal = values.number("horizontal") * .pi / 180
        guard vertical != 0 || horizontal != 0 else { return (flat, ProjectiveMap()) }
        let size = SIMD2<Double>(flat)
        let focal = (size * size).sum().squareRoot() * values.number("focalLength") / filmDiagonal
        // The rows of the rotation about the horizontal axis, followed by that about the vertical axis.
        let (sv, cv, sh, ch) = (sin(vertical), cos(vertical), sin(horizontal), cos(horizontal))
        let rotation = ProjectiveMap(rows: [
            SIMD3(ch, sh * sv, sh * cv), SIMD3(0, cv, -sv), SIMD3(-sh, ch * sv, ch * cv),
        ])
        let lens = ProjectiveMap(x: SIMD2(1 / focal, 0), y: SIMD2(0, 1 / focal))
        let turned = lens.followed(by: rotation).followed(by: lens.inverse)
        let middle = turned.inverse(.zero)
        /// The map from a picture of the given size, around the same middle.
        func map(of result: SIMD2<Double>) -> ProjectiveMap {
            ProjectiveMap(offset: middle - result / 2).followed(by: turned)
                .followed(by: ProjectiveMap(offset: size / 2))
        }
        func fits(_ factor: Double) -> Bool {
            let map = map(of: size * factor)
            return PerspectiveSettings.wholePicture.allSatisfy { corner in
                let position = corner * size * factor
                guard map.depth(at: position) > 1e-9 else { return false }
                let source = map(position)
                return all(source .>= -1e-6) && all(source .<= size + 1e-6)
            }
        }
        var (low, high) = (0.0, 4.0)
        for _ in 0..<60 {
            let factor = (low + high) / 2
            if fits(factor) { low = factor } else { high = factor }
        }
        let result = pointwiseMax((size * low + 1e-6).rounded(.down), .one)
        return (SIMD2<Int>(result), map(of: result))
    }

    private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
}
