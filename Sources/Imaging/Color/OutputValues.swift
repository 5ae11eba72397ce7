/// Converts values in memory to those of a file that keeps the picture's colors, in order to display the
/// file's values.
package struct OutputValues: Sendable, Hashable {
    /// The rows of a matrix from the picture's primaries to those of the file, in linear light; empty if they
    /// are the same.
    package let rows: [SIMD3<Float>]
    /// The matrix and the curve as shader uniforms, each color padded to four numbers. The curve contains the
    /// file's values, 0…1, for sRGB-encoded inputs that are the squares of equally spaced numbers, since some
    /// files' curves rise steeply from black.
    package let numbers: [Float]

    /// The number of steps in the curve.
    private static let steps = 512

    /// Nil if no conversion is needed.
    package init?(keeping working: ColorSpace, isGray: Bool) {
        let space = OutputColors.kept(working, isGray: isGray)
        guard working.primaries != space.primaries || !space.curves.isEmpty else { return nil }
        let matrix = working.primaries.matrix(to: space.primaries)
        rows =
            working.primaries == space.primaries
            ? [] : [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { SIMD3<Float>($0) }
        let same = [SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        numbers = ((rows.isEmpty ? same : rows) + Self.curve(space.curves)).flatMap { [$0.x, $0.y, $0.z, 0] }
    }

    /// The identity if the file uses the sRGB curve.
    private static func curve(_ curves: [ToneCurve]) -> [SIMD3<Float>] {
        (0...steps).map { step in
            let root = Double(step) / Double(steps)
            guard !curves.isEmpty else { return SIMD3(repeating: Float(root * root)) }
            let light = SRGBCurve.light(of: root * root)
            let values = curves.map { Float($0.sample(of: light)) }
            return values.count > 2 ? SIMD3(values[0], values[1], values[2]) : SIMD3(repeating: values[0])
        }
    }
}
