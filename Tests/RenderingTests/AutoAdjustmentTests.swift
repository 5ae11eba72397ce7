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

    private func auto(_ picture: Picture) -> AutoAdjustment {
        AutoAdjustment(bytes: picture.pixels.withUnsafeBytes { Array($0) }, width: picture.width)
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
        let auto = auto(spoiled)
        let after = try renderer.histogram(of: spoiled, recipe(auto.values))
        let target = median(good)
        #expect(
            abs(median(after) - target) < abs(median(before) - target) || abs(median(after) - target) < 24)
        // The clipping at both ends stays within what photographers accept.
        for end in Histogram.End.allCases {
            #expect(after.clippedShare(at: end) <= max(0.02, before.clippedShare(at: end) + 0.01))
        }
    }

    // White balance

    /// A scene of matte surfaces in shades of light, lit by daylight: stones, plants, skin and cloth around
    /// gray walls and a bright cloud.
    ///
    /// - Parameters:
    ///   - mired: how much warmer the light is than the white of sRGB.
    ///   - grays: the share of gray surfaces, 0…1.
    ///   - green: a factor on green, as from fluorescent lamps.
    private func surfaces(
        in mired: Double, grays: Double = 0.3, green: Double = 1, of colors: [SIMD3<Double>]? = nil
    ) -> Picture {
        let colors =
            colors ?? [
                SIMD3(0.35, 0.2, 0.13), SIMD3(0.55, 0.36, 0.27), SIMD3(0.1, 0.2, 0.06), SIMD3(0.06, 0.1, 0.3),
                SIMD3(0.4, 0.05, 0.05), SIMD3(0.5, 0.4, 0.1), SIMD3(0.2, 0.3, 0.45), SIMD3(0.12, 0.3, 0.2),
            ]
        var random = SplitMix(state: 3)
        func next() -> Double { Double(random.next() % 10000) / 10000 }
        let (width, height, tile) = (192, 128, 16)
        let tiles = (0..<(width / tile) * (height / tile)).map { index in
            next() < grays ? SIMD3(repeating: 0.15 + 0.7 * next()) : colors[index % colors.count]
        }
        let daylight = DaylightCast(mired: mired)
        let reference = Reference(width: width, height: height) { x, y in
            // Rough surfaces reflect the same color in different amounts.
            let light = 0.55 + 0.45 * next()
            let color = tiles[y / tile * (width / tile) + x / tile] * light
            let lit = daylight(color) * SIMD3(1, green, 1) / max(green, 1)
            return SIMD4(Self.encoded(lit.x), Self.encoded(lit.y), Self.encoded(lit.z), 1)
        }
        return Picture(pixels: reference.buffer(.eight), channels: .rgb)
    }

    /// IEC 61966-2-1, clipped.
    private static func encoded(_ light: Double) -> Double {
        let light = min(max(light, 0), 1)
        return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// Changes the light from D65 to another CIE daylight, on linear sRGB: a Bradford transform.
    private struct DaylightCast {
        private let scale: SIMD3<Double>

        init(mired: Double) {
            let white = 1e6 / 6504
            scale = Self.cones(Self.daylight(white + mired)) / Self.cones(Self.daylight(white))
        }

        /// The CIE daylight of a color temperature in mired, as XYZ with a luminance of 1 (CIE 15).
        private static func daylight(_ mired: Double) -> SIMD3<Double> {
            let t = mired / 1000
            let x =
                mired >= 1e6 / 7000
                ? -4.6070 * t * t * t + 2.9678 * t * t + 0.09911 * t + 0.244063
                : -2.0064 * t * t * t + 1.9018 * t * t + 0.24748 * t + 0.237040
            let y = -3 * x * x + 2.87 * x - 0.275
            return SIMD3(x / y, 1, (1 - x - y) / y)
        }

        private static func cones(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                (xyz * SIMD3(0.8951, 0.2664, -0.1614)).sum(), (xyz * SIMD3(-0.7502, 1.7135, 0.0367)).sum(),
                (xyz * SIMD3(0.0389, -0.0685, 1.0296)).sum())
        }

        func callAsFunction(_ light: SIMD3<Double>) -> SIMD3<Double> {
            let xyz = SIMD3(
                (light * SIMD3(0.4124564, 0.3575761, 0.1804375)).sum(),
                (light * SIMD3(0.2126729, 0.7151522, 0.0721750)).sum(),
                (light * SIMD3(0.0193339, 0.1191920, 0.9503041)).sum())
            let cones = Self.cones(xyz) * scale
            let adapted = SIMD3(
                (cones * SIMD3(0.9869929, -0.1470543, 0.1599627)).sum(),
                (cones * SIMD3(0.4323053, 0.5183603, 0.0492912)).sum(),
                (cones * SIMD3(-0.0085287, 0.0400428, 0.9684867)).sum())
            return SIMD3(
                (adapted * SIMD3(3.2404542, -1.5371385, -0.4985314)).sum(),
                (adapted * SIMD3(-0.9692660, 1.8760108, 0.0415560)).sum(),
                (adapted * SIMD3(0.0556434, -0.2040259, 1.0572252)).sum()) / 1.5
        }
    }

    /// Degrees between a color in linear light and gray.
    private func cast(_ light: SIMD3<Double>) -> Double {
        acos(min(1, light.sum() / (3 * (light * light).sum()).squareRoot())) * 180 / .pi
    }

    /// The color of a gray of the scene after Auto's white balance, rendered by the filters.
    private func gray(in mired: Double, green: Double = 1, _ auto: AutoAdjustment) throws -> SIMD3<Double> {
        let light = DaylightCast(mired: mired)(SIMD3(repeating: 0.3)) * SIMD3(1, green, 1)
        let encoded = SIMD4(Self.encoded(light.x), Self.encoded(light.y), Self.encoded(light.z), 1)
        let picture = Picture(
            pixels: Reference(width: 2, height: 2) { _, _ in encoded }.buffer(.sixteen), channels: .rgb)
        let result = try Renderer().render(
            picture, recipe(auto.values.filter { ["temperature", "tint"].contains($0.key) }), depth: .sixteen)
        return result.pixels.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt16.self)
            func light(_ channel: Int) -> Double { SRGB.linear(Double(words[channel]) / 65535) }
            return SIMD3(light(0), light(1), light(2))
        }
    }

    @Test("a cast of daylight is reduced by at least half", arguments: [-60.0, -45, 45, 60])
    func casts(mired: Double) throws {
        let auto = auto(surfaces(in: mired))
        let before = cast(DaylightCast(mired: mired)(.one))
        #expect(cast(try gray(in: mired, auto)) <= before / 2)
    }

    @Test("a green cast is reduced by at least half")
    func greenCast() throws {
        let auto = auto(surfaces(in: 0, green: 1.2))
        #expect(cast(try gray(in: 0, green: 1.2, auto)) <= cast(SIMD3(1, 1.2, 1)) / 2)
    }

    @Test("a scene in daylight, or in light close to it, keeps its white balance", arguments: [-8.0, 0, 8])
    func daylight(mired: Double) {
        let auto = auto(surfaces(in: mired))
        #expect(abs(auto.values["temperature"] ?? 0) <= 8)
        #expect(abs(auto.values["tint"] ?? 0) <= 1)
    }

    @Test(
        "colors of subjects are no evidence of a cast",
        arguments: [
            // Skin, plants, a sunset, a blue sky.
            [SIMD3(0.55, 0.36, 0.27), SIMD3(0.35, 0.2, 0.13)],
            [SIMD3(0.1, 0.2, 0.06), SIMD3(0.2, 0.3, 0.05)],
            [SIMD3(0.8, 0.45, 0.2), SIMD3(0.3, 0.1, 0.05), SIMD3(0.1, 0.08, 0.12)],
            [SIMD3(0.2, 0.4, 0.8), SIMD3(0.3, 0.45, 0.75)],
        ])
    func subjects(colors: [SIMD3<Double>]) {
        let auto = auto(surfaces(in: 0, grays: 0.05, of: colors))
        #expect(abs(auto.values["temperature"] ?? 0) <= 8)
        #expect(abs(auto.values["tint"] ?? 0) <= 1)
    }

    @Test("the correction of a cast is limited", arguments: [-140.0, 140])
    func limits(mired: Double) {
        let auto = auto(surfaces(in: mired, grays: 1))
        #expect(abs(auto.values["temperature"] ?? 0) <= 60)
        #expect(abs(auto.values["tint"] ?? 0) <= 8)
    }

    @Test("a few gray pixels do not move the white balance")
    func weakEvidence() {
        let picture = surfaces(in: 0, grays: 0, of: [SIMD3(0.4, 0.05, 0.05)])
        var bytes = picture.pixels.withUnsafeBytes { Array($0) }
        // A warm gray of 3×3 pixels.
        for pixel in [0, 1, 2, 192, 193, 194, 384, 385, 386] {
            let value = 120 + 10 * (pixel % 3)
            for (channel, factor) in [1.1, 1, 0.8].enumerated() {
                bytes[4 * pixel + channel] = UInt8(Double(value) * factor)
            }
        }
        #expect(AutoAdjustment(bytes: bytes, width: 192).values["temperature"] == nil)
    }

    // All adjustments

    @Test("no more than 0.5 % of the pixels are clipped in addition", arguments: [0.05, 0.2, 0.5, 1, 1.5])
    func clipping(gain: Double) throws {
        let renderer = try Renderer()
        let picture = try scene { $0 * gain }
        let result = try renderer.render(picture, recipe(auto(picture).values), depth: .eight)
        func clipped(_ picture: Picture) -> (bright: Int, dark: Int) {
            picture.pixels.withUnsafeBytes { bytes in
                let pixels = stride(from: 0, to: bytes.count, by: 4).map { bytes[$0..<$0 + 3] }
                return (pixels.count { $0.contains(255) }, pixels.count { $0.contains(0) })
            }
        }
        let (before, after) = (clipped(picture), clipped(result))
        let limit = picture.width * picture.height / 200
        #expect(after.bright - before.bright <= limit && after.dark - before.dark <= limit)
    }

    @Test("Auto on its own result moves nearly nothing", arguments: [-60.0, 0, 60])
    func twice(mired: Double) throws {
        let renderer = try Renderer()
        let picture = surfaces(in: mired)
        let first = try renderer.render(picture, recipe(auto(picture).values), depth: .eight)
        let values = auto(first).values
        #expect(abs(values["temperature"] ?? 0) <= 8)
        let second = try renderer.render(first, recipe(values), depth: .eight)
        let medians = try [first, second].map { median(try renderer.histogram(of: $0)) }
        #expect(abs(medians[0] - medians[1]) <= 8)
    }

    @Test("transparent pixels do not count")
    func transparency() throws {
        let picture = surfaces(in: 0)
        let bytes = picture.pixels.withUnsafeBytes { Array($0) }
        let hidden = (0..<192 * 64).flatMap { _ in [255, 140, 40, 0] as [UInt8] }
        let values = AutoAdjustment(bytes: bytes, width: 192).values
        #expect(AutoAdjustment(bytes: bytes + hidden, width: 192).values == values)
    }

    @Test("a picture without pixels or of one color gives no adjustment")
    func nothing() {
        #expect(AutoAdjustment(bytes: [], width: 0).values.isEmpty)
        for level in [0.0, 0.5, 1] {
            let flat = Picture(
                pixels:
                    Reference(width: 8, height: 8) { _, _ in SIMD4(level, level, level, 1) }.buffer(.eight),
                channels: .rgb)
            #expect(auto(flat).values.isEmpty)
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
