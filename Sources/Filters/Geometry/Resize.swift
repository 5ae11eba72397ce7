/// Resizes the picture with a Lanczos window, along one axis and then along the other.
package struct Resize: GeometryFilter {
    package init() {}

    /// The most pixels that a result may have.
    package static let mostPixels = 1_000_000_000

    package func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int> {
        let scale = values.number("scale")
        let (width, height) = (values.number("width"), values.number("height"))
        let entering = SIMD2<Double>(size)
        let wanted =
            switch (width > 0, height > 0) {
            case (true, true): SIMD2(width, height)
            case (true, false): SIMD2(width, width * entering.y / entering.x)
            case (false, true): SIMD2(height * entering.x / entering.y, height)
            case (false, false): entering
            }
        let result = pointwiseMax((wanted * scale).rounded(.toNearestOrAwayFromZero), SIMD2(1, 1))
        guard result.x * result.y <= Double(Self.mostPixels) else {
            let most = SIMD2<Double>(repeating: 1e12)
            let shown = SIMD2<Int>(pointwiseMin(result, most))
            throw .tooLarge(filter: "Resize", width: shown.x, height: shown.y)
        }
        return SIMD2<Int>(result)
    }

    /// A view smaller than the picture before and after resizing needs no more pixels than are seen.
    package func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double> {
        guard scale.x < 1 || scale.y < 1, let leaving = try? self.size(values: values, entering: size) else {
            return SIMD2(1, 1)
        }
        return pointwiseMin(scale * SIMD2<Double>(leaving) / SIMD2<Double>(size), SIMD2(1, 1))
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        Self.passes(
            from: conditions.entering.grid, to: conditions.leaving.grid, name: "resize", kernel: .lanczos,
            isLinear: values["linear"] == .toggle(true))
    }

    /// The resampling kernel; raw values are its reach to each side, in pixels of the coarser grid, and 0 for a single
    /// pixel.
    package enum Kernel: Int {
        /// A Lanczos window of three lobes.
        case lanczos = 3
        /// The cubic used for reduced views.
        case cubic = 2
        /// A triangle: bilinear when enlarging, a weighted mean when reducing.
        case triangle = 1
        /// The pixel in which a pixel's middle lies.
        case nearest = 0
    }

    /// The passes from one grid to another.
    package static func passes(
        from: SIMD2<Int>, to: SIMD2<Int>, name: String, kernel: Kernel, isLinear: Bool
    ) -> [FilterPass] {
        let isLinear = isLinear ? 1 : 0
        let axes = [0, 1].filter { from[$0] != to[$0] }
        return axes.map { axis in
            var pass = FilterPass(
                name: name + (axis == 0 ? ", rows" : ", columns"), kernel: "resize.glsl")
            let (isFirst, isLast) = (axis == axes.first ? 1 : 0, axis == axes.last ? 1 : 0)
            let ratio = Double(from[axis]) / Double(to[axis])
            let width = max(1, ratio)
            pass.constants = [
                "AXIS": axis, "PREMULTIPLY": isFirst, "UNPREMULTIPLY": isLast, "DECODE": isFirst * isLinear,
                "ENCODE": isLast * isLinear, "LOBES": kernel.rawValue,
            ]
            var map = AffineMap()
            if axis == 0 { map.x.x = ratio } else { map.y.y = ratio }
            // Rows first: after this pass the height is still that of the input.
            if axis == 0 { pass.grid = SIMD2(to.x, from.y) }
            let reach = Int((Double(kernel.rawValue) * width).rounded(.up)) + 1
            pass.footprint = .mapped(map, halo: axis == 0 ? SIMD2(reach, 0) : SIMD2(0, reach))
            pass.uniforms = [
                "sizeBefore": .int(from[axis]), "sizeAfter": .int(to[axis]), "width": .float(width),
            ]
            pass.readsPerPixel = 2 * reach + 1
            return pass
        }
    }
}
