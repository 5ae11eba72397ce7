import Glibc

/// How strongly each of several tapes, copied one from another, emphasizes and sharpens.
///
/// Each tape emphasizes again what the tape before it has emphasized. Each therefore has only a share of the
/// strength, so that copies lose color and detail instead of gaining them. A single tape has all of it.
struct NTSCCopies {
    /// The number of tapes, 1 or more.
    let count: Double

    /// The strength of sharpening, or of echoes, on each tape.
    func sharpening(_ strength: Double) -> Double { strength / count }

    /// The strength with which each recorder boosts the highest luma frequencies that its tape holds. That
    /// makes up for the tape's own loss, so a copy keeps more of it than of other sharpening.
    func boost(_ strength: Double) -> Double { strength / count.squareRoot() }

    /// The strength of the composite signal's emphasis before each tape, x + k (x − K1 x). All tapes together
    /// amplify the color carrier as much as a single one with `strength` does.
    func emphasis(_ strength: Double) -> Double {
        guard count > 1 else { return strength }
        // 1 − K1 at the carrier, a quarter of the sample rate: K1 = α / (1 + i (1 − α)).
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
