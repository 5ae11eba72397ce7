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
}
