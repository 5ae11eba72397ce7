/// How a length is cut into parts that are made one after the other.
///
/// What has to be read for a part, its halo included, is as long for every part, so that all need textures of one
/// size: at the ends, which have a halo on one side only, more is made, and the last part begins early.
package struct Tiling {
    package struct Part: Equatable {
        /// What is made.
        package let made: Range<Int>
        /// What of it no part before has made.
        package let new: Range<Int>
    }

    package let parts: [Part]

    /// - Parameters:
    ///   - step: how much a part without halo is at most, a multiple of `grid`.
    ///   - halo: how much further is read on both sides, but for the ends; a multiple of `grid` too.
    ///   - grid: parts but for the last begin at a multiple of it, for passes on reduced grids need textures of one size
    ///     where a part begins at a multiple of their reduction.
    package init(_ length: Int, step: Int, halo: Int, grid: Int = 1) {
        let inner = max(1, length - 2 * halo)
        let count = (inner + step - 1) / step
        let each = (inner + count - 1) / count
        let window = min(length, (each + grid - 1) / grid * grid + 2 * halo)
        var parts: [Part] = []
        var done = 0
        while done < length {
            let start = min(max(0, done - halo), length - window)
            let lower = start == 0 ? 0 : start + halo
            let upper = start + window == length ? length : start + window - halo
            parts.append(Part(made: lower..<upper, new: done..<upper))
            done = upper
        }
        self.parts = parts
    }
}
