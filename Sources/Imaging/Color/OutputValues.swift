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
        let colors = try? OutputColors(
            of: working, isGray: isGray, depth: .sixteen, as: .png, options: EncodingOptions())
        guard let colors, let conversion = ColorConversion(from: working, to: colors.space) else {
            return nil
        }
        rows = conversion.rows
        curve = colors.space.curves.isEmpty ? [] : Self.curve(colors.space.curves)
    }

    private static func curve(_ curves: [ToneCurve]) -> [SIMD3<Float>] {
        (0...steps).map { step in
            let light = SRGBCurve.light(of: Double(step) / Double(steps))
            let values = curves.map { Float($0.sample(of: light)) }
            return values.count > 2 ? SIMD3(values[0], values[1], values[2]) : SIMD3(repeating: values[0])
        }
    }
}
