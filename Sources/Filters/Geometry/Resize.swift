/// Resizes the picture with a Lanczos window, along one axis and then along the other.
package struct Resize: GeometryFilter {
    package init() {}

    /// The maximum number of pixels in a result.
    package static let maxPixels = 1_000_000_000

    package func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int> {
        let result = pointwiseMax(
            Self.wanted(values, entering: SIMD2<Double>(size)).rounded(.toNearestOrAwayFromZero), .one)
        guard result.x * result.y <= Double(Self.maxPixels) else {
            let maximum = SIMD2<Double>(repeating: 1e12)
            let shown = SIMD2<Int>(pointwiseMin(result, maximum))
            throw .tooLarge(filter: "Resize", width: shown.x, height: shown.y)
        }
        return SIMD2<Int>(result)
    }

    private static func wanted(
        _ values: [String: ParameterValue], entering size: SIMD2<Double>
    ) -> SIMD2<Double> {
        let longest = values.number("longest")
        if longest > 0 { return size * min(1, longest / size.max()) }
        let scale = values.number("scale")
        let wanted = SIMD2(values.number("width"), values.number("height"))
        switch (wanted.x > 0, wanted.y > 0) {
        case (true, true):
            return values["fit"] == .text("inside") ? size * (wanted / size).min() * scale : wanted * scale
        case (true, false): return SIMD2(wanted.x, wanted.x * size.y / size.x) * scale
        case (false, true): return SIMD2(wanted.y * size.x / size.y, wanted.y) * scale
        case (false, false): return size * scale
        }
    }

    /// The axis along which the picture is cropped to preserve its proportions; nil if it is not cropped.
    private static func cutAxis(
        _ values: [String: ParameterValue], from size: SIMD2<Int>, to result: SIMD2<Int>
    ) -> Int? {
        guard values["fit"] == .text("cover"), values.number("longest") == 0,
            values.number("width") > 0, values.number("height") > 0
        else { return nil }
        return result.x * size.y < result.y * size.x ? 0 : 1
    }

    /// The amount cropped from each end of an axis.
    package struct Cut {
        let axis: Int
        /// The length in pixels of the input's grid.
        let length: Double
    }

    private static func cut(_ values: [String: ParameterValue], _ conditions: PassConditions) -> Cut? {
        let (before, after) = (conditions.entering.size, conditions.leaving.size)
        guard let axis = cutAxis(values, from: before, to: after) else { return nil }
        let other = 1 - axis
        let factor = Double(before[other]) / Double(after[other])
        var length = max(0, Double(before[axis]) - Double(after[axis]) * factor) / 2
        // Without scaling, cropping half a pixel would only blur.
        if before[other] == after[other] { length.round(.down) }
        return Cut(axis: axis, length: length * conditions.entering.scale[axis])
    }

    /// A view that is smaller than the picture both before and after resizing needs no more pixels than are
    /// visible.
    package func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double> {
        guard scale.x < 1 || scale.y < 1, let leaving = try? self.size(values: values, entering: size) else {
            return SIMD2(1, 1)
        }
        var factor = SIMD2<Double>(leaving) / SIMD2<Double>(size)
        // If the picture is cropped, both axes have the same scale.
        if Self.cutAxis(values, from: size, to: leaving) != nil { factor = SIMD2(repeating: factor.max()) }
        return pointwiseMin(scale * factor, SIMD2(1, 1))
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        Self.passes(
            from: conditions.entering.grid, to: conditions.leaving.grid, name: "resize", kernel: .lanczos,
            isLinear: values["linear"] == .toggle(true), cut: Self.cut(values, conditions))
    }

    /// The resampling kernel. The raw value is its reach on each side, in pixels of the coarser grid; 0 for a
    /// single pixel.
    package enum Kernel: Int {
        /// A Lanczos window with three lobes.
        case lanczos = 3
        /// The cubic kernel that is also used for reduced views.
        case cubic = 2
        /// A triangle: bilinear interpolation when scaling up, a weighted mean when scaling down.
        case triangle = 1
        /// Nearest neighbor: the pixel that contains the center of the result's pixel.
        case nearest = 0
    }

    /// The passes that resample from one grid to another.
    ///
    /// - Parameter cut: the axis to crop, which is then scaled by the same factor as the other; nil for none.
    package static func passes(
        from: SIMD2<Int>, to: SIMD2<Int>, name: String, kernel: Kernel, isLinear: Bool, cut: Cut? = nil
    ) -> [FilterPass] {
        let isLinear = isLinear ? 1 : 0
        let axes = [0, 1].filter { from[$0] != to[$0] || $0 == cut?.axis }
        return axes.map { axis in
            var pass = FilterPass(
                name: name + (axis == 0 ? ", rows" : ", columns"), kernel: "resize.glsl")
            let (isFirst, isLast) = (axis == axes.first ? 1 : 0, axis == axes.last ? 1 : 0)
            // The axis whose lengths determine the scale factor.
            let scaled = axis == cut?.axis ? 1 - axis : axis
            let (before, after) = (from[scaled], to[scaled])
            let ratio = Double(before) / Double(after)
            // Whole pixels, and a remainder in units of 1 / (2 × `after`) pixels.
            let length = axis == cut?.axis ? cut?.length ?? 0 : 0
            let cutPixels = Int(length)
            let cutParts = Int(((length - Double(cutPixels)) * Double(2 * after)).rounded())
            let width = max(1, ratio)
            pass.constants = [
                "AXIS": axis, "PREMULTIPLY": isFirst, "UNPREMULTIPLY": isLast, "DECODE": isFirst * isLinear,
                "ENCODE": isLast * isLinear, "LOBES": kernel.rawValue,
                "WIDE": 2 * max(to[axis], after) * (before + 1) >= 1 << 32 ? 1 : 0,
            ]
            var map = ProjectiveMap()
            if axis == 0 { map.x.x = ratio } else { map.y.y = ratio }
            map.offset[axis] = length
            // The passes along rows come first, so the height is still that of the input.
            if axis == 0 { pass.grid = SIMD2(to.x, from.y) }
            let reach = Int((Double(kernel.rawValue) * width).rounded(.up)) + 1
            pass.footprint = .mapped(map, halo: axis == 0 ? SIMD2(reach, 0) : SIMD2(0, reach))
            pass.uniforms = [
                "sizeBefore": .int(before), "sizeAfter": .int(after), "width": .float(width),
                "extent": .int(from[axis]), "cutPixels": .int(cutPixels), "cutParts": .int(cutParts),
            ]
            pass.readsPerPixel = 2 * reach + 1
            return pass
        }
    }
}
