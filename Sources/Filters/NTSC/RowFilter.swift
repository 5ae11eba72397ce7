import Glibc

/// Numbers for the filters along rows in `Shaders/include/ntsc-filters.glsl`.
enum RowFilter {
    /// The low-pass filters there are, as the setting `filterType` numbers them.
    enum Kind: Int {
        /// Three single poles in a row.
        case constantK = 0
        /// Butterworth's, of second order.
        case butterworth = 1
    }

    /// The share α of a single pole: y += α (x − y).
    static func onePole(cutoff: Double, rate: Double) -> Double {
        let step = 1 / rate
        return step / (1 / (2 * .pi * cutoff) + step)
    }

    /// A cutoff from half the rate on leaves everything.
    static func lowPass(cutoff: Double, rate: Double, kind: Kind) -> SIMD4<Float> {
        switch kind {
        case .constantK: return vector(onePole(cutoff: cutoff, rate: rate))
        case .butterworth:
            guard cutoff < rate / 2 else { return vector(1, 0, 0, 1) }
            return stateVariable(tan(.pi * cutoff / rate), damping: 2.0.squareRoot(), last: 0)
        }
    }

    /// What a notch takes away.
    ///
    /// - Parameters:
    ///   - frequency: of the middle, 1 is half the sample rate; at 0 there is nothing to take away.
    ///   - quality: the middle over the bandwidth.
    static func bandPass(frequency: Double, quality: Double) -> SIMD4<Float> {
        guard frequency > 0 else { return .zero }
        // At half the rate the tangents have no value; so close to it the filter's response is the limit's.
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
