/// Cuts off the picture's sides.
package struct Crop: GeometryFilter {
    package init() {}

    package func size(values: [String: ParameterValue], entering size: SIMD2<Int>) -> SIMD2<Int> {
        kept(values, of: size).size
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        let origin = SIMD2<Double>(kept(values, of: conditions.entering.size).origin)
        return [TransformPass.make(name: "crop", map: AffineMap(offset: origin * conditions.entering.scale))]
    }

    /// The part kept, in pixels: if the sides meet, the pixel where they meet is kept.
    private func kept(
        _ values: [String: ParameterValue], of size: SIMD2<Int>
    ) -> (origin: SIMD2<Int>, size: SIMD2<Int>) {
        var (origin, kept) = (SIMD2(0, 0), size)
        for (axis, sides) in [("left", "right"), ("top", "bottom")].enumerated() {
            let before = values.number(sides.0) / 100
            let after = values.number(sides.1) / 100
            let length = Double(size[axis])
            origin[axis] = min(Int((before * length).rounded()), size[axis] - 1)
            let end = size[axis] - Int((after * length).rounded())
            kept[axis] = max(1, end - origin[axis])
        }
        return (origin, kept)
    }
}
