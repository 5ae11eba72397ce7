import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Testing

@Suite("Stylizing filters against their formulas in double precision") struct StylizeFilterTests {
    /// Means of blocks of `size` pixels, over the part of each block inside the picture.
    private func blocks(_ picture: Reference, size: Int) -> Reference {
        let source = picture.premultiplied
        return picture.made { x, y in
            let (left, top) = (x / size * size, y / size * size)
            var (sum, count) = (SIMD4<Double>.zero, 0.0)
            for v in top..<min(top + size, picture.height) {
                for u in left..<min(left + size, picture.width) {
                    sum += source[u, v]
                    count += 1
                }
            }
            return sum / count
        }.straight
    }

    @Test("pixelate fills blocks with their mean, within 1 of 65535", arguments: [2, 7, 16, 90, 200])
    func pixelate(size: Int) throws {
        let picture = neighborPicture(alpha: true)
        let values = try filtered("pixelate", ["size": .number(Double(size))], of: picture)
        #expect(largestShownDifference(values, blocks(picture, size: size)) < 1.0 / 65535)
    }

    @Test("pixelate compared with NumPy's block means, within 1 of 65535")
    func pixelateBesideNumPy() throws {
        let picture = testPicture(width: 96, height: 60).rounded(to: .sixteen)
        let expected = try madeByPython(
            """
            means = a.reshape(5, 12, 8, 12, 3).mean((1, 3))
            b = means.repeat(12, 0).repeat(12, 1)
            """, of: picture)
        let values = try filtered("pixelate", ["size": 12], of: picture)
        #expect(largestDifference(values, expected) < 1.0 / 65535)
    }

    @Test(
        "a smaller view of pixelate shows the same blocks, at any scale",
        arguments: [(48, 30), (61, 38), (20, 13)])
    func pixelateOfPreviews(width: Int, height: Int) throws {
        let picture = smoothPicture()
        let whole = blocks(picture, size: 10)
        try withEngine { engine in
            let values = try engine.values(
                [Recipe.Stage("pixelate", ["size": 10])], of: SourceFrame(picture.buffer(.sixteen)),
                viewport: Viewport(wholeAt: SIMD2(width, height)), precision: .rgba32f)
            for y in 0..<height {
                for x in 0..<width {
                    let point = SIMD2(
                        (Double(x) + 0.5) * 97 / Double(width), (Double(y) + 0.5) * 61 / Double(height))
                    let difference = SIMD4<Double>(values[y * width + x]) - whole[Int(point.x), Int(point.y)]
                    #expect(max(difference.max(), -difference.min()) < 0.03)
                }
            }
        }
    }

