import Filters
import Foundation
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Background against its formula in double precision") struct BackgroundTests {
    private let picture = neighborPicture(alpha: true)
    private let color = SIMD4(0.2, 0.5, 0.9, 1)
    private let fill = ParameterValue.color(SIMD3(0.2, 0.5, 0.9))

    private func over(_ above: SIMD4<Double>, _ below: SIMD4<Double>) -> SIMD4<Double> {
        var result = above * above.w + below * (1 - above.w)
        result.w = 1
        return result
    }

    private func values(
        _ recipe: Recipe, of picture: Reference, size: SIMD2<Int>? = nil
    ) throws -> [SIMD4<Float>] {
        try withEngine { engine in
            try engine.values(
                recipe, of: SourceFrame(picture.buffer(.sixteen)),
                viewport: size.map { Viewport(wholeAt: $0) }, precision: .rgba32f)
        }
    }

    private func expectNear(
        _ values: [SIMD4<Float>], within tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation,
        _ expected: (Int, Int) -> SIMD4<Double>
    ) {
        let worst = largestDifference(values, picture.made(expected))
        #expect(worst < tolerance, sourceLocation: sourceLocation)
    }

    @Test("a color lies under the picture, and the result is opaque")
    func plainColor() throws {
        let values = try values([Recipe.Stage("background", ["color": fill])], of: picture)
        expectNear(values, within: 2e-6) { x, y in over(picture[x, y], color) }
    }

    /// The image scaled until it covers the picture, centered.
    private func covering(_ image: Reference) -> PlacedReference {
        let whole = SIMD2(Double(picture.width), Double(picture.height))
        let size = SIMD2(Double(image.width), Double(image.height))
        let shown =
            whole.x * size.y < whole.y * size.x
            ? SIMD2((whole.y * size.x / size.y).rounded(), whole.y)
            : SIMD2(whole.x, (whole.x * size.y / size.x).rounded())
        return PlacedReference(image: image, shown: shown, origin: ((whole - shown) / 2).rounded(.down))
    }

    @Test(
        "a picture covers the frame, centered, and the color is under its transparent parts",
        arguments: [(150, 70), (97, 61), (331, 200), (20, 30), (7, 5)])
    func image(width: Int, height: Int) throws {
        let folder = try temporaryFolder()
        let image = testPicture(width: width, height: height, alpha: true).rounded(to: .sixteen)
        try Picture(pixels: image.buffer(.sixteen), channels: .rgba).write(to: folder.file("back.png"))
        let stage = Recipe.Stage(
            "background", ["fill": "image", "file": .text(folder.file("back.png")), "color": fill])
        let covering = covering(image)
        expectNear(try values([stage], of: picture), within: 2e-4) { x, y in
            let backdrop = covering[x, y]
            return over(picture[x, y], backdrop + color * (1 - backdrop.w))
        }
    }

    @Test("a missing picture is an error that names it, and without one there is the color")
    func missingImage() throws {
        let none = Recipe.Stage("background", ["fill": "image", "color": fill])
        expectNear(try values([none], of: picture), within: 2e-6) { x, y in over(picture[x, y], color) }
        let gone = Recipe.Stage("background", ["fill": "image", "file": "/no/such/picture.png"])
        #expect(throws: FilterError.self) { try values([gone], of: picture) }
    }

    private let key = Recipe.Stage("luma-key", ["low": 0.4, "high": 0.8, "softness": 0.3])

    private func kept(_ color: SIMD4<Double>) -> Double {
        func ramp(_ distance: Double) -> Double { min(max(distance / 0.3 + 1, 0), 1) }
        return ramp(color.luma - 0.4) * ramp(0.8 - color.luma)
    }

    @Test("the blurred original is the picture that entered the first filter that makes parts transparent")
    func blurred() throws {
        let source = testPicture().rounded(to: .sixteen)
        let recipe: Recipe = [
            Recipe.Stage("invert"), key, Recipe.Stage("exposure", ["stops": 1]), key,
            Recipe.Stage("crop", ["x": 11, "y": 6, "width": 70, "height": 50]),
            Recipe.Stage("background", ["fill": "blur", "blur": 6]),
        ]
        let entering = source.map { SIMD4(1 - $0.x, 1 - $0.y, 1 - $0.z, 1) }
        // The blur of what is left after the crop.
        let backdrop = Reference(width: 70, height: 50) { x, y in entering[x + 11, y + 6] }
            .gaussian(radius: 6)
        let front = entering.map { color in
            var brighter = color
            for channel in 0..<3 { brighter[channel] = encoded(2 * decoded(color[channel])) }
            brighter.w = kept(color) * kept(brighter)
            return brighter
        }
        let expected = Reference(width: 70, height: 50) { x, y in
            over(front[x + 11, y + 6], backdrop[x, y])
        }
        let values = try values(recipe, of: source, size: SIMD2(70, 50))
        #expect(largestDifference(values, expected) < 60.0 / 65535)
    }

    /// Without a blur, the original shows through exactly where the picture has been made transparent.
    @Test(
        "the original follows crops, turns and borders, at any size of the view",
        arguments: [1.0, 0.5, 0.37], [Primaries.sRGB, .displayP3])
    func followsShape(scale: Double, primaries: Primaries) throws {
        let source = smoothPicture()
        let shape: [Recipe.Stage] = [
            Recipe.Stage("crop", ["x": 10, "y": 6, "width": 64, "height": 48]),
            Recipe.Stage("rotate", ["turns": 1]), Recipe.Stage("border", ["size": 5, "unit": "px"]),
            Recipe.Stage("flip", ["horizontal": true]),
        ]
        let gone = Recipe.Stage("luma-key", ["low": 1, "high": 0])
        let back = Recipe.Stage("background", ["fill": "blur", "blur": 0])
        let size = SIMD2<Int>((SIMD2(58, 74) * scale).rounded(.up))
        try withEngine { engine in
            func floats(_ recipe: Recipe) throws -> [SIMD4<Float>] {
                let plan = try Plan(
                    recipe: recipe, catalog: .builtIn, sourceSize: SIMD2(source.width, source.height),
                    primaries: primaries, viewport: Viewport(wholeAt: size), precision: .rgba32f)
                return try engine.floats(of: plan, from: SourceFrame(source.buffer(.sixteen)))
            }
            let plain = try floats(Recipe(shape))
            let keyed = try floats(Recipe([gone] + shape + [back]))
            #expect(plain.count == keyed.count)
            let inside = zip(plain, keyed).enumerated().filter { index, _ in
                // The border belongs to the picture, not to the original.
                let (x, y) = (index % size.x, index / size.x)
                let edge = Int((5 * scale).rounded(.up)) + 1
                return x >= edge && y >= edge && x < size.x - edge && y < size.y - edge
            }
            #expect(
                inside.allSatisfy { _, pair in
                    let difference = pair.0 - pair.1
                    return max(abs(difference.min()), difference.max()) < 1e-4
                })
        }
    }

    @Test("rendered in strips, it is the whole bit for bit", arguments: ["image", "blur"])
    func tiledEqualsWhole(kind: String) throws {
        let source = testPicture(width: 400, height: 300).buffer(.sixteen)
        let recipe: Recipe = [
            key, Recipe.Stage("rotate", ["turns": 2]),
            Recipe.Stage("background", ["fill": .text(kind), "file": .text(samplePicture), "blur": 12]),
        ]
        let (whole, tiled) = try withSharedEngine { engine in
            (
                try engine.export(source, recipe, depth: .sixteen),
                try engine.export(source, recipe, depth: .sixteen, sizeLimit: 160)
            )
        }
        #expect(whole == tiled)
    }

    @Test("a drag of a filter before it does not change its result")
    func cachedResults() throws {
        let source = SourceFrame(testPicture().buffer(.eight))
        func recipe(_ stops: Double) -> Recipe {
            [
                Recipe.Stage("exposure", ["stops": .number(stops)]), key,
                Recipe.Stage("background", ["fill": "blur", "blur": 10]), Recipe.Stage("invert"),
            ]
        }
        try withEngine { engine in
            let fresh = try [0.5, 1].map { try engine.values(recipe($0), of: source) }
            let kept = try [0.5, 1, 0.5, 1].map {
                try engine.values(recipe($0), of: source, keepsResults: true)
            }
            #expect(kept == fresh + fresh)
        }
    }
}
