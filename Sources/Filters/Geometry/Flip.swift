/// Mirrors the picture.
package struct Flip: GeometryFilter {
    package init() {}

    package func size(values: [String: ParameterValue], entering size: SIMD2<Int>) -> SIMD2<Int> { size }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        let grid = SIMD2<Double>(conditions.entering.grid)
        var map = ProjectiveMap()
        if values["horizontal"] == .toggle(true) {
            map.x.x = -1
            map.offset.x = grid.x
        }
        if values["vertical"] == .toggle(true) {
            map.y.y = -1
            map.offset.y = grid.y
        }
        return [TransformPass.make(name: "flip", map: map)]
    }
}
