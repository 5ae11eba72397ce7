import Filters
import Glibc
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Masks") struct MaskTests {
    private let picture = testPicture().rounded(to: .sixteen)
    private var size: SIMD2<Int> { SIMD2(picture.width, picture.height) }

    private func invert(in regions: Region...) -> Recipe.Stage {
        var stage = Recipe.Stage("invert")
        stage.regions = regions
        return stage
    }

    /// The weight of a stage that inverts, at each pixel, from its result over black.
    private func weights(
        _ stage: Recipe.Stage, of source: Reference, viewport: Viewport? = nil, at time: FrameTime = .zero
    ) throws -> [Double] {
        let mask = try #require(RegionMask.recipe(ofStage: 0, in: [stage], catalog: .builtIn))
        return try withSharedEngine {
            try $0.values(
                mask, of: SourceFrame(source.buffer(.sixteen)).at(time), viewport: viewport,
                precision: .rgba32f)
        }.map { Double($0.w) }
    }

    private func expectEqual(_ weights: [Double], within tolerance: Double, _ expected: (Int, Int) -> Double)
    {
        #expect(weights.count == picture.width * picture.height)
        var worst = 0.0
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                worst = max(worst, abs(weights[y * picture.width + x] - expected(x, y)))
            }
        }
        #expect(worst < tolerance)
    }

    // Files

    private func save(_ mask: Reference, _ channels: Channels, _ name: String, in folder: TemporaryFolder)
        throws
    {
        try Picture(pixels: mask.buffer(.sixteen), channels: channels).write(to: folder.file(name))
    }

    @Test("a file of the picture's size has its own values as weights, by brightness or by opacity")
    func fileOfSameSize() throws {
        let folder = try temporaryFolder()
        let mask = Reference(width: picture.width, height: picture.height) { x, y in
            SIMD4(Double(x % 7) / 7, Double(y % 5) / 5, Double((x + y) % 3) / 3, Double(x % 4) / 4)
        }.rounded(to: .sixteen)
        try save(mask, .rgba, "mask.png", in: folder)
        expectEqual(try weights(invert(in: .file(folder.file("mask.png"))), of: picture), within: 1e-4) {
            x, y in
            0.299 * mask[x, y].x + 0.587 * mask[x, y].y + 0.114 * mask[x, y].z
        }
        let byAlpha = Region.file(folder.file("mask.png"), channel: .alpha)
        expectEqual(try weights(invert(in: byAlpha), of: picture), within: 1e-4) { x, y in mask[x, y].w }
        expectEqual(try weights(invert(in: byAlpha.inverted()), of: picture), within: 1e-4) { x, y in
            1 - mask[x, y].w
        }
    }

    @Test("a smaller file is interpolated, a larger one averaged")
    func fileOfOtherSize() throws {
        let folder = try temporaryFolder()
        let small = Reference(width: 5, height: 3) { x, y in
            SIMD4(SIMD3(repeating: Double((3 * x + 5 * y) % 8) / 8), 1)
        }.rounded(to: .sixteen)
        try save(small, .gray, "small.png", in: folder)
        expectEqual(try weights(invert(in: .file(folder.file("small.png"))), of: picture), within: 1e-4) {
            x, y in
            let (u, v) = (
                (Double(x) + 0.5) * 5 / Double(picture.width) - 0.5,
                (Double(y) + 0.5) * 3 / Double(picture.height) - 0.5
            )
            func at(_ i: Double, _ j: Double) -> Double {
                small[min(max(Int(i), 0), 4), min(max(Int(j), 0), 2)].x
            }
            let (i, j) = (floor(u), floor(v))
            let above = at(i, j) * (1 - u + i) + at(i + 1, j) * (u - i)
            let below = at(i, j + 1) * (1 - u + i) + at(i + 1, j + 1) * (u - i)
            return above * (1 - v + j) + below * (v - j)
        }
        let large = Reference(width: 3 * picture.width, height: 2 * picture.height) { x, y in
            SIMD4(SIMD3(repeating: Double((7 * x + 3 * y) % 16) / 16), 1)
        }.rounded(to: .sixteen)
        try save(large, .gray, "large.png", in: folder)
        expectEqual(try weights(invert(in: .file(folder.file("large.png"))), of: picture), within: 1e-4) {
            x, y in
            var sum = 0.0
            for j in 0..<2 {
                for i in 0..<3 { sum += large[3 * x + i, 2 * y + j].x }
            }
            return sum / 6
        }
    }

    @Test("numbered files belong to the frames of a clip")
    func numberedFiles() throws {
        let folder = try temporaryFolder()
        for number in 0..<3 {
            let level = Double(number) / 4
            let mask = Reference(width: 2, height: 2) { _, _ in SIMD4(level, level, level, 1) }
            for name in ["m_\(number).png", "n_00000\(number).png"] {
                try save(mask, .gray, name, in: folder)
            }
        }
        for name in ["m_%d.png", "n_{frame}.png", "n_%06d.png"] {
            for number in 0..<3 {
                let weights = try weights(
                    invert(in: .file(folder.file(name))), of: picture, at: FrameTime(frame: number))
                #expect(weights.allSatisfy { abs($0 - Double(number) / 4) < 1e-4 }, "\(name)")
            }
        }
    }

    // Brushes

    private func randomStrokes(_ count: Int, _ dice: inout Dice) -> [BrushStroke] {
        (0..<count).map { _ in
            BrushStroke(
                points: (0..<Int(dice.number(1...6))).map { _ in
                    .init(
                        x: dice.number(-0.1...1.1), y: dice.number(-0.1...1.1), pressure: dice.number(0.2...1)
                    )
                },
                radius: dice.number(0.01...0.3), hardness: dice.number(0...1) < 0.3 ? 1 : dice.number(0...1),
                flow: dice.number(0.2...1), erases: dice.number(0...1) < 0.3)
        }
    }

    /// The weight of strokes at a pixel: within a stroke the largest coverage, and strokes laid over each
    /// other.
    private func cover(_ strokes: [BrushStroke], x: Int, y: Int) -> Double {
        let longer = Double(max(picture.width, picture.height))
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        return strokes.reduce(0) { mask, stroke in
            let places = stroke.points.map {
                (
                    $0.x * Double(picture.width), $0.y * Double(picture.height),
                    $0.pressure * stroke.radius * longer
                )
            }
            var cover = 0.0
            for (a, b) in zip(places, places.count == 1 ? places[...] : places.dropFirst()) {
                let (wx, wy) = (b.0 - a.0, b.1 - a.1)
                let length = wx * wx + wy * wy
                let part = length > 0 ? min(max(((px - a.0) * wx + (py - a.1) * wy) / length, 0), 1) : 0
                let radius = a.2 + part * (b.2 - a.2)
                let far = hypot(px - a.0 - part * wx, py - a.1 - part * wy)
                // An edge is at least a pixel wide; a harder one is centered on the rim.
                let fade = radius * (1 - stroke.hardness)
                let start = fade < 1 ? radius + (1 - fade) / 2 : radius
                cover = max(cover, smooth(0, 1, (start - far) / max(fade, 1)))
            }
            let weight = cover * stroke.flow
            return stroke.erases ? mask * (1 - weight) : mask + (1 - mask) * weight
        }
    }

    @Test("brush strokes cover what their formula says", arguments: 0..<12)
    func strokes(seed: Int) throws {
        var dice = Dice("strokes \(seed)")
        let strokes = randomStrokes(seed + 1, &dice)
        expectEqual(try weights(invert(in: .brush(strokes)), of: picture), within: 4e-4) { x, y in
            cover(strokes, x: x, y: y)
        }
    }

    @Test("a refined brush is the guided filter of its strokes", arguments: [0.02, 0.06])
    func refined(radius: Double) throws {
        var dice = Dice("refined strokes")
        let strokes = randomStrokes(4, &dice)
        let region = Region.brush(strokes, refinement: BrushRefinement(radius: radius, epsilon: 0.004))
        let reach = Int((radius * Double(max(picture.width, picture.height))).rounded())
        let (width, height) = (picture.width, picture.height)
        func mean(_ values: [Double]) -> [Double] {
            (0..<width * height).map { index in
                let (x, y) = (index % width, index / width)
                var (sum, count) = (0.0, 0.0)
                for j in max(0, y - reach)...min(height - 1, y + reach) {
                    for i in max(0, x - reach)...min(width - 1, x + reach) {
                        sum += values[j * width + i]
                        count += 1
                    }
                }
                return sum / count
            }
        }
        let luma = (0..<width * height).map { index in
            let color = picture[index % width, index / width]
            return 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
        }
        let mask = (0..<width * height).map { cover(strokes, x: $0 % width, y: $0 / width) }
        let (meanLuma, meanMask) = (mean(luma), mean(mask))
        let (both, square) = (mean(zip(luma, mask).map { $0 * $1 }), mean(luma.map { $0 * $0 }))
        let slope = (0..<width * height).map { index -> Double in
            let covariance = both[index] - meanLuma[index] * meanMask[index]
            let variance = square[index] - meanLuma[index] * meanLuma[index]
            return covariance / (variance + 0.004)
        }
        let offset = (0..<width * height).map { meanMask[$0] - slope[$0] * meanLuma[$0] }
        let (meanSlope, meanOffset) = (mean(slope), mean(offset))
        expectEqual(try weights(invert(in: region), of: picture), within: 2e-3) { x, y in
            let index = y * width + x
            return min(max(meanSlope[index] * luma[index] + meanOffset[index], 0), 1)
        }
    }

    @Test("masks are combined with other regions in order, also of a filter with several passes")
    func combined() throws {
        var dice = Dice("combined masks")
        let strokes = randomStrokes(3, &dice)
        let gradient = Region.gradient(from: SIMD2(0.2, 0.1), to: SIMD2(0.9, 0.8))
        let lights = Region.luminosity(0.3...0.8, feather: 0.2)
        let brush = Region.brush(strokes)
        func weight(_ region: Region) throws -> [Double] { try weights(invert(in: region), of: picture) }
        let (a, b, c) = try (weight(gradient), weight(brush), weight(lights))
        let all = try weights(invert(in: gradient, brush.intersected(), lights.subtracted()), of: picture)
        for index in all.indices {
            #expect(abs(all[index] - a[index] * b[index] * (1 - c[index])) < 1e-3)
        }
        var stage = Recipe.Stage("gaussian-blur", ["radius": 4])
        let source = SourceFrame(picture.buffer(.sixteen))
        try withSharedEngine { engine in
            let blurred = try engine.values([stage], of: source, precision: .rgba32f)
            stage.regions = [gradient, brush.intersected()]
            stage.blend = .multiply
            let values = try engine.values([stage], of: source, precision: .rgba32f)
            let expected = picture.made { x, y in
                let index = y * picture.width + x
                let (below, above) = (picture[x, y], SIMD4<Double>(blurred[index]))
                let part = a[index] * b[index]
                return below * (1 - part) + below * above * part
            }
            #expect(largestDifference(values, expected) < 1e-3)
        }
    }

    @Test("a mask gives the same result in tiles as in one piece, after a stage that turns the picture")
    func tiledEqualsWhole() throws {
        var dice = Dice("tiled masks")
        let folder = try temporaryFolder()
        let mask = Reference(width: 31, height: 23) { x, y in
            SIMD4(SIMD3(repeating: Double((5 * x + 3 * y) % 11) / 11), 1)
        }
        try save(mask, .gray, "mask.png", in: folder)
        let source = picture.buffer(.sixteen)
        for region in [
            Region.file(folder.file("mask.png")), .brush(randomStrokes(4, &dice)),
            .brush(randomStrokes(4, &dice), refinement: BrushRefinement(radius: 0.03)),
        ] {
            for filter in ["invert", "gaussian-blur"] {
                var stage = Recipe.Stage(filter)
                stage.regions = [region]
                let chain: Recipe = [
                    Recipe.Stage("rotate", ["turns": 1]), stage, Recipe.Stage("saturation", ["amount": 0.5]),
                ]
                let (whole, tiled) = try withSharedEngine { engine in
                    try (
                        engine.export(source, chain, depth: .sixteen),
                        engine.export(source, chain, depth: .sixteen, sizeLimit: 90)
                    )
                }
                func words(_ bytes: [UInt8]) -> [UInt16] {
                    bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
                }
                let differences = zip(words(whole), words(tiled)).map { abs(Int($0) - Int($1)) }
                #expect(differences.max().map { $0 <= 4 } == true, "\(region.shape) of \(filter)")
            }
        }
    }

    @Test("painting compiles nothing")
    func kernelsStay() throws {
        var dice = Dice("kernels of strokes")
        var texts: Set<String> = []
        for count in 2..<6 {
            let stage = invert(in: .brush(randomStrokes(count, &dice)))
            let plan = try Plan(
                recipe: [stage], catalog: .builtIn, sourceSize: SIMD2(200, 100),
                viewport: Viewport(wholeAt: SIMD2(200, 100)), precision: .rgba16f)
            texts.formUnion(
                plan.passes.map { pass in
                    let shape = KernelShape(
                        of: pass, inputFormats: pass.inputs.map { _ in .rgba16f }, outputFormat: .rgba16f)
                    return KernelGenerator.source(for: shape).text
                })
        }
        // The filter, the strokes before the last, the last one, and the blending.
        #expect(texts.count == 4)
    }

    @Test("while a stroke is painted, those before it are not rasterized again")
    func strokesBeforeAreKept() throws {
        var dice = Dice("kept strokes")
        let before = randomStrokes(3, &dice)
        let source = SourceFrame(picture.buffer(.sixteen))
        try withEngine { engine in
            for points in 1...4 {
                var stroke = BrushStroke(points: [], radius: 0.1)
                stroke.points = (0..<points).map { .init(x: Double($0) / 4, y: 0.5) }
                let strokes = before + [stroke]
                let values = try engine.values(
                    [invert(in: .brush(strokes))], of: source, precision: .rgba32f, keepsResults: true)
                let expected = picture.made { x, y in
                    let (color, part) = (picture[x, y], cover(strokes, x: x, y: y))
                    let inverted = SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w)
                    return color * (1 - part) + inverted * part
                }
                #expect(largestDifference(values, expected) < 4e-4)
            }
            #expect(engine.runs["brush"] == 1 && engine.runs["last brush stroke"] == 4)
        }
    }

    @Test("as many points as there may be, with the largest brush, are rasterized")
    func manyPoints() throws {
        let points = (0..<Region.maximumOfPoints).map {
            BrushStroke.Point(x: Double($0 % 100) / 100, y: Double($0 / 100 % 100) / 100)
        }
        let stage = invert(in: .brush([BrushStroke(points: points, radius: 1, hardness: 1)]))
        let plan = try Plan(
            recipe: [stage], catalog: .builtIn, sourceSize: SIMD2(6000, 4000),
            viewport: Viewport(wholeAt: SIMD2(6000, 4000)), precision: .rgba16f)
        for pass in plan.passes {
            if case .file(let filterPass) = pass.work, let table = filterPass.table {
                #expect(table.colors.count / table.width <= 1024)
            }
        }
        #expect(try weights(stage, of: picture).allSatisfy { $0 == 1 })
    }

    @Test("a missing mask file is an error that names it")
    func missing() throws {
        let message = try #require(
            throws: FilterError.self,
            performing: {
                try withSharedEngine {
                    try $0.values(
                        [invert(in: .file("/nowhere/mask.png"))], of: SourceFrame(picture.buffer(.sixteen)),
                        precision: .rgba32f)
                }
            })
        #expect("\(message)".contains("/nowhere/mask.png"))
    }
}
