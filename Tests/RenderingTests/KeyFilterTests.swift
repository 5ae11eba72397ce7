import Filters
import Foundation
import Rendering
import Testing

@Suite("Keying against its formulas in double precision") struct KeyFilterTests {
    /// Cb and Cr of ITU-R BT.709.
    private func chroma(_ color: SIMD4<Double>) -> SIMD2<Double> {
        let luma = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
        return SIMD2((color.z - luma) / 1.8556, (color.x - luma) / 1.5748)
    }

    private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// The color with this luma, Cb and Cr.
    private func color(luma: Double, _ chroma: SIMD2<Double>) -> SIMD4<Double> {
        let (red, blue) = (luma + 1.5748 * chroma.y, luma + 1.8556 * chroma.x)
        return SIMD4(red, (luma - 0.2126 * red - 0.0722 * blue) / 0.7152, blue, 1)
    }

    private func luma(_ color: SIMD4<Double>) -> Double {
        0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
    }

    @Test(
        "chroma key multiplies alpha by a ramp of the distance in the plane of Cb and Cr",
        arguments: [(0.25, 0.1, 0.0, 0.0), (0.3, 0, 0.5, 2), (0.05, 0.4, 1, 3)])
    func chromaKey(similarity: Double, softness: Double, spill: Double, smooth: Double) throws {
        let picture = neighborPicture(alpha: true)
        let key = SIMD4(0.1, 0.8, 0.25, 1)
        let values = try filtered(
            "chroma-key",
            [
                "color": .color(SIMD3(0.1, 0.8, 0.25)), "similarity": .number(similarity),
                "softness": .number(softness), "spill": .number(spill), "smooth": .number(smooth),
            ], of: picture)
        let smoothed = smooth > 0 ? picture.gaussian(radius: smooth) : picture
        let screen = chroma(key)
        let along = screen / length(screen)
        var compared = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let entering = picture[x, y]
                let difference = length(chroma(smoothed[x, y]) - screen) / 2.0.squareRoot()
                // On the threshold itself, rounding decides.
                if softness == 0, abs(difference - similarity) < 1e-3 { continue }
                let kept =
                    softness > 0
                    ? min(max((difference - similarity) / softness, 0), 1) : difference > similarity ? 1 : 0
                let own = chroma(entering)
                let across = abs(own.x * along.y - own.y * along.x)
                let cast = max((own * along).sum() - across, 0)
                var expected = color(luma: luma(entering), own - spill * cast * along)
                expected.w = entering.w * kept
                let value = SIMD4<Double>(values[y * picture.width + x])
                let error = abs(value.w - expected.w)
                #expect(error < 1e-3, "\(x), \(y)")
                for channel in 0..<3 {
                    #expect(abs(value[channel] - expected[channel]) * entering.w < 2e-6, "\(x), \(y)")
                }
                compared += 1
            }
        }
        #expect(compared > picture.pixels.count / 2)
    }

    /// A diagonal edge whose pixels are covered in part, with the color of 2×2 pixels in common, as in 4:2:0.
    @Test("smoothing the chroma of a 4:2:0 picture brings alpha closer to the coverage")
    func smoothsSubsampledChroma() throws {
        let (width, height) = (96, 64)
        func coverage(_ x: Int, _ y: Int) -> Double {
            var covered = 0
            for i in 0..<8 {
                for j in 0..<8
                where 0.8 * (Double(x) + (Double(i) + 0.5) / 8) + 0.6
                    * (Double(y)
                        + (Double(j) + 0.5) / 8) < 55.3
                { covered += 1 }
            }
            return Double(covered) / 64
        }
        let (front, key) = (SIMD4(0.8, 0.35, 0.3, 1), SIMD4(0.1, 0.75, 0.2, 1))
        let full = Reference(width: width, height: height) { x, y in
            coverage(x, y) * front + (1 - coverage(x, y)) * key
        }
        let subsampled = full.made { x, y in
            let (left, top) = (x / 2 * 2, y / 2 * 2)
            let mean = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(SIMD2<Double>.zero) {
                $0 + chroma(full[left + $1.0, top + $1.1]) / 4
            }
            return color(luma: luma(full[x, y]), mean)
        }.rounded(to: .sixteen)
        let distance = length(chroma(front) - chroma(key)) / 2.0.squareRoot()
        func errors(smooth: Double) throws -> (mean: Double, worst: Double) {
            let values = try filtered(
                "chroma-key",
                [
                    "color": .color(SIMD3(0.1, 0.75, 0.2)), "similarity": 0.02,
                    "softness": .number(distance - 0.02), "smooth": .number(smooth),
                ], of: subsampled)
            let errors = values.enumerated().map { index, value in
                abs(Double(value.w) - coverage(index % width, index / width))
            }
            let squares = errors.map { $0 * $0 }.reduce(0, +)
            return ((squares / Double(errors.count)).squareRoot(), errors.max() ?? .infinity)
        }
        let (sharp, smooth) = (try errors(smooth: 0), try errors(smooth: 2))
        #expect(smooth.mean < 0.95 * sharp.mean, "\(smooth), \(sharp)")
        #expect(smooth.worst < 0.7 * sharp.worst, "\(smooth), \(sharp)")
    }

    @Test("a screen of the default color vanishes, and skin and grays remain")
    func defaultKey() throws {
        let colors: [SIMD4<Double>] = [
            SIMD4(0, 1, 0, 1), SIMD4(0.05, 0.9, 0.1, 1), SIMD4(0.9, 0.7, 0.6, 1), SIMD4(0.4, 0.25, 0.2, 1),
            SIMD4(0.5, 0.5, 0.5, 1), SIMD4(0, 0, 0, 1), SIMD4(1, 1, 1, 1), SIMD4(0.1, 0.2, 0.7, 1),
        ]
        for (index, color) in colors.enumerated() {
            let picture = Reference(width: 9, height: 9) { _, _ in color }.rounded(to: .sixteen)
            let value = try filtered("chroma-key", [:], of: picture)[40]
            #expect(value.w == (index < 2 ? 0 : 1), "\(color)")
            guard index > 1 else { continue }
            // Their colors are kept, too.
            let difference = SIMD4<Double>(value) - picture[4, 4]
            #expect(max(abs(difference.min()), difference.max()) < 1e-5, "\(color)")
        }
    }

    @Test(
        "luma key multiplies alpha by two ramps of the luma",
        arguments: [(0.1, 1.0, 0.1), (0.0, 0.6, 0.3), (0.3, 0.7, 0), (0.7, 0.3, 0.2)], [false, true])
    func lumaKey(limits: (Double, Double, Double), inverted: Bool) throws {
        let (low, high, softness) = limits
        let colors = formulaColors()
        let stage = Recipe.Stage(
            "luma-key",
            [
                "low": .number(low), "high": .number(high), "softness": .number(softness),
                "inverted": .toggle(inverted),
            ])
        let values = try withSharedEngine { try $0.floats(stage, of: FloatFrame(colors, width: 8)) }
        for (color, value) in zip(colors, values) {
            let luma = SIMD4<Double>(color).luma
            if softness == 0, min(abs(luma - low), abs(luma - high)) < 1e-5 { continue }
            func ramp(_ distance: Double) -> Double {
                softness > 0 ? min(max(distance / softness + 1, 0), 1) : distance > 0 ? 1 : 0
            }
            let kept = (low > 0 ? ramp(luma - low) : 1) * (high < 1 ? ramp(high - luma) : 1)
            #expect(abs(Double(value.w) - Double(color.w) * (inverted ? 1 - kept : kept)) < 1e-5)
            #expect(value.x == color.x && value.y == color.y && value.z == color.z)
        }
    }
}
