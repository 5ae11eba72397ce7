/// How a length is divided into parts that are processed in order.
///
/// The length read for a part, including its halo, is the same for every part, so that all use textures of
/// the same size. Therefore parts at the ends, with a halo on only one side, compute more, and the last part
/// overlaps the one before.
package struct Tiling {
    package struct Part: Equatable {
        /// The range that the part computes.
        package let made: Range<Int>
        /// The part of that range that earlier parts have not computed.
        package let new: Range<Int>
    }

    package let parts: [Part]

    /// - Parameters:
    ///   - step: the maximum length of a part without its halo, a multiple of `grid`.
    ///   - halo: how much more is read on each side, except at the ends; also a multiple of `grid`.
    ///   - grid: all parts but the last begin at a multiple of this. Otherwise, passes on reduced grids would
    ///     need textures of different sizes.
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
