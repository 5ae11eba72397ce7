/// How two pictures share an area: side by side, or one above the other if that makes them larger.
package enum SideBySide {
    /// True if the pictures are stacked vertically.
    ///
    /// - Parameters:
    ///   - pictures: their sizes in pixels.
    ///   - area: the size of the shared area.
    package static func isStacked(_ pictures: [SIMD2<Int>], in area: SIMD2<Int>) -> Bool {
        let area = SIMD2<Double>(area)
        return scale(pictures, in: area / SIMD2(1, 2)) > scale(pictures, in: area / SIMD2(2, 1))
    }

    /// The scale at which every picture fits into `share`.
    private static func scale(_ pictures: [SIMD2<Int>], in share: SIMD2<Double>) -> Double {
        pictures.map { (share / SIMD2<Double>($0)).min() }.min() ?? 0
    }
}
