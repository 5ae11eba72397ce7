/// Crops the picture's sides.
package struct Crop: GeometryFilter {
    package init() {}

    package func size(values: [String: ParameterValue], entering size: SIMD2<Int>) -> SIMD2<Int> {
        kept(values, of: size).size
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        let origin = SIMD2<Double>(kept(values, of: conditions.entering.size).origin)
        let map = ProjectiveMap(offset: origin * conditions.entering.scale)
        return [TransformPass.make(name: "crop", map: map)]
    }

    /// The part to keep, in pixels: the rectangle given in pixels, clipped to the picture and reduced by the
    /// percentages. If opposite sides meet, the pixel where they meet is kept.
    private func kept(
        _ values: [String: ParameterValue], of size: SIMD2<Int>
    ) -> (origin: SIMD2<Int>, size: SIMD2<Int>) {
        var (origin, kept) = (SIMD2(0, 0), size)
        let names = [("x", "width", "left", "right"), ("y", "height", "top", "bottom")]
        for (axis, names) in names.enumerated() {
            let start = min(Int(values.number(names.0)), size[axis] - 1)
            let wanted = Int(values.number(names.1))
            let length = wanted == 0 ? size[axis] - start : min(wanted, size[axis] - start)
            let before = Int((values.number(names.2) / 100 * Double(length)).rounded())
            let after = Int((values.number(names.3) / 100 * Double(length)).rounded())
            origin[axis] = start + min(before, length - 1)
            kept[axis] = max(1, start + length - after - origin[axis])
        }
        return (origin, kept)
    }
}
