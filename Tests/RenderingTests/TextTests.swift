@testable import Filters
import Foundation
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Text") struct TextTests {
    private let color = SIMD3(0.2, 0.6, 1)

    private func stage(_ parameters: [String: ParameterValue]) -> Recipe.Stage {
        var stage = Recipe.Stage("text", ["shadow": 0, "color": .color(color)])
        for (id, value) in parameters { stage.set(id, to: value) }
        return stage
    }

    private func values(
        _ parameters: [String: ParameterValue], of picture: Reference, grid: SIMD2<Int>? = nil
    ) throws -> [SIMD4<Float>] {
        try withEngine { engine in
            try engine.values(
                [stage(parameters)], of: SourceFrame(picture.buffer(.sixteen)),
                viewport: grid.map { Viewport(wholeAt: $0) }, precision: .rgba32f)
        }
    }

    private func gray(_ width: Int, _ height: Int, _ level: Double = 0) -> Reference {
        Reference(width: width, height: height) { _, _ in SIMD4(level, level, level, 1) }
    }

    /// How much of each pixel the letters cover, as Pango and cairo draw them.
    private func coverage(
        _ text: String, font: String, size: Double, anchor: SIMD2<Double>, margin: Int, of picture: Reference
    ) throws -> [Double] {
        let support = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support").path
        let output = try runPython(
            """
            import json, sys
            sys.path.insert(0, "\(support)")
            from pango import letters
            text, font, *numbers = sys.argv[1:]
            size, x, y, margin, width, height = map(float, numbers)
            print(*letters(text, font, size, (x, y), int(margin), (int(width), int(height))))
            """,
            arguments: [text, font]
                + [size, anchor.x, anchor.y, Double(margin), Double(picture.width), Double(picture.height)]
                .map { "\($0)" })
        return output.split(whereSeparator: \.isWhitespace).compactMap { Double($0).map { $0 / 255 } }
    }

    @Test(
        "is what Pango draws at its size and position, within 1.5 of 255",
        arguments: [
            ("Ágy 7", "Sans Bold", 20.0, "bottom-right", SIMD2(1.0, 1.0), 3.0),
            ("first\nthe second line\nthird", "Serif Italic", 9.5, "top-left", SIMD2(0, 0), 5),
            ("centered lines\nfit", "Monospace", 13, "center", SIMD2(0.5, 0.5), 0),
            ("Lines that are too long for the picture are broken", "Sans", 11, "top", SIMD2(0.5, 0), 8),
            ("שלום עולם 123\nأهلا وسهلا بك", "Sans", 15, "right", SIMD2(1, 0.5), 4),
            ("日本語 한국어 🙂 <b>&amp;", "Sans", 12, "bottom-left", SIMD2(0, 1), 2),
            ("Unknown font 72", "No Such Family Heavy 30", 12, "left", SIMD2(0, 0.5), 2),
            ("g", "Sans", 100, "bottom", SIMD2(0.5, 1), 0),
        ])
    func letters(
        text: String, font: String, size: Double, anchor: String, position: SIMD2<Double>, margin: Double
    ) throws {
        let picture = testPicture(width: 233, height: 171, alpha: true).rounded(to: .sixteen)
        let values = try values(
            [
                "text": .text(text), "font": .text(font), "size": .number(size), "anchor": .text(anchor),
                "margin": .number(margin),
            ], of: picture)
        let coverage = try coverage(
            text, font: font, size: size / 100 * 171, anchor: position,
            margin: Int((margin / 100 * 171).rounded()), of: picture)
        try #require(coverage.count == picture.pixels.count)
        #expect(coverage.reduce(0, +) > 20)
        let expected = picture.made { x, y in
            let (below, part) = (picture[x, y], coverage[y * picture.width + x])
            guard part > 0 else { return below }
            let alpha = part + below.w * (1 - part)
            let mixed = part * color + (1 - part) * below.w * SIMD3(below.x, below.y, below.z)
            return SIMD4(mixed / alpha, alpha)
        }
        #expect(largestShownDifference(values, expected) < 1.5 / 255)
    }

    @Test(
        "has the margin in percent of the shorter side, at nine positions",
        arguments: [
            "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom",
            "bottom-right",
        ])
    func positions(anchor: String) throws {
        // Letters of this font are as wide as the line, and as high as from the baseline to its top.
        let picture = gray(300, 200)
        let values = try values(
            ["text": "HHH", "font": "Monospace", "size": 10, "anchor": .text(anchor), "margin": 10],
            of: picture)
        let lit = values.indices.filter { values[$0].z > 0.1 }
        let (columns, rows) = (lit.map { $0 % 300 }, lit.map { $0 / 300 })
        let (left, right) = (try #require(columns.min()), try #require(columns.max()))
        let (top, bottom) = (try #require(rows.min()), try #require(rows.max()))
        // The side bearings of the letters, and the space above and below them in the line.
        let near = 0...8
        switch anchor {
        case "top-left", "left", "bottom-left": #expect(near.contains(left - 20))
        case "top-right", "right", "bottom-right": #expect(near.contains(279 - right))
        default: #expect(abs(left + right - 299) <= 2)
        }
        switch anchor {
        case "top-left", "top", "top-right": #expect(near.contains(top - 20))
        case "bottom-left", "bottom", "bottom-right": #expect(near.contains(179 - bottom))
        default: #expect(abs(top + bottom - 199) <= 6)
        }
    }

    @Test("without letters changes no bit", arguments: ["", "{camera}, {lens}", " \n "])
    func identity(text: String) throws {
        let picture = testPicture(alpha: true).buffer(.sixteen)
        try withSharedEngine { engine in
            let saved = try engine.export(picture, [stage(["text": .text(text)])], depth: .sixteen)
            #expect(saved == picture.withUnsafeBytes { Array($0) })
        }
    }

    @Test(
        "rendered in strips and tiles, it is the whole bit for bit", arguments: [0.0, 1],
        [(1, 7.0), (5, 10)])
    func strips(shadow: Double, scale: (picture: Int, text: Double)) throws {
        let source = testPicture(width: 400 * scale.picture, height: 300 * scale.picture).buffer(.sixteen)
        let recipe: Recipe = [
            stage([
                "text": "Two lines\nof letters", "size": .number(scale.text), "anchor": "center",
                "shadow": .number(shadow),
            ])
        ]
        let (whole, tiled) = try withSharedEngine { engine in
            (
                try engine.export(source, recipe, depth: .sixteen),
                try engine.export(source, recipe, depth: .sixteen, sizeLimit: 200 * scale.picture)
            )
        }
        #expect(whole == tiled)
        #expect(whole != source.withUnsafeBytes { Array($0) })
    }

    @Test("a smaller view shows the text at the same place, within 1 level on average", arguments: [0, 1])
    func smallerView(shadow: Double) throws {
        let parameters: [String: ParameterValue] = [
            "text": "Caption\nof the picture", "size": 12, "anchor": "center", "shadow": .number(shadow),
        ]
        let picture = gray(400, 240, 0.5)
        let whole = try values(parameters, of: picture)
        let half = try values(parameters, of: picture, grid: SIMD2(200, 120))
        var (sum, largest) = (0.0, 0.0)
        for (index, value) in half.enumerated() {
            let (x, y) = (index % 200 * 2, index / 200 * 2)
            let block = [0, 1, 400, 401].reduce(SIMD4<Float>.zero) { $0 + whole[y * 400 + x + $1] / 4 }
            let error = value - block
            sum += Double(abs(error.x) + abs(error.y) + abs(error.z)) / 3
            largest = max(largest, Double(abs(error.z)))
        }
        #expect(sum / Double(half.count) < 1.0 / 255)
        #expect(largest < 0.1)
    }

    @Test("casts a shadow that is nearly a Gaussian, below and right of the letters")
    func shadow() throws {
        let picture = gray(240, 160, 1)
        let parameters: [String: ParameterValue] = [
            "text": "Io", "font": "Sans", "size": 50, "anchor": "center", "color": .color(SIMD3(1, 1, 1)),
            "shadow": 0.8,
        ]
        let shown = try values(parameters, of: picture)
        let letters = try coverage(
            "Io", font: "Sans", size: 80, anchor: SIMD2(0.5, 0.5), margin: 5, of: picture)
        // 3 and 5 % of the size, and a standard deviation of 6 %.
        let (sigma, reach) = (4.8, 24)
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        func blurred(_ x: Int, _ y: Int) -> Double {
            var sum = 0.0
            for j in -reach...reach {
                for i in -reach...reach {
                    // The offset is 2.4 and 4 pixels: between two columns.
                    let (column, row) = (x + i - 2, y + j - 4)
                    guard (1..<240).contains(column), (0..<160).contains(row) else { continue }
                    let cast = 0.6 * letters[row * 240 + column] + 0.4 * letters[row * 240 + column - 1]
                    sum += cast * weights[i + reach] * weights[j + reach]
                }
            }
            return 0.8 * sum / (total * total)
        }
        for (x, y) in [(90, 80), (110, 70), (120, 90), (122, 112), (140, 95), (165, 80), (100, 120)] {
            let part = letters[y * 240 + x]
            let expected = 1 - blurred(x, y) * (1 - part)
            #expect(abs(Double(shown[y * 240 + x].x) - expected) < 0.02, "\(x), \(y)")
        }
    }

    @Test("blurs preserve sums and have the variance asked for", arguments: [0.2, 0.7, 1.6, 3, 12.5])
    func boxes(sigma: Double) {
        let size = 161
        var values = [Float](repeating: 0, count: size * size)
        values[80 * size + 80] = 1
        BoxBlurs(sigma: SIMD2(sigma, 2)).blur(&values, width: size)
        var (sum, across, down) = (0.0, 0.0, 0.0)
        for (index, value) in values.enumerated() {
            let (x, y) = (Double(index % size - 80), Double(index / size - 80))
            sum += Double(value)
            across += Double(value) * x * x
            down += Double(value) * y * y
        }
        #expect(abs(sum - 1) < 1e-3)
        #expect(abs(across - sigma * sigma) < 0.01 * max(1, sigma * sigma))
        #expect(abs(down - 4) < 0.04)
    }

    @Test("keeps its color in pictures with other primaries")
    func primaries() throws {
        let pixels = gray(120, 90).buffer(.sixteen).with(ColorSpace(primaries: .displayP3))
        let picture = Picture(pixels: pixels, channels: .rgb)
        let result = try Renderer().render(
            picture, [stage(["text": "█", "size": 100, "anchor": "center", "color": .color(SIMD3(1, 0, 0))])])
        let middle = result.pixels.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt16.self)
            return (0..<3).map { Double(words[(45 * 120 + 60) * 4 + $0]) / 65535 }
        }
        // sRGB's red in Display P3.
        for (value, expected) in zip(middle, [0.9175, 0.2003, 0.1386]) {
            #expect(abs(value - expected) < 2e-3)
        }
    }

    @Test("very long and very large texts are drawn as far as they are in the picture")
    func extremes() throws {
        let picture = gray(64, 48)
        let long = String(repeating: "Lorem ipsum ", count: 83)
        let lines = String(repeating: "A\n", count: 500)
        for text in [long, lines, String(repeating: "x", count: 1000)] {
            for size in [0.5, 100] {
                let parameters: [String: ParameterValue] = [
                    "text": .text(text), "size": .number(size), "anchor": "center", "shadow": 1,
                ]
                let values = try values(parameters, of: picture)
                #expect(values.allSatisfy { $0.w == 1 && $0.z >= 0 && $0.z <= 1 })
                #expect(values.contains { $0.z > 0 }, "\(text.prefix(8)), \(size)")
            }
        }
    }

    @Test("a drawing with too many pixels is refused with a sentence")
    func tooLarge() throws {
        let large = WorkingPicture(size: SIMD2(40_000, 4000), grid: SIMD2(40_000, 4000))
        do throws(FilterError) {
            _ = try TextDrawing(
                String(repeating: "wide ", count: 20), font: "Sans", size: 1000, anchor: .zero, margin: 0,
                color: .zero, shadow: 0, on: large)
            Issue.record("not refused")
        } catch {
            #expect("\(error)".contains("but the maximum is 16384 per side"))
        }
    }

    @Test("contains what is known about a picture and a clip")
    func photographs() throws {
        let folder = try temporaryFolder()
        let path = folder.file("A walk.png")
        try Picture(pixels: gray(160, 90).buffer(.eight), channels: .rgb).write(to: path)
        let picture = try Picture(contentsOf: path)
        #expect(picture.name == "A walk" && SourceFrame(picture).photograph?.name == "A walk")
        let renderer = try Renderer()
        func rendered(_ text: String, _ picture: Picture) throws -> [UInt8] {
            try renderer.render(picture, [stage(["text": .text(text), "size": 20])]).pixels
                .withUnsafeBytes { Array($0) }
        }
        #expect(try rendered("{name}", picture) == rendered("A walk", picture))
        #expect(try rendered("{name}", picture) != rendered("", picture))
        let unnamed = Picture(pixels: picture.pixels, channels: .rgb)
        #expect(try rendered("{name}", unnamed) == rendered("", unnamed))
        #expect(try renderer.render(picture, []).name == "A walk")
    }

    @Test("several threads draw at the same time")
    func threads() async throws {
        let drawings = try (0..<8).map { index in
            try #require(
                try TextDrawing(
                    "Text \(index) שלום", font: "Sans", size: 20 + Double(index), anchor: .zero, margin: 0,
                    color: .one, shadow: 1,
                    on: WorkingPicture(size: SIMD2(300, 200), grid: SIMD2(300, 200))))
        }
        let expected = try drawings.map { try $0.pixels() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for (drawing, pixels) in zip(drawings, expected) {
                group.addTask { try (0..<10).allSatisfy { _ in try drawing.pixels() == pixels } }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }
}
