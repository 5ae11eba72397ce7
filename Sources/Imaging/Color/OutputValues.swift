/// How values in memory become those of a file that keeps the picture's colors, for who shows what such a file holds.
package struct OutputValues: Sendable, Hashable {
    /// From linear light of the picture's primaries to that of the file's, by rows; empty where they are the same.
    package let rows: [SIMD3<Float>]
    /// The file's values, 0…1 in red, green and blue, of equal steps of sRGB's curve; empty where that is the file's curve.
    package let curve: [SIMD3<Float>]

    /// How many steps the curve has.
    package static let steps = 512

    /// Nil where the numbers stay as they are.
    package init?(keeping working: ColorSpace, isGray: Bool) {
        let space = OutputColors.kept(working, isGray: isGray)
        guard working.primaries != space.primaries || !space.curves.isEmpty else { return nil }
        let matrix = working.primaries.matrix(to: space.primaries)
        rows =
            working.primaries == space.primaries
            ? [] : [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { SIMD3<Float>($0) }
        curve = space.curves.isEmpty ? [] : Self.curve(space.curves)
    }

    private static func curve(_ curves: [ToneCurve]) -> [SIMD3<Float>] {
        (0...steps).map { step in
            let light = SRGBCurve.light(of: Double(step) / Double(steps))
            let values = curves.map { Float($0.sample(of: light)) }
            return values.count > 2 ? SIMD3(values[0], values[1], values[2]) : SIMD3(repeating: values[0])
        }
    }
}
