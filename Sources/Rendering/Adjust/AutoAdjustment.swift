import Filters
import Glibc

/// Values that “Auto” chooses for the adjustments, derived from the histogram of the unfiltered picture.
///
/// This follows the usual manual workflow: reduce a color cast, move the midtones to where most pictures have
/// them, add contrast to flat pictures, and move the darkest and brightest tones to the ends of the range.
/// Each step works on the tones that the previous steps produce, and its strength is limited: a night scene
/// should still look like one.
package struct AutoAdjustment: Sendable {
    /// The values, keyed by filter and rounded to readable numbers. Values without effect are omitted.
    package private(set) var values: [String: Double] = [:]

    /// The filters that Auto may use.
    package static let filters: Set = [
        "temperature", "tint", "exposure", "contrast", "highlights", "shadows", "whites", "blacks",
    ]

    /// - Parameter histogram: the histogram of the whole unfiltered picture.
    package init(_ histogram: Histogram) {
        // Nothing can be derived from a picture of a single color.
        guard histogram[.luma].count(where: { $0 > 0 }) > 1 else { return }
        balanceWhite(of: histogram)
        var tones = Tones(histogram)
        expose(&tones)
        setContrast(&tones)
        openEnds(&tones)
        stretch(&tones)
    }

    private mutating func set(_ filter: String, to value: Double, step: Double) {
        let rounded = (value / step).rounded() * step
        // Multiples of a decimal step would otherwise have spurious digits.
        if rounded != 0 { values[filter] = (rounded * 1000).rounded() / 1000 }
    }

    // White balance

    /// A color cast tints shadows, midtones and highlights alike, whereas a subject such as a sunset tints
    /// them in different directions. So the tint that they share is removed, except for the amount that most
    /// subjects share anyway.
    private mutating func balanceWhite(of histogram: Histogram) {
        // Red relative to blue, and green relative to both, in stops.
        let casts = [0.1, 0.25, 0.5, 0.75, 0.9].compactMap { share -> SIMD2<Double>? in
            let levels = [Histogram.Channel.red, .green, .blue].map {
                Self.level(of: histogram[$0], at: share)
            }
            guard levels.allSatisfy({ (12...247).contains($0) }) else { return nil }
            let light = levels.map { log2(SRGB.linear($0 / 255)) }
            return SIMD2(light[0] - light[2], light[1] - (light[0] + light[2]) / 2)
        }
        guard casts.count > 2 else { return }
        let warmth = Self.common(casts.map(\.x), beyond: 0.15)
        let green = Self.common(casts.map(\.y), beyond: 0.12)
        let light = SIMD3(exp2(warmth / 2), exp2(green), exp2(-warmth / 2))
        guard let balance = WhiteBalance(neutralizing: light) else { return }
        if abs(balance.temperature) >= 3 {
            set("temperature", to: min(max(balance.temperature, -60), 60), step: 1)
        }
        if abs(balance.tint) >= 1 { set("tint", to: min(max(balance.tint, -15), 15), step: 0.5) }
    }

    /// The amount by which the median exceeds a threshold; the median is first reduced if the signs differ.
    private static func common(_ numbers: [Double], beyond threshold: Double) -> Double {
        let all = numbers.reduce(0) { $0 + abs($1) }
        guard all > 0 else { return 0 }
        let agreement = abs(numbers.reduce(0, +)) / all
        let median = numbers.sorted()[numbers.count / 2] * agreement * agreement
        return median > 0 ? max(median - threshold, 0) : min(median + threshold, 0)
    }

    /// The level, 0…255, that the given share of a channel's pixels does not exceed.
    private static func level(of counts: ArraySlice<Int>, at share: Double) -> Double {
        var left = share * Double(counts.reduce(0, +))
        for (value, count) in counts.enumerated() {
            left -= Double(count)
            if left <= 0 { return Double(value) }
        }
        return 255
    }

    // Tones

    /// The tones of a picture after the adjustments so far: encoded luma, 0…1.
    private struct Tones {
        /// The tone of each value of the histogram.
        private(set) var values = (0..<Histogram.valueCount).map { Double($0) / 255 }
        private let counts: [Int]
        private let total: Int

        init(_ histogram: Histogram) {
            counts = Array(histogram[.luma])
            total = histogram.pixelCount
        }

        mutating func map(_ change: (Double) -> Double) { values = values.map { min(max(change($0), 0), 1) } }

        /// The tone that the given share of the pixels, 0…1, does not exceed.
        func quantile(_ share: Double) -> Double {
            var left = share * Double(total)
            for (value, count) in zip(values, counts) {
                left -= Double(count)
                if left <= 0 { return value }
            }
            return 1
        }

        /// The distance between the 2nd and the 98th percentile.
        var spread: Double { quantile(0.98) - quantile(0.02) }

        /// Pictures with a smaller spread are flat.
        static let flatSpread = 0.65

        var mean: Double {
            zip(values, counts).reduce(0) { $0 + $1.0 * Double($1.1) } / Double(total)
        }

        func share(where isMeant: (Double) -> Bool) -> Double {
            Double(zip(values, counts).filter { isMeant($0.0) }.reduce(0) { $0 + $1.1 }) / Double(total)
        }
    }

    /// Moves the midtones toward where they lie in most pictures; bright areas limit the brightening.
    private mutating func expose(_ tones: inout Tones) {
        let middle = max((tones.quantile(0.5) + tones.mean) / 2, 0.02)
        // Contrast spreads the tones around 0.5, so the midtones of a flat picture are moved there.
        let usual = tones.spread < Tones.flatSpread ? 0.47...0.53 : 0.4...0.55
        let wanted = min(max(middle, usual.lowerBound), usual.upperBound)
        var stops = 0.8 * log2(SRGB.linear(wanted) / SRGB.linear(middle))
        if stops > 0 {
            let room = log2(1 / max(SRGB.linear(tones.quantile(0.98)), 1e-4))
            stops = min(stops, max(0, room) + 0.25, 2.5)
        }
        stops = (max(stops, -1.5) / 0.05).rounded() * 0.05
        guard stops != 0 else { return }
        set("exposure", to: stops, step: 0.05)
        tones.map { SRGB.encoded(SRGB.linear($0) * exp2(stops)) }
    }

    /// Adds contrast to pictures whose tones lie close together.
    private mutating func setContrast(_ tones: inout Tones) {
        guard tones.spread < Tones.flatSpread else { return }
        let amount = min(log2(Tones.flatSpread / max(tones.spread, 0.05)) / 1.5, 0.7)
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
            tones.map { $0 * exp2(0.35 * amount * ramp($0, 0.3, 1)) }
        }
        let dark = tones.share { $0 < 0.12 }
        if dark > 0.15 {
            let amount = min(dark, 0.45)
            set("shadows", to: amount, step: 0.01)
            tones.map { $0 * exp2(amount * (1 - ramp($0, 0, 0.7))) }
        }
    }

    /// Moves the brightest and darkest tones toward the ends of the range.
    private mutating func stretch(_ tones: inout Tones) {
        let white = tones.quantile(0.995)
        let whites = min(max((0.97 - white) * 4 / max(white * white * white, 0.05), -0.3), 0.8)
        set("whites", to: whites, step: 0.01)
        tones.map { $0 + 0.25 * whites * $0 * $0 * $0 }
        let black = tones.quantile(0.005)
        let rest = 1 - black
        let blacks = min(max((0.02 - black) * 5 / max(rest * rest * rest, 0.05), -0.8), 0.15)
        set("blacks", to: blacks, step: 0.01)
    }
}
