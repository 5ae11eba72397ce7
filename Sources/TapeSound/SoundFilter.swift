import Glibc

/// A recursive filter of second order, in the transposed direct form II; coefficients are normalized so that
/// that of the current output is 1.
struct SoundFilter {
    let b: (Double, Double, Double)
    let a: (Double, Double)

    /// A Butterworth low-pass or high-pass of second order, or a part of one of higher order, by the bilinear
    /// transform (R. Bristow-Johnson, Cookbook formulae for audio EQ biquad filter coefficients).
    ///
    /// - Parameters:
    ///   - cutoff: in hertz, less than half the rate.
    ///   - quality: √½ for a Butterworth filter of second order.
    init(cutoff: Double, rate: Double, quality: Double = 0.5.squareRoot(), isHighPass: Bool) {
        let angle = 2 * Double.pi * cutoff / rate
        let (cosine, alpha) = (cos(angle), sin(angle) / (2 * quality))
        let scale = 1 / (1 + alpha)
        let side = (isHighPass ? 1 + cosine : 1 - cosine) / 2 * scale
        b = (side, isHighPass ? -2 * side : 2 * side, side)
        a = (-2 * cosine * scale, (1 - alpha) * scale)
    }

    /// A shelf that rises from 1 at low frequencies: (1 + s `from`) / (1 + s `to`), by the bilinear
    /// transform. Exchanging the time constants, in seconds, gives its exact inverse.
    init(shelfFrom from: Double, to: Double, rate: Double) {
        let (zero, pole) = (2 * rate * from, 2 * rate * to)
        let scale = 1 / (1 + pole)
        b = ((1 + zero) * scale, (1 - zero) * scale, 0)
        a = ((1 - pole) * scale, 0)
    }

    /// The low-pass filters of fourth order for the upper limit of a band; none if the rate limits it.
    static func lowPass(cutoff: Double, rate: Double) -> [SoundFilter] {
        guard cutoff < 0.45 * rate else { return [] }
        // The qualities of the pole pairs of a Butterworth filter of order 4.
        return [1, 3].map {
            SoundFilter(
                cutoff: cutoff, rate: rate, quality: 1 / (2 * cos($0 * Double.pi / 8)), isHighPass: false)
        }
    }

    /// Filters samples in place, from a state of rest.
    func apply(_ samples: inout [Float]) {
        var (first, second) = (0.0, 0.0)
        let (b0, b1, b2) = b
        let (a1, a2) = a
        samples.withUnsafeMutableBufferPointer { samples in
            for index in samples.indices {
                let input = Double(samples[index])
                let output = b0 * input + first
                first = b1 * input - a1 * output + second
                second = b2 * input - a2 * output
                samples[index] = Float(output)
            }
        }
    }

    /// The power gain at a frequency, as an angle per sample.
    private func powerGain(_ angle: Double) -> Double {
        func power(_ c0: Double, _ c1: Double, _ c2: Double) -> Double {
            let real = c0 + c1 * cos(angle) + c2 * cos(2 * angle)
            let imaginary = c1 * sin(angle) + c2 * sin(2 * angle)
            return real * real + imaginary * imaginary
        }
        return power(b.0, b.1, b.2) / power(1, a.0, a.1)
    }

    /// The factor by which a chain of filters changes the RMS value of white noise.
    static func noiseGain(_ filters: [SoundFilter]) -> Double {
        let count = 2048
        let power = (0..<count).reduce(0.0) { sum, index in
            let angle = (Double(index) + 0.5) / Double(count) * Double.pi
            return sum + filters.reduce(1.0) { $0 * $1.powerGain(angle) }
        }
        return (power / Double(count)).squareRoot()
    }
}
