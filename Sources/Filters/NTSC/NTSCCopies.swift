import Glibc

/// How strongly each of several tapes, each copied from the previous one, emphasizes and sharpens the signal.
///
/// Each tape emphasizes again what the previous tape has emphasized. So each applies only a share of the
/// strength, and copies lose color and detail instead of gaining them. A single tape applies all of it.
struct NTSCCopies {
    /// The number of tapes, 1 or more.
    let count: Double

    /// The strength per tape of sharpening or of echoes.
    func sharpening(_ strength: Double) -> Double { strength / count }

    /// The strength per tape with which a recorder boosts the highest luma frequencies on the tape. Since
    /// this compensates for the tape's own loss, it is reduced less for copies than other sharpening.
    func boost(_ strength: Double) -> Double { strength / count.squareRoot() }

    /// The strength per tape of the emphasis of the composite signal, x + k (x − K1 x). All tapes together
    /// amplify the color carrier as much as a single tape with `strength` does.
    func emphasis(_ strength: Double) -> Double {
        guard count > 1 else { return strength }
        // 1 − K1 at the carrier frequency, a quarter of the sample rate: K1 = α / (1 + i (1 − α)).
        let rest = 1 - RowFilter.onePole(cutoff: 1, rate: 8)
        let scale = (1 - rest) / (1 + rest * rest)
        let (real, imaginary) = (1 - scale, scale * rest)
        let square = real * real + imaginary * imaginary
        let together = 1 + 2 * strength * real + strength * strength * square
        let each = pow(together, 1 / count)
        // |1 + k (1 − K1)|² = each
        return ((real * real - square * (1 - each)).squareRoot() - real) / square
    }
}
