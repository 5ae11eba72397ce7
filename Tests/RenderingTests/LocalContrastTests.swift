import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Testing

@Suite("Clarity, dehaze and bloom against their formulas in double precision") struct LocalContrastTests {
    /// The base of a self-guided filter with Gaussian windows, and its deviation.
    private func base(
        _ picture: Reference, _ measure: (SIMD4<Double>) -> Double, radius: Double, epsilon: Double
    ) -> Reference {
        let moments = picture.map { SIMD4(measure($0), pow(measure($0), 2), 0, $0.w) }
        let lines = moments.gaussian(radius: radius).map { mean in
            let variance = max(mean.y - mean.x * mean.x, 0)
            let slope = variance / (variance + epsilon)
            return SIMD4(slope, mean.x * (1 - slope), variance.squareRoot(), mean.w)
        }.gaussian(radius: radius)
        return picture.made { x, y in
            let line = lines[x, y]
            return SIMD4(line.x * measure(picture[x, y]) + line.y, line.z, 0, 1)
        }
    }

    @Test("clarity moves the luma away from its base, within half an 8-bit level", arguments: [-1.0, 0.6])
    func clarity(amount: Double) throws {
        let picture = neighborPicture(alpha: true)
        let values = try filtered("clarity", ["amount": .number(amount), "radius": 12], of: picture)
        let base = base(picture, \.luma, radius: 12, epsilon: 0.02)
        let expected = picture.made { x, y in
            let color = picture[x, y]
            let midtones = max(1 - pow(2 * color.luma - 1, 2), 0)
            let change = (amount > 0 ? 1.5 : 0.75) * amount * midtones * (color.luma - base[x, y].x)
            return color + SIMD4(change, change, change, 0)
        }
        #expect(largestShownDifference(values, expected) < 0.5 / 255)
    }

    @Test(
        "dehaze solves Koschmieder's law for the scene behind the haze, within half an 8-bit level",
        arguments: [-0.7, 0.8])
    func dehaze(amount: Double) throws {
        let haze = SIMD3(0.8, 0.9, 1)
        // A pale picture, as seen through haze; the filter's windows are 3 % of the longer side.
        let picture = neighborPicture(alpha: true).map {
            SIMD4(0.4, 0.4, 0.4, 0) + SIMD4(0.5, 0.5, 0.5, 1) * $0
        }
        .rounded(to: .sixteen)
        let values = try filtered("dehaze", ["amount": .number(amount), "haze": .color(haze)], of: picture)
        func darkest(_ color: SIMD4<Double>) -> Double { min(color.x, color.y, color.z) }
        let base = base(picture, darkest, radius: 0.03 * 97, epsilon: 0.005)
        let stored = (haze * 255).rounded(.toNearestOrAwayFromZero) / 255
        let expected = picture.made { x, y in
            let color = picture[x, y]
            let veil = min(max(min(base[x, y].x - base[x, y].y, darkest(color)), 0), 1)
            let part = (amount > 0 ? 0.75 : 1.25) * amount * veil
            let clear = (SIMD3(color.x, color.y, color.z) - stored * part) / (1 - part)
            return SIMD4(clear, color.w)
        }
        #expect(largestShownDifference(values, expected) < 0.5 / 255)
    }

    @Test("dehaze removes the requested fraction of even haze, and negative amounts add some")
    func dehazeDirections() throws {
        let gray = Reference(width: 20, height: 20) { _, _ in SIMD4(0.6, 0.5, 0.5, 1) }
        let less = try filtered("dehaze", ["amount": 1], of: gray)[210]
        let more = try filtered("dehaze", ["amount": -1], of: gray)[210]
        #expect(less.y < 0.25 && less.x - less.y > 0.12)
        #expect(more.y > 0.6 && more.x - more.y < 0.1 && more.x < 1)
    }

    @Test("bloom screens the blurred light over the picture, within 32 of 65535", arguments: [6.0, 30])
    func bloom(radius: Double) throws {
        let picture = neighborPicture(alpha: true)
        let values = try filtered(
            "bloom", ["amount": 0.8, "threshold": 0.3, "radius": .number(radius)], of: picture)
        let light = picture.map { color in
            let part = min(max((color.luma - 0.3) / 0.7, 0), 1)
            return SIMD4(part, part, part, 1) * color
        }.gaussian(radius: radius)
        let expected = picture.made { x, y in
            let color = picture[x, y]
            return color + light[x, y] * (SIMD4(1, 1, 1, 1) - color) * SIMD4(0.8, 0.8, 0.8, 0)
        }
        #expect(largestShownDifference(values, expected) < 32.0 / 65535)
    }

    @Test("halation adds blurred light per channel with its own radius and gain, within half of 255")
    func halation() throws {
        let picture = neighborPicture(alpha: true)
        let radii = [24.0, 10, 4]
        let gains = [1.2, 0.5, 0.2]
        let values = try filtered(
            "halation",
            [
                "amount": 0.8, "threshold": 0.4, "redRadius": .number(radii[0]),
                "greenRadius": .number(radii[1]), "blueRadius": .number(radii[2]),
                "redGain": .number(gains[0]), "greenGain": .number(gains[1]), "blueGain": .number(gains[2]),
            ], of: picture)
        let light = picture.map { color in
            let part = min(max((color.luma - 0.4) / 0.6, 0), 1)
            return SIMD4(
                part * decoded(color.x), part * decoded(color.y), part * decoded(color.z), color.w)
        }
        let halos = radii.map { light.gaussian(radius: $0) }
        let expected = picture.made { x, y in
            var color = picture[x, y]
            for channel in 0..<3 {
                color[channel] = encoded(
                    decoded(color[channel]) + 0.8 * gains[channel] * halos[channel][x, y][channel])
            }
            return color
        }
        // The sRGB curve amplifies differences in the darkest colors by up to 13.
        #expect(largestShownDifference(values, expected) < 0.5 / 255)
    }

    @Test("a halo is nearly neutral at the highlight and becomes warmer outward")
    func halationWarmsOutward() throws {
        let picture = Reference(width: 128, height: 64) { x, _ in
            x < 32 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
        }
        let values = try filtered("halation", ["amount": 1], of: picture)
        func warmth(_ x: Int) -> Float {
            let color = values[32 * 128 + x]
            return color.x / max(color.z, 1e-4)
        }
        #expect(values[32 * 128 + 8].x / values[32 * 128 + 8].z < 1.5)
        #expect(warmth(36) < warmth(44) && warmth(44) < warmth(60))
        #expect(values[32 * 128 + 44].x > values[32 * 128 + 44].y)
    }
}
