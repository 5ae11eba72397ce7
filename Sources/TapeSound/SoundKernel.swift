import Glibc

/// Kernels that interpolate between samples: sinc functions with a Kaiser window.
enum SoundKernel {
    /// Samples on each side of a position that are read to interpolate there.
    static let reach = 16
    static let width = 2 * reach
    /// The number of positions between two samples for which there are coefficients.
    static let phaseCount = 512
    /// The factor of oversampling.
    static let oversampling = 4
    /// The shape of the Kaiser window: 80 dB in the stop band.
    private static let shape = 8.0

    /// The kernel at a distance in samples.
    private static func value(_ distance: Double) -> Double {
        guard abs(distance) < Double(reach) else { return 0 }
        let sinc = distance == 0 ? 1 : sin(Double.pi * distance) / (Double.pi * distance)
        let part = distance / Double(reach)
        return sinc * bessel(shape * (1 - part * part).squareRoot()) / bessel(shape)
    }

    /// The modified Bessel function of the first kind, of order 0.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        for k in 1...40 {
            term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
            sum += term
        }
        return sum
    }

    /// The coefficients for `phaseCount + 1` positions from one sample to the next. At each, the first is for
    /// the sample `reach - 1` before the former.
    static let phases: [Float] = (0...phaseCount).flatMap { phase in
        let coefficients = (0..<width).map {
            value(Double($0 - (reach - 1)) - Double(phase) / Double(phaseCount))
        }
        // Without this, a constant would get a ripple.
        let sum = coefficients.reduce(0, +)
        return coefficients.map { Float($0 / sum) }
    }

    /// The coefficients that reduce the rate again, for `2 * reach * oversampling` samples, of which the
    /// middle is that at index `reach * oversampling`.
    static let reduction: [Float] = {
        let coefficients = (0..<width * oversampling).map {
            value(Double($0 - reach * oversampling) / Double(oversampling))
        }
        let sum = coefficients.reduce(0, +)
        return coefficients.map { Float($0 / sum) }
    }()

    /// The sum of products.
    ///
    /// - Parameter count: a multiple of 8.
    @inline(__always)
    static func product(_ one: UnsafePointer<Float>, _ other: UnsafePointer<Float>, _ count: Int) -> Float {
        var sum = SIMD8<Float>.zero
        let (one, other) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
        var offset = 0
        while offset < 4 * count {
            sum +=
                one.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
                * other.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            offset += 32
        }
        return sum.sum()
    }
}
