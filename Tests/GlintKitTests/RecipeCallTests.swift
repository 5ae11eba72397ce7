import Foundation
import GlintKit
import TestSupport
import Testing

@Suite("Recipes in Swift") struct RecipeCallTests {
    @Test("recipes are concatenated in order")
    func joins() {
        let first: Recipe = [.exposure(stops: 1), .sepia()]
        var recipe = first
        recipe.append(.invert())
        #expect(recipe.stages == first.stages + [.invert()])
        #expect(first + [.invert()] == recipe)
        var longer: Recipe = [.vignette()]
        longer += first
        #expect(longer == [.vignette(), .exposure(stops: 1), .sepia()])
        longer.append(contentsOf: [.invert()])
        #expect(longer.stages.last == .invert())
    }

    @Test("a recipe is read from a file by path and by URL, and an invalid one is reported")
    func reads() throws {
        let folder = try temporaryFolder()
        let recipe: Recipe = [.exposure(stops: 1), .sepia().blended(.screen)]
        let path = folder.file("a b%20ü.json")
        try recipe.json.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try Recipe(contentsOf: path) == recipe)
        #expect(try Recipe(contentsOf: URL(fileURLWithPath: path)) == recipe)
        #expect(throws: ImagingError.file(.missing(path: folder.file("no")))) {
            try Recipe(contentsOf: folder.file("no"))
        }
        try "{}".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: RecipeError.self) { try Recipe(contentsOf: path) }
        #expect(throws: (any Error).self) { try Recipe(contentsOf: folder.path) }
    }

    @Test("pictures, videos and filters have URLs")
    func locations() throws {
        let folder = try temporaryFolder()
        let url = URL(fileURLWithPath: folder.file("a b%20ü.png"))
        let pixels = try PixelBuffer(
            bytes: [UInt8](repeating: 90, count: 40 * 30), width: 40, height: 30, channels: .gray)
        try Picture(pixels: pixels, channels: .gray).write(to: url)
        #expect(folder.names == ["a b%20ü.png"])
        #expect(try Picture(contentsOf: url).pixels.bytes() == pixels.bytes())
        #expect(try Picture(contentsOf: url, fitting: [20, 20]).width == 20)
        #expect(throws: ImagingError.file(.exists(path: url.path))) {
            try Picture(contentsOf: url).write(to: url)
        }
        let elsewhere = try #require(URL(string: "https://example.org/a.png"))
        #expect(throws: ImagingError.file(.missing(path: "https://example.org/a.png"))) {
            try Picture(contentsOf: elsewhere)
        }
        #expect(throws: VideoError.file(.missing(path: "https://example.org/a.png"))) {
            try VideoReader(contentsOf: elsewhere)
        }
        #expect(throws: CustomFilterError.self) { try CustomFilter(contentsOf: url) }
    }

    @Test("the size of a result is known without rendering, and correct")
    func sizes() throws {
        let recipes: [Recipe] = [
            [], [.sepia()], [.rotate(turns: 1)], [.rotate(angle: 30)], [.crop(left: 25, top: 10)],
            [.resize(width: 50), .rotate(turns: 1), .crop(right: 50)], [.resize(longest: 20)], [.ntsc()],
        ]
        let renderer = try Renderer()
        let pixels = try PixelBuffer(
            bytes: [UInt8](repeating: 90, count: 123 * 77), width: 123, height: 77, channels: .gray)
        let picture = Picture(pixels: pixels, channels: .gray)
        for recipe in recipes {
            let result = try renderer.render(picture, recipe)
            let size = try recipe.outputSize(of: picture)
            #expect(size == [result.width, result.height], "\(recipe.json)")
            #expect(try recipe.outputSize(of: [123, 77], in: renderer.catalog) == size)
        }
        #expect(try Recipe([.rotate(turns: 1)]).outputSize(of: [100, 30]) == [30, 100])
        for size in [SIMD2(0, 5), [5, 0], [-3, -3], [.min, .min], [.max, .max], [1 << 33, 1]] {
            #expect(throws: FilterError.impossibleSize(width: size.x, height: size.y)) {
                try Recipe([.rotate(angle: 3)]).outputSize(of: size)
            }
        }
        #expect(throws: FilterError.self) {
            try Recipe([.resize(scale: 8)]).outputSize(of: [60_000, 60_000])
        }
        #expect(throws: RecipeError.self) { try Recipe([.resize(scale: -1)]).outputSize(of: [6, 6]) }
        #expect(throws: RecipeError.self) { try Recipe([Recipe.Stage("nothing")]).outputSize(of: [6, 6]) }
    }

    @Test("a region created from its shape equals the command line's and JSON's")
    func regions() throws {
        let ellipse = Region.ellipse(x: 0.2, y: 0.1, width: 0.5, height: 0.4, feather: 0.3, angle: 10)
        let rectangle = Region.rectangle(x: 0, y: 0.5, width: 1, height: 0.5).inverted()
        let dark = Region.luminosity(0...0.25).subtracted()
        let recipe: Recipe = [.sepia().limited(to: ellipse, rectangle, dark)]
        let json = """
            {"glint": 1, "filters": [{"id": "sepia", "region": [
                {"shape": "ellipse", "x": 0.2, "y": 0.1, "width": 0.5, "height": 0.4, "feather": 0.3, "angle": 10},
                {"shape": "rectangle", "x": 0, "y": 0.5, "width": 1, "height": 0.5, "inverted": true},
                {"shape": "luminosity", "low": 0, "high": 0.25, "operation": "subtract"}]}]}
            """
        #expect(try Recipe(json: json) == recipe)
        #expect(rectangle.inverted() == .rectangle(x: 0, y: 0.5, width: 1, height: 0.5))
        // Only the ellipse is filtered: the center of the picture is inside, a corner is not.
        let pixels = try PixelBuffer(
            bytes: [UInt8](repeating: 100, count: 40 * 40), width: 40, height: 40, channels: .gray)
        let result = try Renderer().render(
            Picture(pixels: pixels, channels: .gray),
            [.invert().limited(to: .ellipse(x: 0.25, y: 0.25, width: 0.5, height: 0.5))])
        let bytes = result.pixels.bytes(as: .gray)
        #expect(bytes[20 * 40 + 20] == 155 && bytes[0] == 100 && bytes[12 * 40 + 12] == 100)
    }

    @Test("values that change over time are set in Swift as in JSON, and rendered at the frame's time")
    func changes() throws {
        let recipe: Recipe = [
            .saturation().moving("amount", .keys([0: 0, 2: 1], ease: .smooth)),
            .invert().moving(opacity: .wiggle(around: 0.5, by: 0.1, rate: 2, seed: 1))
                .limited(
                    to: .ellipse(x: 0.1, y: 0.1, width: 0.5, height: 0.5)
                        .moving(\.x, .keys([0: 0.1, 2: 0.4]))),
        ]
        let json = """
            {"glint": 1, "filters": [
            {"id": "saturation", "parameters": {"amount": {"keys": [[0, 0], [2, 1]], "ease": "smooth"}}},
            {"id": "invert", "opacity": {"wiggle": {"by": 0.1, "rate": 2, "seed": 1}, "around": 0.5},
             "region": {"shape": "ellipse", "x": {"keys": [[0, 0.1], [2, 0.4]]}, "y": 0.1, "width": 0.5, "height": 0.5}}]}
            """
        #expect(try Recipe(json: json) == recipe)
        let pixels = try PixelBuffer(
            bytes: [UInt8](repeating: 100, count: 8 * 8 * 3).enumerated().map { $0 % 3 == 0 ? 200 : $1 },
            width: 8, height: 8, channels: .rgb)
        let picture = Picture(pixels: pixels, channels: .rgb)
        let renderer = try Renderer()
        // A still is as at the beginning.
        let result = try renderer.render(picture, [recipe.stages[0]])
        #expect(
            try result.pixels.bytes() == renderer.render(picture, [.saturation(amount: 0)]).pixels.bytes())
        #expect(throws: RecipeError.self) {
            try renderer.render(picture, [.saturation().moving("amount", .keys([0: 9]))])
        }
        #expect(throws: RecipeError.self) {
            try renderer.render(picture, [.saturation().moving("mount", .keys([0: 1]))])
        }
    }
}
