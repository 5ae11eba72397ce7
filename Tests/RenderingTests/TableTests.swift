import Filters
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("Tables and curves") struct TableTests {
    @Test("a curve goes through its points and is monotone between them")
    func monotoneCurve() {
        let points = [SIMD2(0.0, 0.1), SIMD2(0.2, 0.15), SIMD2(0.5, 0.8), SIMD2(0.55, 0.8), SIMD2(1, 0.95)]
        let curve = MonotoneCurve(points)
        for point in points { #expect(abs(curve(point.x) - point.y) < 1e-12) }
        let samples = curve.samples(1000)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
        let line = MonotoneCurve([SIMD2(0, 0), SIMD2(1, 1)])
        #expect(
            line.samples(100).enumerated().allSatisfy { abs($0.element - Double($0.offset) / 99) < 1e-12 })
    }

    @Test("between points it is scipy's monotone interpolation")
    func matchesScipy() throws {
        let points = [(0.0, 0.0), (0.25, 0.15), (0.6, 0.7), (0.8, 0.72), (1.0, 1.0)]
        // The derivatives at inner points are harmonic means; scipy weighs them by the distances, so the points
        // here compare at equal distances.
        let equal = [(0.0, 0.0), (0.25, 0.1), (0.5, 0.6), (0.75, 0.65), (1.0, 1.0)]
        let curve = MonotoneCurve(equal.map { SIMD2($0.0, $0.1) })
        let output = try runPython(
            """
            from scipy.interpolate import CubicHermiteSpline
            x, y = [0, .25, .5, .75, 1], [0, .1, .6, .65, 1]
            s = [(b - a) / .25 for a, b in zip(y, y[1:])]
            d = [s[0]] + [2 * a * b / (a + b) if a * b > 0 else 0 for a, b in zip(s, s[1:])] + [s[-1]]
            f = CubicHermiteSpline(x, y, d)
            print(*[float(f(i / 40)) for i in range(41)])
            """)
        let expected = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        #expect(expected.count == 41 && points.count == 5)
        for (index, value) in expected.enumerated() { #expect(abs(curve(Double(index) / 40) - value) < 1e-9) }
    }

    @Test("the tone curve applies the common curve, then each channel's")
    func toneCurve() throws {
        let all = [SIMD2(0.0, 0.05), SIMD2(0.4, 0.6), SIMD2(1, 1)]
        let green = [SIMD2(0.0, 1), SIMD2(1, 0.0)]
        try withEngine { engine in
            let picture = testPicture(alpha: true).rounded(to: .sixteen)
            let values = try engine.values(
                [Recipe.Stage("tone-curve", ["all": .curve(all), "green": .curve(green)])],
                of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
            let (common, own) = (MonotoneCurve(all), MonotoneCurve(green))
            let expected = picture.map { SIMD4(common($0.x), own(common($0.y)), common($0.z), $0.w) }
            #expect(largestDifference(values, expected) < 1e-4)
        }
    }

    /// A table made by a formula, as text.
    private func cube(size: Int, _ color: (SIMD3<Double>) -> SIMD3<Double>) -> String {
        var lines = ["TITLE \"made\"", "# red runs fastest", "LUT_3D_SIZE \(size)"]
        for blue in 0..<size {
            for green in 0..<size {
                for red in 0..<size {
                    let entry = color(SIMD3(Double(red), Double(green), Double(blue)) / Double(size - 1))
                    lines.append("\(entry.x) \(entry.y) \(entry.z)")
                }
            }
        }
        return lines.joined(separator: "\r\n") + "\n"
    }

    private func values(_ text: String, of picture: Reference) throws -> [SIMD4<Float>] {
        let folder = try temporaryFolder()
        try text.write(toFile: folder.file("t.cube"), atomically: true, encoding: .utf8)
        return try withEngine { engine in
            try engine.values(
                [Recipe.Stage("lut", ["file": .text(folder.file("t.cube"))])],
                of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
        }
    }

    @Test("a solid table is interpolated over tetrahedra", arguments: [2, 5, 33])
    func tetrahedra(size: Int) throws {
        func color(_ c: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(c.x * c.y + 0.1 * c.z, c.y * c.y, 1 - c.z * c.x)
        }
        let picture = testPicture(alpha: true).rounded(to: .sixteen)
        let expected = picture.map { pixel in
            // By sorting: the way from the cell's first corner to its last, the largest fraction first.
            let place = SIMD3(pixel.x, pixel.y, pixel.z) * Double(size - 1)
            let corner = SIMD3(
                min(place.x.rounded(.down), Double(size - 2)), min(place.y.rounded(.down), Double(size - 2)),
                min(place.z.rounded(.down), Double(size - 2)))
            let fraction = place - corner
            var at = corner
            var sum = color(at / Double(size - 1))
            for axis in [0, 1, 2].sorted(by: { fraction[$0] > fraction[$1] }) {
                let before = color(at / Double(size - 1))
                at[axis] += 1
                sum += fraction[axis] * (color(at / Double(size - 1)) - before)
            }
            return SIMD4(sum, pixel.w)
        }
        #expect(largestDifference(try values(cube(size: size, color), of: picture), expected) < 2e-5)
    }

    /// In one row it would be wider than a texture may be: 16384 on many devices.
    @Test("the longest table fits every device")
    func longestTable() throws {
        let levels = (0..<65_536).map { Double($0) / 65_535 }
        let lines = ["LUT_1D_SIZE 65536"] + levels.map { "\($0) \(1 - $0) \($0 * $0)" }
        let picture = testPicture().rounded(to: .sixteen)
        let expected = picture.map { SIMD4($0.x, 1 - $0.y, $0.z * $0.z, $0.w) }
        let values = try values(lines.joined(separator: "\n"), of: picture)
        #expect(largestDifference(values, expected) < 5e-5)
    }

    @Test("a solid table beside Pillow, which interpolates trilinearly, within 1.5 levels of 255")
    func besidePillow() throws {
        // As smooth as the tables that people use: there both ways of interpolating are nearly the same.
        func color(_ c: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(c.x * c.x * (3 - 2 * c.x), 0.9 * c.y + 0.1 * c.x * c.z, c.z.squareRoot())
        }
        let picture = testPicture().rounded(to: .eight)
        let expected = try madeByPython(
            """
            from PIL import Image, ImageFilter
            def color(r, g, b): return r * r * (3 - 2 * r), 0.9 * g + 0.1 * r * b, b ** 0.5
            table = ImageFilter.Color3DLUT.generate(33, color)
            b = np.asarray(Image.fromarray(np.round(a * 255).astype(np.uint8)).filter(table)) / 255
            """, of: picture)
        #expect(largestDifference(try values(cube(size: 33, color), of: picture), expected) < 1.5 / 255)
    }

    @Test("a table of one dimension holds a curve for each channel, over its own range")
    func oneDimension() throws {
        let text = "LUT_1D_SIZE 3\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 2 1 1\n0 0 1\n0.5 0.2 0.5\n1 1 0\n"
        let picture = testPicture().rounded(to: .sixteen)
        let expected = picture.map { pixel in
            SIMD4(
                pixel.x / 2, pixel.y < 0.5 ? 0.4 * pixel.y : 0.2 + 1.6 * (pixel.y - 0.5), 1 - pixel.z, pixel.w
            )
        }
        #expect(largestDifference(try values(text, of: picture), expected) < 2e-5)
    }

    @Test(
        "a file that is no table is a sentence with its line",
        arguments: [
            ("LUT_3D_SIZE 2\n0 0 0\n", "1 colors where 8 belong"), ("hello\n", "line 1"),
            ("LUT_3D_SIZE 100000\n", "from 2 to 256"), ("0 0 0\n", "one LUT_1D_SIZE or one LUT_3D_SIZE"),
            ("LUT_1D_SIZE 2\n0 0 nan\n1 1 1\n", "line 2"),
        ])
    func badTables(text: String, part: String) throws {
        let error = #expect(throws: FilterError.self) { _ = try values(text, of: testPicture()) }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test("a table that changes under its name is read again")
    func followsTheFile() throws {
        let folder = try temporaryFolder()
        let path = folder.file("t.cube")
        let picture = Reference(width: 4, height: 4) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
        try withEngine { engine in
            let source = SourceFrame(picture.buffer(.sixteen))
            for (size, level) in [(2, 0.25), (3, 0.75)] {
                try cube(size: size) { _ in SIMD3(repeating: level) }
                    .write(toFile: path, atomically: true, encoding: .utf8)
                let values = try engine.values(
                    [Recipe.Stage("lut", ["file": .text(path)])], of: source, keepsResults: true)
                #expect(abs(Double(values[0].x) - level) < 1e-3)
            }
        }
    }
}
