import Filters
import Foundation
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Overlay against its formulas in double precision") struct OverlayTests {
    private let picture = neighborPicture(alpha: true)

    /// The result of the filter with a picture file.
    private func values(
        _ parameters: [String: ParameterValue], image: Reference, opacity: Double = 1
    ) throws -> [SIMD4<Float>] {
        let folder = try temporaryFolder()
        try Picture(pixels: image.buffer(.sixteen), channels: .rgba).write(to: folder.file("mark.png"))
        var stage = Recipe.Stage("overlay", parameters)
        stage.set("file", to: .text(folder.file("mark.png")))
        stage.opacity = opacity
        return try withEngine { engine in
            try engine.values(
                [stage], of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
        }
    }

    /// W3C, “Compositing and Blending Level 1”, 9.1.4 and 10: `above` is premultiplied.
    private func composited(
        _ below: SIMD4<Double>, _ above: SIMD4<Double>, blend: (Double, Double) -> Double = { $1 }
    ) -> SIMD4<Double> {
        let alpha = above.w + below.w * (1 - above.w)
        guard above.w > 0 else { return below }
        var result = SIMD4(0, 0, 0, alpha)
        for channel in 0..<3 {
            let own = above[channel] / above.w
            let mixed = (1 - below.w) * own + below.w * blend(below[channel], own)
            result[channel] = (above.w * mixed + (1 - above.w) * below.w * below[channel]) / alpha
        }
        return result
    }

    private func image(_ width: Int, _ height: Int) -> Reference {
        Reference(width: width, height: height) { x, y in
            let (u, v) = (Double(x) / 5, Double(y) / 4)
            return SIMD4(
                0.5 + 0.5 * sin(u), 0.5 + 0.5 * cos(v), Double((x + y) % 2), Double((x + 2 * y) % 5) / 4)
        }.rounded(to: .sixteen)
    }

    @Test(
        "is at its position, with the margin, in whole pixels",
        arguments: [
            ("top-left", 6.0, 6.0), ("top", 36, 6), ("top-right", 67, 6), ("left", 6, 22), ("center", 36, 22),
            ("right", 67, 22), ("bottom-left", 6, 38), ("bottom", 36, 38), ("bottom-right", 67, 38),
        ])
    func anchors(anchor: String, x: Double, y: Double) throws {
        let mark = image(24, 17)
        // 24 of 97 pixels, and 10 % of 61 pixels.
        let values = try values(
            ["scale": .number(2400 / 97), "anchor": .text(anchor), "margin": 10], image: mark)
        let expected = picture.made { column, row in
            let inside = (column - Int(x), row - Int(y))
            guard (0..<24).contains(inside.0), (0..<17).contains(inside.1) else {
                return picture[column, row]
            }
            let color = mark[inside.0, inside.1]
            return composited(
                picture[column, row],
                SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w))
        }
        #expect(largestShownDifference(values, expected) < 1e-5)
    }

    /// The fit with other parameters, and the size and position that follow in a frame of 97 × 61 pixels.
    private static let fits: [(String, Double, String, SIMD2<Double>, SIMD2<Double>)] = [
        // 40 % of 97 pixels.
        ("scale", 40, "top-left", SIMD2(39, 26), SIMD2(0, 0)),
        ("scale", 200, "center", SIMD2(194, 129), SIMD2(-49, -34)),
        ("fit", 10, "bottom", SIMD2(92, 61), SIMD2(2, 0)),
        ("cover", 10, "top", SIMD2(97, 65), SIMD2(0, 0)),
        ("cover", 10, "bottom-right", SIMD2(97, 65), SIMD2(0, -4)),
        ("stretch", 10, "center", SIMD2(97, 61), SIMD2(0, 0)),
        ("tile", 20, "top-left", SIMD2(19, 13), SIMD2(0, 0)),
        ("tile", 60, "center", SIMD2(58, 39), SIMD2(19, 11)),
    ]

    @Test(
        "is averaged over a pixel's area when reduced, and interpolated when enlarged",
        arguments: fits, [(30, 20), (300, 200), (93, 62)])
    func fitted(
        fit: (String, Double, String, SIMD2<Double>, SIMD2<Double>), size: (Int, Int)
    ) throws {
        let mark = image(size.0, size.1)
        let values = try values(
            ["fit": .text(fit.0), "scale": .number(fit.1), "anchor": .text(fit.2), "margin": 0], image: mark)
        let placed = PlacedReference(image: mark, shown: fit.3, origin: fit.4, repeats: fit.0 == "tile")
        let expected = picture.made { x, y in composited(picture[x, y], placed[x, y]) }
        #expect(largestShownDifference(values, expected) < 3e-4, "\(fit)")
    }

    private static let modes: [(String, @Sendable (Double, Double) -> Double)] = [
        ("normal", { $1 }), ("multiply", { $0 * $1 }), ("screen", { $0 + $1 - $0 * $1 }),
        ("overlay", { $0 <= 0.5 ? 2 * $0 * $1 : 1 - 2 * (1 - $0) * (1 - $1) }),
        ("hard-light", { $1 <= 0.5 ? 2 * $0 * $1 : 1 - 2 * (1 - $0) * (1 - $1) }),
        (
            "soft-light",
            { below, above in
                if above <= 0.5 { return below - (1 - 2 * above) * below * (1 - below) }
                let root = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
                return below + (2 * above - 1) * (root - below)
            }
        ),
        ("darken", { min($0, $1) }), ("lighten", { max($0, $1) }), ("difference", { abs($0 - $1) }),
        ("exclusion", { $0 + $1 - 2 * $0 * $1 }), ("addition", { $0 + $1 }),
        ("color-dodge", { $0 == 0 ? 0 : $1 == 1 ? 1 : min(1, $0 / (1 - $1)) }),
        ("color-burn", { $0 == 1 ? 1 : $1 == 0 ? 0 : 1 - min(1, (1 - $0) / $1) }),
    ]

    @Test(
        "is blended by its mode where both are opaque, and its opacity is that of the stage",
        arguments: modes.map(\.0), [1, 0.4])
    func blended(mode: String, opacity: Double) throws {
        let mark = image(97, 61)
        let formula = try #require(Self.modes.first { $0.0 == mode }?.1)
        let values = try values(
            ["fit": "stretch", "mode": .text(mode)], image: mark, opacity: opacity)
        let expected = picture.made { x, y in
            let color = mark[x, y]
            let alpha = color.w * opacity
            return composited(
                picture[x, y], SIMD4(color.x * alpha, color.y * alpha, color.z * alpha, alpha), blend: formula
            )
        }
        #expect(largestShownDifference(values, expected) < 2e-4)
    }

    @Test("rendered in strips, it is the whole bit for bit", arguments: ["scale", "cover", "tile"])
    func tiledEqualsWhole(fit: String) throws {
        let source = testPicture(width: 400, height: 300).buffer(.sixteen)
        let recipe: Recipe = [
            Recipe.Stage(
                "overlay", ["file": .text(samplePicture), "fit": .text(fit), "anchor": "center", "scale": 60])
        ]
        let (whole, tiled) = try withSharedEngine { engine in
            (
                try engine.export(source, recipe, depth: .sixteen),
                try engine.export(source, recipe, depth: .sixteen, sizeLimit: 160)
            )
        }
        #expect(whole == tiled)
    }

    @Test("a smaller view shows the overlay at the same place, within 1.5 levels on average")
    func smallerView() throws {
        let folder = try temporaryFolder()
        try Picture(pixels: image(200, 120).buffer(.sixteen), channels: .rgba).write(
            to: folder.file("mark.png"))
        let recipe: Recipe = [Recipe.Stage("overlay", ["file": .text(folder.file("mark.png")), "scale": 50])]
        let source = smoothPicture(width: 400, height: 240)
        try withEngine { engine in
            let frame = SourceFrame(source.buffer(.sixteen))
            let whole = try engine.values(recipe, of: frame, precision: .rgba32f)
            let half = try engine.values(
                recipe, of: frame, viewport: Viewport(wholeAt: SIMD2(200, 120)), precision: .rgba32f)
            var difference = 0.0
            for (index, value) in half.enumerated() {
                let (x, y) = (index % 200 * 2, index / 200 * 2)
                let block = [0, 1, 400, 401].reduce(SIMD4<Float>.zero) { $0 + whole[y * 400 + x + $1] / 4 }
                let error = value - block
                difference += Double(abs(error.x) + abs(error.y) + abs(error.z)) / 3
            }
            #expect(difference / Double(half.count) < 1.5 / 255)
        }
    }
}
