import Filters
import Glibc

/// Values that “Auto” chooses for the adjustments, derived from a thumbnail of the unfiltered picture.
///
/// This follows the usual manual workflow: reduce a color cast, move the midtones to where most pictures have
/// them, add contrast to flat pictures, and move the darkest and brightest tones to the ends of the range.
/// Each step works on the tones that the previous steps produce, and its strength is limited: a night scene
/// should still look like one. No step clips more than a few pixels.
package struct AutoAdjustment: Sendable {
    /// The values, keyed by filter and rounded to readable numbers. Values without visible effect are
    /// omitted.
    package private(set) var values: [String: Double] = [:]

    /// The filters that Auto may use.
    package static let filters: Set = [
        "temperature", "tint", "exposure", "contrast", "highlights", "shadows", "whites", "blacks",
    ]

    /// The longer side of the thumbnail, in pixels.
    package static let side = 256

    /// - Parameters:
    ///   - bytes: red, green, blue and straight alpha of each pixel of a thumbnail of the whole picture, row
    ///     by row, sRGB-encoded. Pixels that are mostly transparent are ignored.
    ///   - width: the number of pixels in a row.
    package init(bytes: [UInt8], width: Int) {
        let pixels = stride(from: 0, to: bytes.count - 3, by: 4)
        let colors = pixels.map {
            SIMD3(Double(bytes[$0]), Double(bytes[$0 + 1]), Double(bytes[$0 + 2])) / 255
        }
        let isOpaque = pixels.map { bytes[$0 + 3] >= 128 }
        var tones = Tones(colors: zip(colors, isOpaque).compactMap { $1 ? $0 : nil })
        // Nothing can be derived from a picture of a single color.
        guard let first = tones.colors.first, tones.colors.contains(where: { $0 != first }) else { return }
        let limits = tones.clippingLimits
        balanceWhite(&tones, NeutralLight(colors, width: width, isOpaque: isOpaque).balance)
        expose(&tones, limits)
        setContrast(&tones)
        openEnds(&tones)
        stretch(&tones, limits)
    }

    private mutating func set(_ filter: String, to value: Double, step: Double) {
        let rounded = (value / step).rounded() * step
        // Multiples of a decimal step would otherwise have spurious digits.
        if rounded != 0 { values[filter] = (rounded * 1000).rounded() / 1000 }
    }

    /// Corrections below 3 mired or 1 CC would not be visible.
    private mutating func balanceWhite(_ tones: inout Tones, _ balance: WhiteBalance) {
        if abs(balance.temperature) >= 3 { set("temperature", to: balance.temperature, step: 1) }
        if abs(balance.tint) >= 1 { set("tint", to: balance.tint, step: 0.5) }
        let chosen = WhiteBalance(temperature: values["temperature"] ?? 0, tint: values["tint"] ?? 0)
        if chosen != WhiteBalance(temperature: 0, tint: 0) { tones.scaleLight(by: chosen.gains) }
    }

    // Tones

    /// A number for each end of the range.
    private typealias Ends = (bright: Double, dark: Double)

    /// The encoded colors of a picture after the adjustments so far; in the picture, each channel is 0…1.
    private struct Tones {
        private(set) var colors: [SIMD3<Double>]
        /// BT.601, in ascending order.
        private var lumas: [Double]

        init(colors: [SIMD3<Double>]) {
            self.colors = colors
            lumas = []
            sortLumas()
        }

        /// Applies a curve to each channel.
        mutating func map(_ curve: (Double) -> Double) {
            colors = colors.map { SIMD3(curve($0.x), curve($0.y), curve($0.z)) }
            sortLumas()
        }

        /// Multiplies each color by a factor that depends on its luma.
        mutating func scale(_ factor: (Double) -> Double) {
            colors = colors.map { $0 * factor(min(max(Self.luma($0), 0), 1)) }
            sortLumas()
        }

        mutating func scaleLight(by gains: SIMD3<Double>) {
            colors = colors.map { color in
                let light = SIMD3(SRGB.linear(color.x), SRGB.linear(color.y), SRGB.linear(color.z)) * gains
                return SIMD3(SRGB.encoded(light.x), SRGB.encoded(light.y), SRGB.encoded(light.z))
            }
            sortLumas()
        }

        private static func luma(_ color: SIMD3<Double>) -> Double {
            (color * SIMD3(0.299, 0.587, 0.114)).sum()
        }

        private mutating func sortLumas() { lumas = colors.map(Self.luma).sorted() }

        /// The luma that the given share of the pixels, 0…1, does not exceed.
        func quantile(_ share: Double) -> Double { min(max(Self.quantile(share, of: lumas), 0), 1) }

        private static func quantile(_ share: Double, of numbers: [Double]) -> Double {
            guard !numbers.isEmpty else { return 1 }
            let index = Int((share * Double(numbers.count)).rounded(.up)) - 1
            return numbers[min(max(index, 0), numbers.count - 1)]
        }

        /// The largest and the smallest channel of the pixels that must not be clipped.
        func extremes(_ limits: Ends) -> Ends {
            (
                Self.quantile(1 - limits.bright, of: colors.map { $0.max() }.sorted()),
                Self.quantile(limits.dark, of: colors.map { $0.min() }.sorted())
            )
        }

        /// The shares of pixels that may be clipped: slightly more than there are. Pixels of a thumbnail are
        /// means, so in the picture itself more are clipped.
        var clippingLimits: Ends {
            let more = 0.001
            let bright = colors.count { $0.max() >= 0.998 }
            let dark = colors.count { $0.min() <= 0.002 }
            return (Double(bright) / Double(colors.count) + more, Double(dark) / Double(colors.count) + more)
        }

        /// The distance between the 2nd and the 98th percentile.
        var spread: Double { quantile(0.98) - quantile(0.02) }

        /// Pictures with a smaller spread are flat.
        static let flatSpread = 0.65

        var mean: Double { lumas.reduce(0) { $0 + min(max($1, 0), 1) } / Double(lumas.count) }

        /// The share of pixels whose luma satisfies a condition.
        func share(where isMeant: (Double) -> Bool) -> Double {
            Double(lumas.count(where: isMeant)) / Double(lumas.count)
        }
    }

    /// The encoded values that bright and dark extremes must not exceed. The picture itself has finer detail
    /// than its thumbnail, so its extremes lie further out.
    private static let safe = 0.01...0.985

    /// Moves the midtones toward where they lie in most pictures, unless that clips bright areas.
    private mutating func expose(_ tones: inout Tones, _ limits: Ends) {
        let middle = max((tones.quantile(0.5) + tones.mean) / 2, 0.02)
        // Contrast spreads the tones around 0.5, so the midtones of a flat picture are moved there.
        let usual = tones.spread < Tones.flatSpread ? 0.47...0.53 : 0.4...0.55
        let wanted = min(max(middle, usual.lowerBound), usual.upperBound)
        var stops = 0.8 * log2(SRGB.linear(wanted) / SRGB.linear(middle))
        let bright = tones.extremes(limits).bright
        let room = log2(SRGB.linear(Self.safe.upperBound) / max(SRGB.linear(bright), 1e-4))
        if stops > 0 { stops = min(stops, max(room, 0), 2.5) }
        // The white balance may have moved bright colors beyond the range.
        if bright > 1 { stops = min(stops, max(room, -0.5)) }
        stops = (max(stops, -1.5) / 0.05).rounded(.down) * 0.05
        guard abs(stops) >= 0.1 else { return }
        set("exposure", to: stops, step: 0.05)
        tones.scaleLight(by: SIMD3(repeating: exp2(stops)))
    }

    /// Adds contrast to pictures whose tones lie close together.
    private mutating func setContrast(_ tones: inout Tones) {
        guard tones.spread < Tones.flatSpread else { return }
        let amount = min(log2(Tones.flatSpread / max(tones.spread, 0.05)) / 1.5, 0.7)
        guard amount >= 0.03 else { return }
        set("contrast", to: amount, step: 0.01)
        let slope = exp2(1.5 * amount)
        tones.map { tone in
            let fromGray = 2 * tone - 1
            let bent = slope * abs(fromGray) / (1 + (slope - 1) * abs(fromGray))
            return 0.5 + 0.5 * (fromGray < 0 ? -bent : bent)
        }
    }

    /// Lowers the highlights if many tones are nearly white, and lifts the shadows if many are nearly black.
    private mutating func openEnds(_ tones: inout Tones) {
        func ramp(_ tone: Double, _ low: Double, _ high: Double) -> Double {
            let part = min(max((tone - low) / (high - low), 0), 1)
            return part * part * (3 - 2 * part)
        }
        let bright = tones.share { $0 > 0.9 && $0 < 1 }
        if bright > 0.05 {
            let amount = -min(2 * bright, 0.5)
            set("highlights", to: amount, step: 0.01)
            tones.scale { exp2(0.35 * amount * ramp($0, 0.3, 1)) }
        }
        let dark = tones.share { $0 < 0.12 }
        if dark > 0.15 {
            let amount = min(dark, 0.45)
            set("shadows", to: amount, step: 0.01)
            tones.scale { exp2(amount * (1 - ramp($0, 0, 0.7))) }
        }
    }

    /// Moves the brightest and darkest tones toward the ends of the range, unless that clips colors.
    private mutating func stretch(_ tones: inout Tones, _ limits: Ends) {
        func limit(_ amount: Double, _ range: ClosedRange<Double>) -> Double {
            min(max(amount, range.lowerBound), range.upperBound)
        }
        // Both filters add the third power of the distance from the other end: see whites.glsl and
        // blacks.glsl.
        let white = tones.quantile(0.995)
        var whites = limit((0.97 - white) * 4 / max(white * white * white, 0.05), -0.3...0.8)
        if whites > 0 {
            let bright = tones.extremes(limits).bright
            let room = Self.safe.upperBound - bright
            whites = limit(room * 4 / max(bright * bright * bright, 0.05), 0...whites)
        }
        if abs(whites) >= 0.03 {
            set("whites", to: whites, step: 0.01)
            tones.map { $0 + 0.25 * whites * $0 * $0 * $0 }
        }
        let black = tones.quantile(0.005)
        let rest = 1 - black
        var blacks = limit((0.02 - black) * 5 / max(rest * rest * rest, 0.05), -0.8...0.15)
        if blacks < 0 {
            let dark = tones.extremes(limits).dark
            let rest = 1 - dark
            blacks = limit((Self.safe.lowerBound - dark) * 5 / max(rest * rest * rest, 0.05), blacks...0)
        }
        if abs(blacks) >= 0.03 { set("blacks", to: blacks, step: 0.01) }
    }
}
