import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import TestSupport
import Testing

@Suite("Perspective against SciPy and projective geometry") struct PerspectiveTests {
    private static let corners: [String: ParameterValue] = [
        "topLeft": .point(SIMD2(0.15, 0.1)), "topRight": .point(SIMD2(0.9, 0.2)),
        "bottomRight": .point(SIMD2(0.8, 0.85)), "bottomLeft": .point(SIMD2(0.1, 0.95)),
    ]

    private func rendered(
        _ parameters: [String: ParameterValue], of picture: Reference, viewport: Viewport? = nil
    ) throws -> (size: SIMD2<Int>, values: [SIMD4<Float>]) {
        let recipe: Recipe = [Recipe.Stage("perspective", parameters)]
        let size = try FilterCatalog.builtIn.size(
            of: recipe, entering: SIMD2(picture.width, picture.height))
        let values = try withEngine { engine in
            try engine.values(
                recipe, of: SourceFrame(picture.buffer(.sixteen)),
                viewport: viewport ?? Viewport(wholeAt: size), precision: .rgba32f)
        }
        return (size, values)
    }

    /// The largest and the mean difference in the part that both have, apart from a margin.
    private func difference(
        _ result: (size: SIMD2<Int>, values: [SIMD4<Float>]), _ expected: Reference
    ) -> (largest: Double, mean: Double) {
        var (largest, sum, count) = (0.0, 0.0, 0.0)
        for y in 2..<result.size.y - 2 {
            for x in 2..<result.size.x - 2 {
                let way = SIMD4<Double>(result.values[y * result.size.x + x]) - expected[x, y]
                let worst = max(abs(way.x), abs(way.y), abs(way.z))
                (largest, sum, count) = (max(largest, worst), sum + worst, count + 1)
            }
        }
        return (largest, sum / count)
    }

    /// A Python script that solves the homography of four points and samples with SciPy's cubic splines.
    private func script(_ size: SIMD2<Int>, from source: String) -> String {
        """
        from scipy.ndimage import map_coordinates
        height, width = a.shape[:2]
        W, H = \(size.x), \(size.y)
        source = \(source)
        target = [(0, 0), (W, 0), (W, H), (0, H)]
        rows, right = [], []
        for (x, y), (u, v) in zip(target, source):
            rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
            right += [u, v]
        m = np.append(np.linalg.solve(np.array(rows, float), np.array(right, float)), 1).reshape(3, 3)
        y, x = np.mgrid[:H, :W] + 0.5
        u, v, w = np.tensordot(m, [x, y, np.ones_like(x)], 1)
        b = np.zeros(a.shape)
        for c in range(3):
            warped = map_coordinates(a[..., c], [v / w - 0.5, u / w - 0.5], order=3, mode="nearest")
            b[:min(H, height), :min(W, width), c] = warped[:height, :width]
        """
    }

    @Test("a quadrilateral becomes a rectangle, as with SciPy, within 1 of 255")
    func quadrilateral() throws {
        let picture = smoothPicture(width: 160, height: 120)
        let result = try rendered(Self.corners, of: picture)
        // The longer of opposite sides: from (24, 12) to (144, 24), and to (16, 114).
        #expect(result.size == SIMD2(121, 102))
        let expected = try madeByPython(
            script(result.size, from: "[(24, 12), (144, 24), (128, 102), (16, 114)]"), of: picture)
        let difference = difference(result, expected)
        #expect(difference.largest < 1.0 / 255 && difference.mean < 0.1 / 255)
    }

    @Test(
        "tilting rotates the camera, and leaves no empty corners",
        arguments: [(20.0, 0.0, 28.0), (-15, 10, 50), (8, -25, 35)])
    func tilt(vertical: Double, horizontal: Double, focal: Double) throws {
        let picture = smoothPicture(width: 160, height: 120)
        let result = try rendered(
            [
                "vertical": .number(vertical), "horizontal": .number(horizontal),
                "focalLength": .number(focal),
            ], of: picture)
        // Rays through the corners of the result, by SciPy's rotations about the axes of the camera.
        let source = """
            (lambda f, R: (lambda around: [tuple(np.array(
                [[width / 2, height / 2]]).ravel() + f * d[:2] / d[2]) for d in (R.apply(
                [around[0] + sx * W / 2, around[1] + sy * H / 2, f])
                for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))])(
                (lambda c: f * c[:2] / c[2])(R.inv().apply([0, 0, 1]))))(
                np.hypot(width, height) * \(focal) / 43.267,
                __import__("scipy.spatial.transform").spatial.transform.Rotation.from_euler(
                    "xy", [-\(vertical), \(horizontal)], degrees=True))
            """
        let expected = try madeByPython(
            script(result.size, from: source)
                + "\nfor u, v in source: assert -1e-6 <= u <= width + 1e-6 and -1e-6 <= v <= height + 1e-6, source",
            of: picture)
        let difference = difference(result, expected)
        #expect(difference.largest < 1.0 / 255 && difference.mean < 0.1 / 255)
    }

