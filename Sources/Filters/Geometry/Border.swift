import Localization

/// Adds a border around the picture, which may make its sides unequally wide to reach an aspect ratio.
package struct Border: GeometryFilter {
    package init() {}

    package func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int> {
        let size = SIMD2<Double>(size)
        let width = Self.width(values, of: size)
        var result = size
        if let ratio = Self.ratio(values.text("ratio")) {
            if values.choice("ratioOf") != "inside" { result += 2 * width }
            if result.x < result.y * ratio {
                result.x = (result.y * ratio).rounded()
            } else {
                result.y = max(result.y, (result.x / ratio).rounded())
            }
            if values.choice("ratioOf") == "inside" { result += 2 * width }
        } else {
            result += 2 * width
        }
        guard result.x * result.y <= Double(Resize.maxPixels) else {
            let shown = SIMD2<Int>(pointwiseMin(result, SIMD2(repeating: 1e12)))
            throw .tooLarge(filter: "Border", width: shown.x, height: shown.y)
        }
        return SIMD2<Int>(result)
    }

    /// The equal width of all sides, in whole pixels.
    private static func width(_ values: [String: ParameterValue], of size: SIMD2<Double>) -> Double {
        let given = values.number("size")
        return (values.choice("unit") == "px" ? given : given / 100 * size.min()).rounded()
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        let (entering, leaving) = (conditions.entering, conditions.leaving)
        // If the sides differ by one pixel, the right and the bottom one are wider.
        let origin = SIMD2<Double>((leaving.size &- entering.size) / 2)
        let low = origin * leaving.scale
        let high = (origin + SIMD2<Double>(entering.size)) * leaving.scale
        let move = TransformPass.make(
            name: "border, move", map: ProjectiveMap(offset: -origin * entering.scale))
        var pass = FilterPass(name: "border", kernel: "border.glsl")
        pass.uniforms = [
            "low": .vec2(low), "high": .vec2(high), "fill": .vec3(values.color("color")),
        ]
        return [move, pass]
    }

    package func problem(with values: [String: ParameterValue]) -> String? {
        let text = values.text("ratio")
        guard !text.isEmpty, Self.ratio(text) == nil else { return nil }
        return tr("ratio is \(text.quoted) but must be an aspect ratio such as 3:2, or empty")
    }

    /// The width divided by the height; nil if the text is not a ratio from 1:100 to 100:1.
    static func ratio(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map {
            Double($0.filter { $0 != " " })
        }
        guard let first = parts.first, let width = first, parts.count <= 2 else { return nil }
        guard let height = parts.count == 2 ? parts[1] : 1 else { return nil }
        let ratio = width / height
        return width > 0 && height > 0 && (0.01...100).contains(ratio) ? ratio : nil
    }
}
