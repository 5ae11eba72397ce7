import Glibc

/// Coefficients for the row filters in `Shaders/include/ntsc-filters.glsl`.
enum RowFilter {
    /// The kinds of low-pass filters, numbered like the setting `filterType`.
    enum Kind: Int {
        /// Three one-pole filters in series.
        case constantK = 0
        /// A second-order Butterworth filter.
        case butterworth = 1
    }

    /// The coefficient α of a one-pole filter: y += α (x − y).
    static func onePole(cutoff: Double, rate: Double) -> Double {
        let step = 1 / rate
        return step / (1 / (2 * .pi * cutoff) + step)
    }

    /// A Butterworth filter whose cutoff is at least half the sample rate passes everything.
    static func lowPass(cutoff: Double, rate: Double, kind: Kind) -> SIMD4<Float> {
        switch kind {
        case .constantK: return vector(onePole(cutoff: cutoff, rate: rate))
        case .butterworth:
            guard cutoff < rate / 2 else { return vector(1, 0, 0, 1) }
            return stateVariable(tan(.pi * cutoff / rate), damping: 2.0.squareRoot(), last: 0)
        }
    }

    /// The part of the signal that a notch filter removes.
    ///
    /// - Parameters:
    ///   - frequency: the center frequency, in units of half the sample rate; at 0 nothing is removed.
    ///   - quality: the center frequency divided by the bandwidth.
    static func bandPass(frequency: Double, quality: Double) -> SIMD4<Float> {
        guard frequency > 0 else { return .zero }
        // The tangents are undefined at half the sample rate; this close to it, the response equals the
        // limit.
        let angle = .pi * min(frequency, 1 - 1e-6)
        let bandwidth = min(tan(angle / quality / 2), 1e6)
        let g = tan(angle / 2)
        let damping = bandwidth * (1 + g * g) / g
        return stateVariable(g, damping: damping, last: damping)
    }

    private static func stateVariable(_ g: Double, damping: Double, last: Double) -> SIMD4<Float> {
        let first = 1 / (1 + g * (g + damping))
        return vector(first, g * first, g * g * first, last)
    }
}
