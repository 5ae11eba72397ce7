import Filters
import Foundation
import GPU
import Glibc
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Filters that change the picture's shape") struct GeometryTests {
    private func export(
        _ picture: Reference, _ recipe: Recipe, sizeLimit: Int? = nil
    ) throws -> (size: SIMD2<Int>, pixels: [SIMD4<Double>]) {
        try withEngine { engine in
            if let sizeLimit { engine.device.textures.sizeLimit = sizeLimit }
            var rows: [UInt8] = []
            let exporter = try Exporter(
                picture.buffer(.sixteen), recipe: recipe, depth: .sixteen, on: engine
            ) { bytes, _ in rows += bytes }
            while try exporter.step() {}
            let words = rows.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
            let pixels = stride(from: 0, to: words.count, by: 4).map { index in
                SIMD4<Double>(SIMD4(words[index], words[index + 1], words[index + 2], words[index + 3]))
                    / 65535
            }
            return (exporter.tiling.size, pixels)
        }
    }

    /// The largest difference of colors times alpha, and of alpha.
    private func difference(_ pixels: [SIMD4<Double>], _ expected: Reference) -> Double {
        guard pixels.count == expected.pixels.count else { return .infinity }
        return zip(pixels, expected.pixels).reduce(0) { worst, pair in
            func weighed(_ color: SIMD4<Double>) -> SIMD4<Double> {
                SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
            }
            let difference = weighed(pair.0) - weighed(pair.1)
            return max(worst, max(abs(difference.min()), abs(difference.max())))
        }
    }

    private let picture = testPicture(width: 61, height: 37, alpha: true).rounded(to: .sixteen)

    @Test("crop keeps the pixels of a part, bit for bit, and never fewer than one")
    func crop() throws {
        let sides: [String: ParameterValue] = ["left": 10, "top": 20, "right": 30, "bottom": 5]
        let result = try export(picture, [Recipe.Stage("crop", sides)])
        // 10 % of 61 are 6 pixels, 30 % are 18; 20 % of 37 are 7, 5 % are 2.
        #expect(result.size == SIMD2(61 - 6 - 18, 37 - 7 - 2))
        let expected = Reference(width: 37, height: 28) { x, y in picture[x + 6, y + 7] }
        #expect(difference(result.pixels, expected) < 1e-9)
        for sides: [String: ParameterValue] in [
            ["left": 100, "top": 100], ["left": 60, "right": 60], ["right": 100, "bottom": 100],
            ["left": 100, "right": 100, "top": 100, "bottom": 100],
        ] {
            let result = try export(picture, [Recipe.Stage("crop", sides)])
            #expect(result.size.x >= 1 && result.size.y >= 1)
            #expect(result.pixels.count == result.size.x * result.size.y)
        }
    }

    @Test("flips and quarter turns move pixels, bit for bit", arguments: [1, 2, 3])
    func exactMoves(turns: Int) throws {
        let flipped = try export(
            picture, [Recipe.Stage("flip", ["horizontal": true, "vertical": .toggle(turns == 2)])])
        let mirror = Reference(width: 61, height: 37) { x, y in picture[60 - x, turns == 2 ? 36 - y : y] }
        #expect(difference(flipped.pixels, mirror) < 1e-9)
        let turned = try export(picture, [Recipe.Stage("rotate", ["turns": .number(Double(turns))])])
        #expect(turned.size == (turns == 2 ? SIMD2(61, 37) : SIMD2(37, 61)))
        let expected = Reference(width: turned.size.x, height: turned.size.y) { x, y in
            switch turns {
            // Rotated clockwise: the left column becomes the top row.
            case 1: picture[y, 36 - x]
            case 2: picture[60 - x, 36 - y]
            default: picture[60 - y, x]
            }
        }
        #expect(difference(turned.pixels, expected) < 1e-9)
    }

    @Test("straightening is a Lanczos interpolation without empty corners", arguments: [-30.0, 3, 12.5])
    func straightens(angle: Double) throws {
        let result = try export(picture, [Recipe.Stage("rotate", ["angle": .number(angle)])])
        let radians = angle * .pi / 180
        // All corners of the result are inside the picture.
        for corner in [SIMD2(-0.5, -0.5), SIMD2(0.5, -0.5), SIMD2(-0.5, 0.5), SIMD2(0.5, 0.5)] {
            let point = corner * SIMD2<Double>(result.size)
            let source = SIMD2(
                cos(radians) * point.x + sin(radians) * point.y,
                cos(radians) * point.y - sin(radians) * point.x)
            #expect(abs(source.x) <= 30.5 + 1e-9 && abs(source.y) <= 18.5 + 1e-9)
        }
        func lanczos(_ x: Double) -> Double {
            if x == 0 { return 1 }
            return abs(x) < 3 ? sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3) : 0
        }
        let expected = Reference(width: result.size.x, height: result.size.y) { x, y in
            let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - SIMD2<Double>(result.size) / 2
            let source = SIMD2(
                cos(radians) * point.x + sin(radians) * point.y + 30.5,
                cos(radians) * point.y - sin(radians) * point.x + 18.5)
            let first = (source - 0.5).rounded(.down)
            var (sum, weights) = (SIMD4<Double>.zero, 0.0)
            for dy in -2...3 {
                for dx in -2...3 {
                    let pixel = first + SIMD2(Double(dx), Double(dy))
                    let weight = lanczos(source.x - 0.5 - pixel.x) * lanczos(source.y - 0.5 - pixel.y)
                    let color = picture[Int(pixel.x), Int(pixel.y)]
                    sum += weight * SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
                    weights += weight
                }
            }
            sum /= weights
            let alpha = min(max(sum.w, 0), 1)
            guard sum.w > 0 else { return SIMD4(0, 0, 0, 0) }
            let color = SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, alpha)
            return color.clamped(lowerBound: .zero, upperBound: .one)
        }
        // The tolerance is that of float positions: a hundred-thousandth of a pixel across an edge.
        #expect(difference(result.pixels, expected) < 2e-4)
    }

    private static let pillow = """
        import numpy, sys
        from PIL import Image
        width, height, wide, high = (int(word) for word in sys.argv[3:7])
        scale = max(wide / width, high / height)
        middle, half = numpy.array([width, height]) / 2, numpy.array([wide, high]) / scale / 2
        box = (*(middle - half), *(middle + half)) if sys.argv[7] == "cover" else None
        pixels = numpy.fromfile(sys.argv[1], numpy.float32).reshape(height, width, 4)
        planes = [numpy.asarray(Image.fromarray(pixels[:, :, c]).resize((wide, high), Image.LANCZOS, box)) for c in range(4)]
        numpy.stack(planes, axis=2).astype(numpy.float32).tofile(sys.argv[2])
        """

    @Test(
        "resize is Pillow's Lanczos, on alpha-weighted colors, of the whole picture or its crop to an aspect ratio",
        arguments: [
            (30, 20, "stretch"), (100, 80, "stretch"), (61, 12, "stretch"), (1, 1, "stretch"),
            (122, 37, "stretch"), (30, 30, "cover"), (100, 20, "cover"), (40, 90, "cover"), (62, 38, "cover"),
            (61, 90, "cover"), (1, 1, "cover"), (50, 30, "cover"),
        ])
    func resizes(width: Int, height: Int, fit: String) throws {
        let folder = try temporaryFolder()
        let weighed = picture.pixels.map { color in
            SIMD4<Float>(SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w))
        }
        try weighed.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: folder.file("in")))
        try runPython(
            Self.pillow,
            arguments: [folder.file("in"), folder.file("out"), "61", "37", "\(width)", "\(height)", fit])
        let reference = try Data(contentsOf: URL(fileURLWithPath: folder.file("out"))).withUnsafeBytes {
            Array($0.bindMemory(to: SIMD4<Float>.self))
        }
        let result = try export(
            picture,
            [
                Recipe.Stage(
                    "resize",
                    ["width": .number(Double(width)), "height": .number(Double(height)), "fit": .text(fit)])
            ])
        #expect(result.size == SIMD2(width, height))
        let expected = Reference(width: width, height: height) { x, y in
            let sum = SIMD4<Double>(reference[y * width + x])
            guard sum.w > 4e-6 else { return .zero }
            return SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w)
                .clamped(lowerBound: .zero, upperBound: .one)
        }
        #expect(difference(result.pixels, expected) < 1e-4)
    }

    @Test(
        "a picture that fits inside keeps its proportions, and the longest side is only ever reduced",
        arguments: [
            (["width": 30, "height": 30, "fit": .text("inside")], SIMD2(30, 18)),
            (["width": 300, "height": 20, "fit": .text("inside")], SIMD2(33, 20)),
            (["width": 122, "height": 300, "fit": .text("inside")], SIMD2(122, 74)),
            (["width": 122, "height": 300, "fit": .text("inside"), "scale": 0.5], SIMD2(61, 37)),
            (["width": 1, "height": 1, "fit": .text("inside")], SIMD2(1, 1)),
            // With only one side given, the aspect ratio is that of the picture.
            (["width": 30, "fit": .text("cover")], SIMD2(30, 18)),
            (["height": 74, "fit": .text("inside")], SIMD2(122, 74)),
            (["width": 20, "height": 30, "scale": 2, "fit": .text("cover")], SIMD2(40, 60)),
            (["longest": 30], SIMD2(30, 18)), (["longest": 61], SIMD2(61, 37)),
            (["longest": 900], SIMD2(61, 37)),
            (["longest": 30, "scale": 4, "width": 7, "height": 9, "fit": .text("cover")], SIMD2(30, 18)),
        ] as [([String: ParameterValue], SIMD2<Int>)])
    func fits(parameters: [String: ParameterValue], size: SIMD2<Int>) throws {
        let result = try export(picture, [Recipe.Stage("resize", parameters)])
        #expect(result.size == size)
        // The result equals one with explicit width and height.
        guard parameters["fit"] != .text("cover") || parameters["height"] == nil else { return }
        let expected = try export(
            picture,
            [Recipe.Stage("resize", ["width": .number(Double(size.x)), "height": .number(Double(size.y))])])
        #expect(result.pixels == expected.pixels)
    }

    @Test("a panorama is resized right to its end", arguments: [40_000, 40_001, 69_999])
    func resizesPanoramas(width: Int) throws {
        let ramp = Reference(width: 70_001, height: 1) { x, _ in
            SIMD4(Double(x) / 70_000, 1 - Double(x) / 70_000, 0.5, 1)
        }
        let result = try export(
            ramp, [Recipe.Stage("resize", ["width": .number(Double(width)), "height": 1])])
        #expect(result.size == SIMD2(width, 1))
        let expected = Reference(width: width, height: 1) { x, _ in
            let position = ((Double(x) + 0.5) * 70_001 / Double(width) - 0.5) / 70_000
            let value = min(max(position, 0), 1)
            return SIMD4(value, 1 - value, 0.5, 1)
        }
        #expect(difference(result.pixels, expected) < 1e-4)
    }

    @Test(
        "without scaling, covering keeps pixels unchanged",
        arguments: [(61, 20), (61, 21), (31, 37)])
    func coversExactly(width: Int, height: Int) throws {
        let result = try export(
            picture,
            [
                Recipe.Stage(
                    "resize",
                    [
                        "width": .number(Double(width)), "height": .number(Double(height)),
                        "fit": .text("cover"),
                    ])
            ])
        let cut = SIMD2((61 - width) / 2, (37 - height) / 2)
        let expected = Reference(width: width, height: height) { x, y in
            picture.pixels[(y + cut.y) * 61 + x + cut.x]
        }
        #expect(result.size == SIMD2(width, height) && difference(result.pixels, expected) < 1e-6)
    }

    @Test(
        "crop in pixels keeps a rectangle, clipped to the picture, before the percentages apply",
        arguments: [
            (["x": 10, "y": 5, "width": 20, "height": 7], 10, 5, 20, 7), (["x": 10], 10, 0, 51, 37),
            (["y": 30, "height": 900], 0, 30, 61, 7), (["x": 900, "y": 900], 60, 36, 1, 1),
            (["width": 1, "height": 1], 0, 0, 1, 1),
            (["x": 10, "width": 20, "left": 50, "bottom": 100], 20, 0, 10, 1),
            (["x": 10, "width": 20, "left": 25, "right": 25], 15, 0, 10, 37),
            (["x": 10, "width": 20, "left": 100], 29, 0, 1, 37),
        ] as [([String: ParameterValue], Int, Int, Int, Int)])
    func cropsInPixels(parameters: [String: ParameterValue], x: Int, y: Int, width: Int, height: Int) throws {
        let result = try export(picture, [Recipe.Stage("crop", parameters)])
        let expected = Reference(width: width, height: height) { column, row in
            picture.pixels[(y + row) * 61 + x + column]
        }
        #expect(result.size == SIMD2(width, height) && result.pixels == expected.pixels)
    }

    @Test("a picture of more than a gigapixel is rejected with an error message")
    func refusesHugeSizes() throws {
        let stage = Recipe.Stage("resize", ["width": 40000, "height": 40000])
        let error = #expect(throws: FilterError.self) { _ = try export(picture, [stage]) }
        #expect(error == .tooLarge(filter: "Resize", width: 40000, height: 40000))
        #expect(error?.description.contains("gigapixel") == true)
    }

    @Test("tiles equal the whole, and lengths in later stages are in the new pixels")
    func tilesEqualWhole() throws {
        for recipe: Recipe in [
            [
                Recipe.Stage("rotate", ["turns": 1, "angle": 7]),
                Recipe.Stage("gaussian-blur", ["radius": 3]),
            ],
            [Recipe.Stage("resize", ["scale": 1.7]), Recipe.Stage("saturation", ["amount": 0.2])],
            [Recipe.Stage("resize", ["width": 300, "height": 111, "fit": .text("cover")])],
            [Recipe.Stage("crop", ["x": 7, "width": 50]), Recipe.Stage("gaussian-blur", ["radius": 2])],
            [
                Recipe.Stage("gaussian-blur", ["radius": 2]), Recipe.Stage("crop", ["left": 20]),
                Recipe.Stage("flip"),
            ],
        ] {
            let whole = try export(picture, recipe)
            let tiled = try export(picture, recipe, sizeLimit: 48)
            #expect(whole.size == tiled.size)
            #expect(whole.pixels == tiled.pixels)
        }
        // Upscaling by two and blurring twice as much gives the same as blurring and then upscaling by two.
        let first = try export(
            picture, [Recipe.Stage("resize", ["scale": 2]), Recipe.Stage("gaussian-blur", ["radius": 16])])
        let last = try export(
            picture, [Recipe.Stage("gaussian-blur", ["radius": 8]), Recipe.Stage("resize", ["scale": 2])])
        let reference = Reference(width: 122, height: 74) { x, y in last.pixels[y * 122 + x] }
        #expect(difference(first.pixels, reference) < 0.04)
    }

    @Test("a fitted view shows the export, reduced", arguments: [0, 1, 2, 3, 4])
    func previewsLookTheSame(which: Int) throws {
        let smooth = Reference(width: 240, height: 180) { x, y in
            SIMD4(Double(x) / 239, Double(y) / 179, 0.5 + 0.5 * sin(Double(x + y) / 30), 1)
        }
        let recipe: Recipe = [
            [Recipe.Stage("rotate", ["turns": 1, "angle": -10])],
            [Recipe.Stage("crop", ["left": 25, "top": 11])],
            [Recipe.Stage("resize", ["scale": 1.5]), Recipe.Stage("flip")],
            [Recipe.Stage("resize", ["width": 180, "height": 300, "fit": .text("cover")])],
            [Recipe.Stage("crop", ["x": 60, "y": 20, "width": 100])],
        ][which]
        let whole = try export(smooth, recipe)
        try withEngine { engine in
            let source = SourceFrame(smooth.buffer(.sixteen))
            let size = try engine.catalog.size(of: recipe, entering: source.size)
            #expect(size == whole.size)
            let grid = SIMD2(size.x / 4, size.y / 4)
            let values = try engine.values(recipe, of: source, viewport: Viewport(wholeAt: grid))
            for y in 2..<grid.y - 2 {
                for x in 2..<grid.x - 2 {
                    let point =
                        (SIMD2(Double(x), Double(y)) + 0.5) * SIMD2<Double>(size) / SIMD2<Double>(grid)
                    let near = whole.pixels[Int(point.y) * size.x + Int(point.x)]
                    let difference = SIMD4<Double>(values[y * grid.x + x]) - near
                    #expect(max(abs(difference.min()), abs(difference.max())) < 0.03)
                }
            }
        }
    }
}
