/// How a length is cut into parts that are made one after the other.
///
/// What has to be read for a part, its halo included, is as long for every part, so that all need textures of one
/// size: at the ends, which have a halo on one side only, more is made, and the last part begins early.
package struct Cuts {
    package struct Part: Equatable {
        /// What is made.
        package let made: Range<Int>
        /// What of it no part before has made.
        package let new: Range<Int>
    }

    package let parts: [Part]

    /// - Parameters:
    ///   - step: about how much a part without halo is; none is longer.
    ///   - halo: how much further is read on both sides, but for the ends.
    package init(_ length: Int, step: Int, halo: Int) {
        let inner = max(1, length - 2 * halo)
        let count = (inner + step - 1) / step
        let window = min(length, (inner + count - 1) / count + 2 * halo)
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
