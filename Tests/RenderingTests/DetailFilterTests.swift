import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Testing

@Suite("Filters of detail against their formulas in double precision") struct DetailFilterTests {
    @Test("sharpen adds the Laplacian of the luma, within 1 of 65535", arguments: [false, true])
    func sharpen(alpha: Bool) throws {
        let picture = neighborPicture(alpha: alpha)
        let values = try filtered("sharpen", ["amount": 0.8], of: picture)
        let blurred = picture.weighed(reach: (1, 1)) { u, v in Double((2 - abs(u)) * (2 - abs(v))) }
        let expected = picture.made { x, y in
            let color = picture[x, y]
            let detail = 2 * 0.8 * (color.luma - blurred.luma(x, y))
            return color + SIMD4(detail, detail, detail, 0)
        }
        #expect(largestShownDifference(values, expected) < 1.0 / 65535)
    }

    @Test(
        "unsharp mask adds a multiple of the picture minus its blur, within 60 of 65535",
        arguments: [(1.0, 3.0, 0.0), (2, 10, 0.02), (0.5, 1, 0.1)])
    func unsharpMask(amount: Double, radius: Double, threshold: Double) throws {
        let picture = neighborPicture(alpha: true)
        let parameters: [String: ParameterValue] = [
            "amount": .number(amount), "radius": .number(radius), "threshold": .number(threshold),
        ]
        let values = try filtered("unsharp-mask", parameters, of: picture)
        let blurred = picture.gaussian(radius: radius)
        let expected = picture.made { x, y in
            var color = picture[x, y]
            for channel in 0..<3 {
                let detail = color[channel] - blurred[x, y][channel]
                let left = max(abs(detail) - threshold, 0)
                color[channel] += amount * (detail < 0 ? -left : left)
            }
            return color
        }
        // Where alpha is almost zero, a color is the quotient of two tiny numbers.
        #expect(largestShownDifference(values, expected) < 60.0 / 65535)
    }