    @Test("edge detect compared with SciPy's Sobel, within 2 of 65535")
    func edgeDetectBesideSciPy() throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            from scipy.ndimage import sobel
            y = a @ [.299, .587, .114]
            b = (.7 / 4 * np.hypot(sobel(y, 0, mode="nearest"), sobel(y, 1, mode="nearest")))[..., None]
            """, of: picture)
        let values = try filtered("edge-detect", ["strength": 0.7], of: picture)
        #expect(largestDifference(values, expected) < 2.0 / 65535)
        let dark = try filtered("edge-detect", ["strength": 0.7, "lines": .text("dark")], of: picture)
        #expect(
            largestDifference(dark, expected.map { SIMD4(1 - $0.x, 1 - $0.y, 1 - $0.z, 1) }) < 2.0 / 65535)
    }

    @Test("colored edges compared with SciPy's Sobel of each channel, within 2 of 65535")
    func coloredEdges() throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            from scipy.ndimage import sobel
            b = .5 / 4 * np.stack(
                [np.hypot(sobel(c, 0, mode="nearest"), sobel(c, 1, mode="nearest")) for c in np.moveaxis(a, 2, 0)], 2)
            """, of: picture)
        let values = try filtered(
            "edge-detect", ["strength": 0.5, "lines": .text("colored")], of: picture)
        #expect(largestDifference(values, expected) < 2.0 / 65535)
    }

    @Test(
        "kuwahara weights the means of four squares by their inverse variance, within half an 8-bit level",
        arguments: [1, 4])
    func kuwahara(radius: Int) throws {
        let picture = neighborPicture(alpha: true)
        let values = try filtered("kuwahara", ["radius": .number(Double(radius))], of: picture)
        let expected = picture.made { x, y in
            var (sum, weights) = (SIMD4<Double>.zero, 0.0)
            for (left, up) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                // Squares must begin inside the picture.
                let corner = (max(x - left * radius, 0), max(y - up * radius, 0))
                var (color, squares) = (SIMD4<Double>.zero, 0.0)
                for v in 0...radius {
                    for u in 0...radius {
                        let one = picture[corner.0 + u, corner.1 + v]
                        color += SIMD4(one.x, one.y, one.z, 1) * one.w
                        squares += one.luma * one.luma * one.w
                    }
                }
                let mean = color.w > 0 ? color.luma / color.w : 0
                let variance = color.w > 0 ? max(squares / color.w - mean * mean, 0) : 0
                let weight = pow(1 / (variance + 2e-4), 4)
                sum += color * weight / Double((radius + 1) * (radius + 1))
                weights += weight
            }
            return sum / weights
        }.straight
        #expect(largestShownDifference(values, expected) < 0.5 / 255)
    }

    @Test("toon steps luma and darkens edges, within half an 8-bit level")
    func toon() throws {
        let picture = smoothPicture()
        let values = try filtered("toon", ["levels": 5, "lines": 0.5, "smoothness": 0], of: picture)
        func rise(_ low: Double, _ high: Double, _ x: Double) -> Double {
            let t = min(max((x - low) / (high - low), 0), 1)
            return t * t * (3 - 2 * t)
        }
        let expected = picture.made { x, y in
            var gradient = SIMD2<Double>.zero
            for k in -1...1 {
                let weight = Double(2 - abs(k))
                gradient.x += weight * (picture.luma(x + 1, y + k) - picture.luma(x - 1, y + k))
                gradient.y += weight * (picture.luma(x + k, y + 1) - picture.luma(x + k, y - 1))
            }
            let line = 0.5 * rise(0.04, 0.2, (gradient * gradient).sum().squareRoot() / 4)
            let color = picture[x, y]
            let position = color.luma * 4
            let level = position.rounded(.down) + rise(0.35, 0.65, position - position.rounded(.down))
            let factor = max(level, 0.3) / 4 / max(color.luma, 0.02) * (1 - line)
            return SIMD4(color.x * factor, color.y * factor, color.z * factor, 1)
        }
        #expect(largestDifference(values, expected) < 0.5 / 255)
    }

    @Test(
        "a halftone covers the fraction of the paper given by the tone, within 1.5 %",
        arguments: [0.05, 0.3, 0.5, 0.75, 0.95], ["black", "process"])
    func halftone(tone: Double, inks: String) throws {
        let picture = Reference(width: 240, height: 240) { _, _ in SIMD4(tone, tone, tone, 1) }
        for size in [5.0, 12] {
            let values = try filtered(
                "halftone", ["size": .number(size), "angle": 30, "inks": .text(inks)], of: picture)
            let mean = values.reduce(0.0) { $0 + Double($1.x) } / Double(values.count)
            #expect(abs(mean - tone) < 0.015)
            let solid = values.count { $0.x < 0.01 || $0.x > 0.99 }
            #expect(Double(solid) > 0.3 * Double(values.count), "dots are ink and paper, not gray")
        }
    }

    @Test("the process inks of a halftone add up to the color, within 2 %")
    func processColor() throws {
        let wanted = SIMD4(0.8, 0.4, 0.3, 1)
        let picture = Reference(width: 240, height: 240) { _, _ in wanted }
        let values = try filtered("halftone", ["size": 10, "inks": .text("process")], of: picture)
        let mean = values.reduce(SIMD4<Double>.zero) { $0 + SIMD4<Double>($1) } / Double(values.count)
        let difference = mean - wanted
        #expect(max(difference.max(), -difference.min()) < 0.02)
    }

    /// Bayer's matrix by recursion: four times the smaller one, plus 0, 2, 3, 1.
    private func bayer(_ x: Int, _ y: Int, size: Int = 8) -> Int {
        guard size > 1 else { return 0 }
        let half = size / 2
        let corner = [[0, 2], [3, 1]][y / half % 2][x / half % 2]
        return 4 * bayer(x % half, y % half, size: half) + corner
    }

    @Test("dither compares with Bayer's matrix, within 1 of 65535", arguments: [(2, 1), (3, 2), (16, 5)])
    func dither(levels: Int, size: Int) throws {
        let picture = neighborPicture(alpha: true)
        let values = try filtered(
            "dither", ["levels": .number(Double(levels)), "size": .number(Double(size))], of: picture)
        let expected = picture.made { x, y in
            let threshold = (Double(bayer(x / size % 8, y / size % 8)) + 0.5) / 64
            let steps = Double(levels - 1)
            let color = (picture[x, y] * steps + threshold).rounded(.down) / steps
            return SIMD4(color.x, color.y, color.z, picture[x, y].w)
        }
        #expect(largestDifference(values, expected) < 1.0 / 65535)
    }

    @Test("a smaller view of dither shows the mean of its pattern, within 4 8-bit levels")
    func ditherOfPreviews() throws {
        let picture = smoothPicture(width: 320, height: 320)
        try withEngine { engine in
            let source = SourceFrame(picture.buffer(.sixteen))
            let viewport = Viewport(wholeAt: SIMD2(40, 40))
            let plain = try engine.values([], of: source, viewport: viewport, precision: .rgba32f)
            let seen = try engine.values(
                [Recipe.Stage("dither", ["levels": 2, "size": 1])], of: source, viewport: viewport,
                precision: .rgba32f)
            #expect(zip(seen, plain).allSatisfy { abs($0.x - $1.x) < 4 / 255 })
        }
    }

    @Test("a view of dither at fractional scales shows no moiré, within 6 8-bit levels")
    func ditherBetweenSizes() throws {
        let picture = Reference(width: 512, height: 512) { _, _ in SIMD4(0.45, 0.45, 0.45, 1) }
        try withEngine { engine in
            let side = 321
            let seen = try engine.values(
                [Recipe.Stage("dither", ["levels": 2, "size": 2])],
                of: SourceFrame(picture.buffer(.sixteen)),
                viewport: Viewport(wholeAt: SIMD2(side, side)), precision: .rgba32f)
            // Compared in parts as wide as two periods of the pattern.
            let part = 20
            for top in stride(from: 0, to: side - part, by: part) {
                for left in stride(from: 0, to: side - part, by: part) {
                    let sum = (0..<part * part).reduce(0.0) {
                        $0 + Double(seen[(top + $1 / part) * side + left + $1 % part].x)
                    }
                    #expect(abs(sum / Double(part * part) - 0.45) < 6.0 / 255)
                }
            }
        }
    }
}
