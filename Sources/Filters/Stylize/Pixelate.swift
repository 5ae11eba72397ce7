/// Means of blocks: along x, along y, then spread over each block.
///
/// On a reduced grid a block is not a whole number of pixels. Means are therefore computed at steps of whole
/// pixels, small enough that there is one for each block.
struct Pixelate: MultiPassFilter {
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass] {
        let size = conditions.scale * values.number("size")
        guard size.max() > 1 else { return [] }
        let block = pointwiseMax(size, .one)
        let steps = SIMD2<Int>(block.rounded(.down))
        var grid = SIMD2(1, 1)
        var passes = [0, 1].map { axis in
            grid[axis] = steps[axis]
            var pass = FilterPass(
                name: "pixelate, \(axis == 0 ? "rows" : "columns")", kernel: "pixelate/pixelate-mean.glsl")
            pass.constants = ["AXIS": axis, "PREMULTIPLY": 1 - axis, "UNPREMULTIPLY": axis]
            pass.reduction = grid
            pass.footprint = .around(block.ceiling[axis] + 1, along: axis)
            pass.readsPerPixel = block.ceiling[axis]
            return pass
        }
        var spread = FilterPass(name: "pixelate", kernel: "pixelate/pixelate.glsl")
        spread.footprint = .around(halo: SIMD2(3, 3))
        passes.append(spread)
        for index in passes.indices {
            passes[index].uniforms = ["blockSize": .vec2(block), "steps": .ivec2(steps)]
        }
        return passes
    }
}
