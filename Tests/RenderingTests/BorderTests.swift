import Filters
import Foundation
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Border") struct BorderTests {
    private func size(_ parameters: [String: ParameterValue], of size: SIMD2<Int>) throws -> SIMD2<Int> {
        try FilterCatalog.builtIn.size(of: [Recipe.Stage("border", parameters)], entering: size)
    }

    @Test("its width is in pixels or in percent of the shorter side")
    func widths() throws {
        #expect(try size(["size": 7, "unit": "px"], of: SIMD2(300, 200)) == SIMD2(314, 214))
        #expect(try size(["size": 10], of: SIMD2(300, 200)) == SIMD2(340, 240))
        #expect(try size(["size": 10], of: SIMD2(200, 300)) == SIMD2(240, 340))
        #expect(try size(["size": 0], of: SIMD2(200, 300)) == SIMD2(200, 300))
        #expect(throws: FilterError.self) { try size(["size": 2000], of: SIMD2(5000, 5000)) }
    }

    @Test(
        "two sides are wider until the result, or the inside of an even border, has the aspect ratio",
        arguments: [
            ("1:1", "outside", 320, 320), ("1:1", "inside", 320, 320), ("4:5", "outside", 320, 400),
            ("4:5", "inside", 320, 395), ("2:1", "outside", 440, 220), ("2:1", "inside", 420, 220),
            ("1.5", "outside", 330, 220), ("3:2", "inside", 320, 220), ("3 : 2", "outside", 330, 220),
        ])
    func ratios(ratio: String, of: String, width: Int, height: Int) throws {
        let result = try size(
            ["size": 10, "unit": "px", "ratio": .text(ratio), "ratioOf": .text(of)], of: SIMD2(300, 200))
        #expect(result == SIMD2(width, height))
    }

    @Test(
        "an aspect ratio that is none is refused", arguments: ["3", "3:2", "0.8:1", ""],
        ["x", "0:1", "1:2:3", "3:", "-1:1", "1:1000"])
    func refusals(good: String, bad: String) throws {
        try FilterCatalog.builtIn.validate(Recipe.Stage("border", ["ratio": .text(good)]))
        #expect(throws: RecipeError.self) {
            try FilterCatalog.builtIn.validate(Recipe.Stage("border", ["ratio": .text(bad)]))
        }
    }

    @Test("keeps the picture's pixels bit for bit, centered, and fills the rest", arguments: ["", "1:1"])
    func pixels(ratio: String) throws {
        let picture = testPicture(width: 61, height: 37, alpha: true).rounded(to: .sixteen)
        let stage = Recipe.Stage(
            "border",
            [
                "size": 5, "unit": "px", "ratio": .text(ratio), "color": .color(SIMD3(1, 0.6, 0.2)),
            ])
        let size = ratio.isEmpty ? SIMD2(71, 47) : SIMD2(71, 71)
        let values = try withSharedEngine {
            try $0.values(
                [stage], of: SourceFrame(picture.buffer(.sixteen)), viewport: Viewport(wholeAt: size),
                precision: .rgba32f)
        }
        let low = SIMD2(5, (size.y - 37) / 2)
        let whole = try withSharedEngine {
            try $0.values([], of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
        }
        for y in 0..<size.y {
            for x in 0..<size.x {
                let (column, row) = (x - low.x, y - low.y)
                let isInside = (0..<61).contains(column) && (0..<37).contains(row)
                let expected = isInside ? whole[row * 61 + column] : SIMD4<Float>(1, 0.6, 0.2, 1)
                #expect(values[y * size.x + x] == expected, "\(x), \(y)")
            }
        }
    }

    @Test("positions in the result are those of the stages before it, moved by the border")
    func coordinates() throws {
        let recipe: Recipe = [
            Recipe.Stage("invert"), Recipe.Stage("border", ["size": 8, "unit": "px", "ratio": "1:1"]),
        ]
        let coordinates = try StageCoordinates(
            stage: 0, of: recipe, catalog: .builtIn, entering: SIMD2(100, 60))
        // The result has 116 × 116 pixels.
        let middle = coordinates.pixel(of: SIMD2(0.5, 0.5))
        #expect(middle == SIMD2(58, 58))
        #expect(coordinates.pixel(of: SIMD2(0, 0)) == SIMD2(8, 28))
        #expect(coordinates.coordinates(ofPixel: SIMD2(108, 88)) == SIMD2(1, 1))
    }
}
