/// How two pictures share an area: side by side, or one above the other if that shows them larger.
package enum SideBySide {
    /// True if one is above the other.
    ///
    /// - Parameters:
    ///   - pictures: their sizes in pixels.
    ///   - area: the size of the area that they share.
    package static func isStacked(_ pictures: [SIMD2<Int>], in area: SIMD2<Int>) -> Bool {
        let area = SIMD2<Double>(area)
        return scale(pictures, in: area / SIMD2(1, 2)) > scale(pictures, in: area / SIMD2(2, 1))
    }

    /// The smallest of the scales at which the pictures fit into `share`.
    private static func scale(_ pictures: [SIMD2<Int>], in share: SIMD2<Double>) -> Double {
        pictures.map { (share / SIMD2<Double>($0)).min() }.min() ?? 0
    }
}
