import Filters
import Glibc

/// The white balance for the light in a picture, estimated from pixels that are probably neutral.
///
/// This is gray world (G. Buchsbaum, A spatial processor model for object colour perception, 1980) restricted
/// to near-neutral pixels. Two sets of pixels vote for the light that would make them neutral:
/// - gray pixels, whose local contrast is the same in all channels, whatever the color of the light (K.-F.
///   Yang, S.-B. Gao and Y.-J. Li, Efficient Illuminant Estimation for Homogeneous and Heterogeneous Scenes
///   Using Grey Pixels, CVPR 2015);
/// - the brightest pixels that are not clipped (H. R. V. Joze et al., The Role of Bright Pixels in
///   Illumination Estimation, Color Imaging Conference 2012).
///
/// The result is the mean over candidate lights, weighted by their votes and by a prior, as in Bayesian color
/// constancy (D. H. Brainard and W. T. Freeman, 1997): no cast is by far the most probable, then light on the
/// daylight locus, near the middle of it. With few votes the prior prevails, and the
/// picture keeps its colors. Saturated pixels do not vote; foliage lies far from the locus.
struct NeutralLight {
    /// The white balance that neutralizes the light; zero if there is not enough evidence of a cast.
    let balance: WhiteBalance

    // The constants were fitted to photographs: see docs/auto.md.

    /// The limits of the correction, in mired and CC.
    private static let limits = (temperature: 60.0, tint: 8.0)
    /// The candidates for temperature, in mired, and tint, in CC.
    private static let temperatures = stride(from: -90.0, through: 90, by: 6)
    private static let tints = stride(from: -10.0, through: 10, by: 1)
    /// The standard deviations of votes around their light, in mired and CC.
    private static let deviation = (temperature: 14.0, tint: 3.0)
    /// The standard deviations of the light in photographs with a cast, in mired and CC.
    private static let prior = (temperature: 60.0, tint: 2.0)
    /// The logarithm of the odds of no cast against the most probable cast.
    private static let oddsOfNoCast = 26.0
    /// The encoded values of pixels that can vote: darker ones are noise, brighter ones may be clipped.
    private static let values = 12.0 / 255...247.0 / 255
    /// The share of bright pixels among those that can vote.
    private static let brightShare = 0.005
    /// The largest standard deviation of a gray pixel's contrast over the channels, relative to its mean.
    private static let largestDifference = 0.06
    /// The smallest contrast of a gray pixel: the standard deviation of natural logarithms.
    private static let smallestContrast = 0.03

    /// - Parameters:
    ///   - colors: the pixels of a thumbnail, row by row, sRGB-encoded, each channel 0…1. The longer side
    ///     should be ``AutoAdjustment/side``, for which the constants are valid.
    ///   - width: the number of pixels in a row.
    ///   - isOpaque: which of the pixels are visible.
    init(_ colors: [SIMD3<Double>], width: Int, isOpaque: [Bool]) {
        let light = colors.map { SIMD3(SRGB.linear($0.x), SRGB.linear($0.y), SRGB.linear($0.z)) }
        let canVote = zip(colors, isOpaque).map { color, isOpaque in
            isOpaque && color.min() >= Self.values.lowerBound && color.max() <= Self.values.upperBound
        }
        let bright = Self.brightPixels(of: light, where: canVote)
        let gray = Self.grayPixels(of: light, width: width, where: canVote)
        let sets = [
            Votes(bright.map { light[$0] }, weight: 6.5, least: 0.002),
            Votes(gray.map { light[$0] }, weight: 50, least: 0.3),
        ]
        let temperature = Self.mean(Self.temperatures, prior: Self.prior.temperature) { candidate in
            sets.reduce(0) { $0 + $1.evidence(temperature: candidate, tint: 0, Self.deviation) }
        }
        let tint = Self.mean(Self.tints, prior: Self.prior.tint) { candidate in
            sets.reduce(0) { $0 + $1.evidence(temperature: temperature, tint: candidate, Self.deviation) }
        }
        func limit(_ value: Double, _ end: Double) -> Double { min(max(value, -end), end) }
        balance = WhiteBalance(
            temperature: limit(temperature, Self.limits.temperature), tint: limit(tint, Self.limits.tint))
    }

    private static func brightPixels(of light: [SIMD3<Double>], where canVote: [Bool]) -> [Int] {
        let luminances = light.map { ($0 * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
        let voters = light.indices.filter { canVote[$0] }.sorted { luminances[$0] < luminances[$1] }
        return Array(voters.suffix(Int((Double(voters.count) * brightShare).rounded(.up))))
    }

    /// The pixels with the same contrast in all channels, measured in the 3×3 pixels around each.
    private static func grayPixels(
        of light: [SIMD3<Double>], width: Int, where canVote: [Bool]
    ) -> [Int] {
        let logarithms = light.map { light in
            let light = pointwiseMax(light, SIMD3(repeating: 1e-3))
            return SIMD3(log(light.x), log(light.y), log(light.z))
        }
        return light.indices.filter { index in
            let (x, y) = (index % width, index / width)
            guard canVote[index], x > 0, x < width - 1, y > 0, (y + 2) * width <= light.count else {
                return false
            }
            var (sum, squares) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
            for row in y - 1...y + 1 {
                for column in x - 1...x + 1 {
                    let value = logarithms[row * width + column]
                    sum += value
                    squares += value * value
                }
            }
            let mean = sum / 9
            let contrasts = pointwiseMax(squares / 9 - mean * mean, .zero).squareRoot()
            let contrast = contrasts.sum() / 3
            let differences = contrasts - contrast
            return contrast > smallestContrast
                && ((differences * differences).sum() / 3).squareRoot() < largestDifference * contrast
        }
    }

    /// The white balances for which a set of pixels votes.
    private struct Votes {
        private let balances: [WhiteBalance]
        private let pixelCount: Int
        private let weight: Double
        private let least: Double

        /// - Parameters:
        ///   - lights: the pixels, in linear light.
        ///   - weight: how much the set counts.
        ///   - least: the share of the pixels that counts as evidence.
        init(_ lights: [SIMD3<Double>], weight: Double, least: Double) {
            balances = lights.compactMap { WhiteBalance(neutralizing: $0) }.filter {
                // Saturated colors are not neutral in any light.
                abs($0.temperature) < WhiteBalance.limits.temperature - 1 && abs($0.tint) < 12.5
            }
            pixelCount = lights.count
            self.weight = weight
            self.least = least
        }

        /// The logarithm of the evidence for a light.
        func evidence(
            temperature: Double, tint: Double, _ deviation: (temperature: Double, tint: Double)
        ) -> Double {
            let votes = balances.reduce(0) { sum, balance in
                let distance = SIMD2(
                    (balance.temperature - temperature) / deviation.temperature,
                    (balance.tint - tint) / deviation.tint)
                return sum + exp(-0.5 * (distance * distance).sum())
            }
            // Fewer than 40 pixels are little evidence, however well they agree.
            return weight * log1p(votes / Double(max(pixelCount, 40)) / least)
        }
    }

    /// The mean of candidates, weighted by evidence and a normally distributed prior.
    private static func mean(
        _ candidates: StrideThrough<Double>, prior: Double, evidence: (Double) -> Double
    ) -> Double {
        let scores = candidates.map { candidate in
            let distance = candidate / prior
            return evidence(candidate) - 0.5 * distance * distance + (candidate == 0 ? oddsOfNoCast : 0)
        }
        let best = scores.max() ?? 0
        let weights = scores.map { exp($0 - best) }
        return zip(candidates, weights).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
    }
}
