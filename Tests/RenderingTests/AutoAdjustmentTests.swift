import Filters
import Glibc
import Imaging
import Rendering
import Testing

@Suite("Auto and the gray picker") struct AutoAdjustmentTests {
    /// A photograph-like picture: sky, hills, and a foreground with fine detail in all tones.
    ///
    /// - Parameter light: maps each color, in linear light.
    private func scene(_ light: (SIMD3<Double>) -> SIMD3<Double> = { $0 }) throws -> Picture {
        let (width, height) = (160, 120)
        var random = SplitMix(state: 7)
        let reference = Reference(width: width, height: height) { x, y in
            let row = Double(y) / Double(height)
            let noise = Double(random.next() % 1000) / 1000
            let base: SIMD3<Double> =
                row < 0.35
                ? SIMD3(0.6, 0.62, 0.65) + 0.3 * row
                : row < 0.6
                    ? SIMD3(0.42, 0.43, 0.4) * (0.6 + 0.8 * noise) : SIMD3(0.31, 0.3, 0.29) * (2 * noise)
            let encoded = base.clamped(lowerBound: .zero, upperBound: .one)
            let lit = light(SIMD3(SRGB.linear(encoded.x), SRGB.linear(encoded.y), SRGB.linear(encoded.z)))
                .clamped(lowerBound: .zero, upperBound: .one)
            return SIMD4(SRGB.encoded(lit.x), SRGB.encoded(lit.y), SRGB.encoded(lit.z), 1)
        }
        return Picture(pixels: reference.buffer(.eight), channels: .rgb)
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = state
            value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
            return value ^ value >> 31
        }
    }

    private func recipe(_ values: [String: Double]) -> Recipe {
        Adjustment.all.reduce(Recipe()) { recipe, adjustment in
            guard let value = values[adjustment.filter] else { return recipe }
            return recipe.adjusting(
                adjustment, to: value, within: recipe.stages.count, in: .builtIn)
        }
    }

    /// The median of a histogram's luma, 0…255.
    private func median(_ histogram: Histogram) -> Int {
        var left = histogram.pixelCount / 2
        return histogram[.luma].enumerated().first {
            left -= $1
            return left <= 0
        }?.offset ?? 255
    }

    @Test(
        "dark, bright and flat pictures are brought close to the original",
        arguments: [
            ("dark", 0.2, 1.0), ("very dark", 0.06, 1.0), ("bright", 2.2, 1.0), ("flat", 1.0, 0.35),
            ("flat and dark", 0.4, 0.4),
        ])
    func tones(name: String, gain: Double, contrast: Double) throws {
        let renderer = try Renderer()
        let good = try renderer.histogram(of: try scene())
        let spoiled = try scene { ($0 * gain - 0.2) * contrast + 0.2 * (contrast < 1 ? 1 : contrast) }
        let before = try renderer.histogram(of: spoiled)
        let auto = AutoAdjustment(before)
        let after = try renderer.histogram(of: spoiled, recipe(auto.values))
        let target = median(good)
        #expect(
            abs(median(after) - target) < abs(median(before) - target) || abs(median(after) - target) < 24)
        // The clipping at both ends stays within what photographers accept.
        for end in Histogram.End.allCases {
            #expect(after.clippedShare(at: end) <= max(0.02, before.clippedShare(at: end) + 0.01))
        }
    }

    @Test(
        "most of a color cast on all tones is removed",
        arguments: [SIMD3(1.25, 1.0, 0.75), SIMD3(0.8, 1.0, 1.25), SIMD3(1.0, 1.35, 1.0)])
    func casts(cast: SIMD3<Double>) throws {
        let tinted = try scene { $0 * 0.8 * cast }
        let renderer = try Renderer()
        let auto = AutoAdjustment(try renderer.histogram(of: tinted))
        let balance = WhiteBalance(
            temperature: auto.values["temperature"] ?? 0, tint: auto.values["tint"] ?? 0)
        // A gray in this light, as corrected by the formulas of the adjustments.
        var gray = cast * WhiteBalance.gains(ofTemperature: balance.temperature)
        gray.y *= pow(10, -balance.tint / 100)
        func spread(_ color: SIMD3<Double>) -> Double { color.max() / color.min() - 1 }
        #expect(spread(gray) < 0.6 * spread(cast))
    }

    @Test("a sunset, warm where it is bright and cool where it is dark, keeps its colors")
    func sunset() throws {
        let picture = try scene { light in
            light * (light.y > 0.2 ? SIMD3(1.3, 1, 0.7) : SIMD3(0.8, 1, 1.3))
        }
        let auto = AutoAdjustment(try Renderer().histogram(of: picture))
        #expect(auto.values["temperature"] == nil)
    }

    @Test("a picture without pixels or of one color gives no adjustment")
    func nothing() throws {
        #expect(AutoAdjustment(Histogram()).values.isEmpty)
        for level in [0.0, 0.5, 1] {
            let flat = Picture(
                pixels:
                    Reference(width: 8, height: 8) { _, _ in SIMD4(level, level, level, 1) }.buffer(.eight),
                channels: .rgb)
            #expect(AutoAdjustment(try Renderer().histogram(of: flat)).values.isEmpty)
        }
    }

    @Test(
        "a picked gray becomes gray",
        arguments: [SIMD3(0.6, 0.5, 0.4), SIMD3(0.3, 0.4, 0.5), SIMD3(0.5, 0.55, 0.5)])
    func gray(color: SIMD3<Double>) throws {
        let light = SIMD3(SRGB.linear(color.x), SRGB.linear(color.y), SRGB.linear(color.z))
        let balance = try #require(WhiteBalance(neutralizing: light))
        let picture = Picture(
            pixels:
                Reference(width: 4, height: 4) { _, _ in SIMD4(color.x, color.y, color.z, 1) }.buffer(
                    .sixteen), channels: .rgb)
        let recipe = recipe(["temperature": balance.temperature, "tint": balance.tint])
        let result = try Renderer().render(picture, recipe, depth: .sixteen)
        result.pixels.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt16.self)
            let channels = (0..<3).map { Double(words[$0]) / 65535 }
            #expect((channels.max() ?? 0) - (channels.min() ?? 0) < 0.004)
        }
    }

    @Test("black and colors with a zero channel give no white balance")
    func impossible() {
        #expect(WhiteBalance(neutralizing: .zero) == nil)
        #expect(WhiteBalance(neutralizing: SIMD3(1, 0, 1)) == nil)
    }
}