    @Test("lines that converge upward become parallel")
    func widensTheTop() throws {
        let recipe: Recipe = [Recipe.Stage("perspective", ["vertical": 15])]
        let coordinates = try StageCoordinates(
            stage: 0, of: recipe, catalog: .builtIn, entering: SIMD2(400, 300))
        let size = try FilterCatalog.builtIn.size(of: recipe, entering: SIMD2(400, 300))
        let upper =
            coordinates.coordinates(ofPixel: SIMD2(Double(size.x), 0)).x
            - coordinates.coordinates(ofPixel: .zero).x
        let lower =
            coordinates.coordinates(ofPixel: SIMD2<Double>(size)).x
            - coordinates.coordinates(ofPixel: SIMD2(0, Double(size.y))).x
        #expect(upper < 0.9 * lower, "the top of the result shows less of the picture")
    }

    @Test("positions map to the stage before and back")
    func positionsFollow() throws {
        let recipe: Recipe = [
            Recipe.Stage("perspective", Self.corners.merging(["vertical": 10]) { $1 }),
            Recipe.Stage("rotate", ["turns": 1, "angle": 7]), Recipe.Stage("crop", ["left": 20]),
        ]
        let size = SIMD2(160, 120)
        let whole = try StageCoordinates(stage: 0, of: recipe, catalog: .builtIn, entering: size)
        for point in [SIMD2(0.4, 0.5), SIMD2(0.7, 0.3), SIMD2(0.2, 0.8)] {
            let back = whole.coordinates(ofPixel: whole.pixel(of: point))
            #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
        }
        let corners = try StageCoordinates(
            stage: 0, of: [Recipe.Stage("perspective", Self.corners)], catalog: .builtIn, entering: size)
        let first = corners.coordinates(ofPixel: .zero)
        #expect(abs(first.x - 0.15) < 1e-9 && abs(first.y - 0.1) < 1e-9)
    }

    @Test("strips of an export equal the whole, bit for bit")
    func strips() throws {
        let picture = testPicture(width: 201, height: 150).rounded(to: .sixteen)
        let parameters = Self.corners.merging(["vertical": 12, "horizontal": -5]) { $1 }
        let whole = try rendered(parameters, of: picture)
        for y in stride(from: 0, to: whole.size.y, by: 31) {
            let height = min(31, whole.size.y - y)
            let region = PixelRegion(origin: SIMD2(0, y), size: SIMD2(whole.size.x, height))
            let part = try rendered(
                parameters, of: picture, viewport: Viewport(gridSize: whole.size, region: region))
            #expect(part.values == Array(whole.values[y * whole.size.x..<(y + height) * whole.size.x]))
        }
    }

    @Test("a reduced view shows the reduced result")
    func reducedView() throws {
        let picture = smoothPicture(width: 320, height: 240)
        let whole = try rendered(Self.corners, of: picture)
        let half = SIMD2(whole.size.x / 2, whole.size.y / 2)
        let reduced = try rendered(Self.corners, of: picture, viewport: Viewport(wholeAt: half))
        let scale = SIMD2<Double>(whole.size) / SIMD2<Double>(half)
        let expected = Reference(width: whole.size.x, height: whole.size.y) { x, y in
            SIMD4<Double>(whole.values[y * whole.size.x + x])
        }
        for y in stride(from: 5, to: half.y - 5, by: 7) {
            for x in stride(from: 5, to: half.x - 5, by: 7) {
                let place = (SIMD2(Double(x), Double(y)) + 0.5) * scale - 0.5
                let way = SIMD4<Double>(reduced.values[y * half.x + x]) - expected.linear(place.x, place.y)
                #expect(abs(way.x) < 2.0 / 255 && abs(way.y) < 2.0 / 255)
            }
        }
    }

    @Test("corners that cross or lie in line are refused with a sentence")
    func refusesCorners() {
        for corners: [String: ParameterValue] in [
            ["topLeft": .point(SIMD2(1, 0)), "topRight": .point(SIMD2(0, 0))],
            ["bottomRight": .point(SIMD2(0.5, 0))],
        ] {
            #expect(throws: FilterError.corners) {
                try FilterCatalog.builtIn.size(
                    of: [Recipe.Stage("perspective", corners)], entering: SIMD2(100, 100))
            }
        }
    }
}