    @Test("unsharp mask compared with scikit-image, within 60 of 65535", arguments: [2.0, 8])
    func unsharpMaskBesideScikitImage(radius: Double) throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            from skimage.filters import unsharp_mask
            p = np.pad(a, ((40, 40), (40, 40), (0, 0)), mode="edge")
            b = unsharp_mask(p, radius=\(radius / 2), amount=1.5, preserve_range=True, channel_axis=2)[40:-40, 40:-40]
            """, of: picture)
        let values = try filtered("unsharp-mask", ["amount": 1.5, "radius": .number(radius)], of: picture)
        #expect(largestDifference(values, expected) < 60.0 / 65535)
    }

    @Test(
        "noise reduction shrinks the levels of the B-spline transform, within 2 of 65535",
        arguments: [false, true])
    func noiseReduction(alpha: Bool) throws {
        let (luma, chroma) = (0.7, 0.4)
        let picture = neighborPicture(alpha: alpha)
        let values = try filtered(
            "noise-reduction", ["luma": .number(luma), "chroma": .number(chroma)], of: picture)
        var levels = [picture]
        for level in 0..<4 {
            let spline = [0: 6.0, 1 << level: 4, 2 << level: 1]
            func weight(_ u: Int) -> Double { spline[abs(u)] ?? 0 }
            let rows = levels[level].weighed(reach: (2 << level, 0)) { u, _ in weight(u) }
            levels.append(rows.weighed(reach: (0, 2 << level)) { _, v in weight(v) })
        }
        let expected = picture.made { x, y in
            var color = picture[x, y]
            for (level, noise) in [0.889, 0.2, 0.0857, 0.0413].enumerated() {
                let detail = levels[level][x, y] - levels[level + 1][x, y]
                let brightness = detail.luma
                let rest = SIMD4(detail.x - brightness, detail.y - brightness, detail.z - brightness, 0)
                func part(_ size: Double, _ threshold: Double) -> Double {
                    min(1, threshold * threshold / max(size, 1e-12))
                }
                let ofLuma = part(brightness * brightness, 3 * 0.03 * luma * noise)
                let ofColor = part(
                    (rest * rest).sum(), 3 * 0.04 * chroma * min(1, noise * Double(1 << level)))
                color -= SIMD4(1, 1, 1, 0) * (ofLuma * brightness) + rest * ofColor
            }
            return color
        }
        #expect(largestShownDifference(values, expected) < 2.0 / 65535)
    }

    @Test("noise reduction with levels by SciPy, within 2 of 65535")
    func noiseReductionBesideSciPy() throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            from scipy.ndimage import convolve1d
            luma = lambda d: (d @ [0.299, 0.587, 0.114])[..., None]
            part = lambda size, t: np.minimum(1, t * t / np.maximum(size, 1e-12))
            b, finer = a.copy(), a
            for level, noise in enumerate([0.889, 0.2, 0.0857, 0.0413]):
                taps = np.zeros(4 * 2 ** level + 1)
                taps[::2 ** level] = np.array([1, 4, 6, 4, 1]) / 16
                coarser = convolve1d(convolve1d(finer, taps, 1, mode="nearest"), taps, 0, mode="nearest")
                detail, finer = finer - coarser, coarser
                bright = luma(detail)
                color = detail - bright
                b -= bright * part(bright ** 2, 3 * 0.03 * 0.5 * noise)
                b -= color * part((color ** 2).sum(2, keepdims=True), 3 * 0.04 * 0.8 * min(1, noise * 2 ** level))
            """, of: picture)
        let values = try filtered("noise-reduction", ["luma": 0.5, "chroma": 0.8], of: picture)
        #expect(largestDifference(values, expected) < 2.0 / 65535)
    }

    @Test("noise reduction removes most of the noise and keeps an edge steep")
    func noiseReductionKeepsEdges() throws {
        var state: UInt64 = 7
        func noise() -> Double {
            // The sum of twelve uniform random numbers is nearly normal.
            (0..<12).reduce(-6) { sum, _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return sum + Double(state >> 33) / Double(1 << 31)
            }
        }
        let picture = Reference(width: 96, height: 64) { x, _ in
            let gray = (x < 48 ? 0.3 : 0.7) + 0.02 * noise()
            return SIMD4(gray, gray, gray, 1)
        }.rounded(to: .sixteen)
        let values = try filtered("noise-reduction", ["luma": 0.7, "chroma": 0.7], of: picture)
        func deviation(_ value: (Int) -> Double) -> Double {
            let indices = (0..<96 * 64).filter { (8..<36).contains($0 % 96) }
            let mean = indices.reduce(0) { $0 + value($1) } / Double(indices.count)
            return (indices.reduce(0) { $0 + pow(value($1) - mean, 2) } / Double(indices.count)).squareRoot()
        }
        let before = deviation { picture.pixels[$0].x }
        #expect(deviation { Double(values[$0].x) } < 0.35 * before)
        let step = (0..<64).reduce(0.0) { $0 + Double(values[$1 * 96 + 48].x - values[$1 * 96 + 47].x) } / 64
        #expect(step > 0.33)
    }

    @Test(
        "hot pixels are replaced by the median of their neighbors, and texture is kept", arguments: [1, 0.5])
    func hotPixels(amount: Double) throws {
        var dice = Dice("hot pixels")
        let clean = neighborPicture()
        var picture = clean
        var hot: Set<Int> = []
        for _ in 0..<60 {
            let index = Int(dice.number(0...Double(picture.pixels.count - 1)))
            picture.pixels[index][index % 3] = index % 2 == 0 ? 1 : 0
            hot.insert(index)
        }
        let threshold = 0.08
        let values = try filtered(
            "despeckle", ["amount": .number(amount), "threshold": .number(threshold)], of: picture)
        var replaced = 0
        let expected = picture.made { x, y in
            var color = picture[x, y]
            for channel in 0..<3 {
                let around = (0..<9).filter { $0 != 4 }
                    .map { picture[x + $0 % 3 - 1, y + $0 / 3 - 1][channel] }.sorted()
                let excess = max(color[channel] - around[7], around[0] - color[channel])
                if excess > threshold + (around[7] - around[0]) / 2 {
                    color[channel] += amount * ((around[3] + around[4]) / 2 - color[channel])
                    replaced += 1
                }
            }
            return color
        }
        #expect(largestDifference(values, expected) < 1e-6)
        #expect(replaced > 20, "the test has outliers")
        // Most pixels that were not made hot are as before.
        let changed = picture.pixels.indices.filter { index in
            !hot.contains(index) && abs(Double(values[index].y) - picture.pixels[index].y) > 1e-6
        }
        #expect(changed.count < picture.pixels.count / 100)
    }

    @Test("hot pixels compared with NumPy's sorted neighbors")
    func hotPixelsBesideNumPy() throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            p = np.pad(a, ((1, 1), (1, 1), (0, 0)), mode="edge")
            h, w = a.shape[:2]
            s = np.sort([p[1 + v:1 + v + h, 1 + u:1 + u + w] for v in (-1, 0, 1) for u in (-1, 0, 1) if u or v], 0)
            hot = np.maximum(a - s[7], s[0] - a) > 0.02 + (s[7] - s[0]) / 2
            b = np.where(hot, (s[3] + s[4]) / 2, a)
            """, of: picture)
        let values = try filtered("despeckle", ["threshold": 0.02], of: picture)
        #expect(largestDifference(values, expected) < 1e-6)
    }

    @Test("defringe gives fringes the chroma around them and keeps luma, within half of 255")
    func defringe() throws {
        // A purple fringe between white and dark brown, and a purple area without an edge.
        let picture = Reference(width: 96, height: 48) { x, y in
            if x < 40 { return SIMD4(0.95, 0.95, 0.95, 1) }
            if x < 43 { return SIMD4(0.5, 0.2, 0.75, 1) }
            return x < 70 ? SIMD4(0.2, 0.15, 0.1, 1) : SIMD4(0.3, 0.15, 0.45, 1)
        }.rounded(to: .sixteen)
        let (radius, threshold) = (5.0, 0.3)
        let values = try filtered(
            "defringe",
            [
                "purpleAmount": 0.9, "greenAmount": 0, "radius": .number(radius),
                "threshold": .number(threshold),
            ], of: picture)
        func hue(_ c: SIMD4<Double>) -> Double {
            let (most, least) = (max(c.x, c.y, c.z), min(c.x, c.y, c.z))
            guard most > least else { return 0 }
            if most == c.x { return 60 * ((c.y - c.z) / (most - least) + (c.y < c.z ? 6 : 0)) }
            return most == c.y
                ? 60 * ((c.z - c.x) / (most - least) + 2) : 60 * ((c.x - c.y) / (most - least) + 4)
        }
        func part(_ x: Int, _ y: Int) -> Double {
            let color = picture[x, y]
            let lumas = (-5...5).flatMap { v in (-5...5).map { u in picture.luma(x + u, y + v) } }
            let range = (lumas.max() ?? 0) - (lumas.min() ?? 0)
            let chroma = max(color.x, color.y, color.z) - min(color.x, color.y, color.z)
            return 0.9 * smooth(225, 240, hue(color)) * (1 - smooth(330, 345, hue(color)))
                * smooth(0.02, 0.1, chroma) * smooth(threshold / 2, threshold, range)
        }
        let rest = picture.made { x, y in
            let color = picture[x, y]
            return SIMD4(color.x, color.y, color.z, 1 - part(x, y))
        }
        let around = rest.gaussian(radius: 2 * radius)
        let expected = picture.made { x, y in
            let (color, mean) = (picture[x, y], around[x, y])
            let (before, after) = (color.luma, mean.luma)
            let replaced = SIMD4(
                mean.x - after + before, mean.y - after + before, mean.z - after + before, 1)
            return color + part(x, y) * (replaced - color)
        }
        #expect(largestDifference(values, expected) < 0.5 / 255)
        // The fringe is nearly gray, and the purple area as before.
        let fringe = values[24 * 96 + 41]
        #expect(max(fringe.x, fringe.y, fringe.z) - min(fringe.x, fringe.y, fringe.z) < 0.12)
        let area = SIMD4<Double>(values[24 * 96 + 90]) - picture[90, 24]
        #expect(abs(area.x) < 1e-4 && abs(area.z) < 1e-4)
    }
}
