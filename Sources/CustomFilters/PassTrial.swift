import Filters
import GPU
import Imaging
import Rendering
import Localization

/// Finds passes that read farther than their header declares, which would be visible as seams when a picture
/// is rendered in parts.
struct PassTrial {
    let filter: FilterDeclaration
    let engine: Engine

    /// The maximum number of pixels that a function may read per output pixel: a square with a side of 129.
    /// Because of the iteration limit of loops, much larger numbers cannot be distinguished.
    private static let maxReads = 16641

    /// The size of the test pictures; with an even width, rows consist of whole 64-bit words.
    private static let size = SIMD2(144, 100)

    /// Problems in the passes of a recipe that contains only this filter.
    func problems(
        with recipe: Recipe, noise: (_ width: Int, _ height: Int) -> PixelBuffer
    ) throws -> [FilterProblem] {
        guard !filter.passes.isEmpty else { return [] }
        // Begins with a tiny picture: a function that reads millions of pixels would take minutes for a
        // larger one.
        for size in [SIMD2(2, 1), Self.size] {
            let problems = try probed(recipe, of: SourceFrame(noise(size.x, size.y)))
            guard problems.isEmpty else { return problems }
        }
        let source = SourceFrame(noise(Self.size.x, Self.size.y))
        let problems = try probed(recipe, of: source, grid: Self.size / 2)
        guard problems.isEmpty else { return problems }
        for grid in [Self.size, Self.size / 2] {
            guard try isSameInParts(recipe, of: source, grid: grid) else {
                return [
                    FilterProblem(
                        path: filter.file, line: filter.passes.last?.line,
                        tr(
                            """
                            part of a picture looks different when it is rendered alone: a pass reads \
                            pixels beyond its reach, or its function depends on more than its inputs
                            """))
                ]
            }
        }
        return []
    }

    /// True if a recipe outputs nothing: pixels with infinite loops remain empty, and a driver may skip such
    /// a loop and everything after it.
    func isEmpty(_ recipe: Recipe, noise: (_ width: Int, _ height: Int) -> PixelBuffer) throws -> Bool {
        try pixels(of: recipe, noise: noise).allSatisfy { $0 == .zero }
    }

    /// The pixels that a recipe outputs for a picture of noise.
    func pixels(
        of recipe: Recipe, noise: (_ width: Int, _ height: Int) -> PixelBuffer
    ) throws -> [SIMD4<Float>] {
        let source = SourceFrame(noise(Self.size.x, Self.size.y))
        engine.releaseMemory()
        let texture = try engine.render(
            recipe, of: source, viewport: Viewport(wholeAt: source.size), precision: .rgba32f,
            outputFormat: .rgba32f, keepsResults: false)
        return try engine.device.floats(of: texture)
    }

    /// Problems with the pixels that the functions of passes read, which are counted by running the
    /// functions.
    ///
    /// - Parameter grid: the size of the view; nil for the picture's own size. In a smaller view, a filter
    ///   that still reads as many pixels as at full size reads too far.
    private func probed(
        _ recipe: Recipe, of source: SourceFrame, grid: SIMD2<Int>? = nil
    ) throws -> [FilterProblem] {
        let plan = try Plan(
            recipe: recipe, catalog: engine.catalog, sourceSize: source.size,
            viewport: Viewport(wholeAt: grid ?? source.size), precision: .rgba32f)
        var problems: [FilterProblem] = []
        for (index, pass) in plan.passes.enumerated() {
            guard let probe = plan.probing(index), case .file(let filterPass) = pass.work,
                case .function(let function) = filterPass.kernel
            else { continue }
            let line = filter.passes.first { $0.runs(function.name) }?.line
            // A driver may skip an infinite loop and everything after it: then the texture is not written,
            // and stays empty because it is new.
            engine.releaseMemory()
            let counts = try engine.floats(of: probe, from: source)
            guard counts.allSatisfy({ $0.w == 1 }) else {
                return [
                    FilterProblem(
                        path: filter.file, line: line,
                        tr("\(function.name) produces no result: does it contain an endless loop?")
                    )
                ]
            }
            let reads = counts.map(\.x).max() ?? 0
            let far = SIMD2(Int(counts.map(\.y).max() ?? 0), Int(counts.map(\.z).max() ?? 0))
            if reads > Float(Self.maxReads) {
                problems.append(
                    FilterProblem(
                        path: filter.file, line: line,
                        tr(
                            """
                            \(function.name) reads more than \(Self.maxReads) pixels for each pixel; use \
                            passes along x and y, or “filter gaussian-blur”, which read fewer
                            """)))
            }
            guard !pass.footprint.isWhole else { continue }
            for axis in 0..<2 where far[axis] > pass.halo[axis] {
                if grid != nil {
                    problems.append(
                        FilterProblem(
                            path: filter.file, line: line,
                            tr(
                                """
                                \(function.name) reads at a distance of up to \(far[axis]) in a view at \
                                half size, where the reach of its pass is \(pass.halo[axis]): its loops \
                                read pixels of the view, so they must run to “reach”, which is scaled, not \
                                to \(lengths(of: function.name))
                                """)))
                    break
                }
                problems.append(
                    FilterProblem(
                        path: filter.file, line: line,
                        tr(
                            """
                            \(function.name) reads at a distance of up to \(far[axis]) along \
                            \(axis == 0 ? "x" : "y"), but the reach of its pass is \(pass.halo[axis])
                            """)))
            }
        }
        return problems
    }

    /// Suggests loop bounds for a function that reads too far: the parameters from which its reach is
    /// computed.
    private func lengths(of function: String) -> String {
        let pass = filter.passes.first { $0.runs(function) }
        guard case .function(let declared)? = pass?.work else { return tr("a number") }
        let names = declared.reach.reduce(into: Set()) { $0.formUnion($1.names) }
            .filter { filter.parameter($0) != nil }.sorted()
        return names.isEmpty ? tr("a number") : names.map(\.quoted).joined(separator: ", ")
    }

    /// True if parts rendered separately are bit-identical to the same parts of the whole.
    private func isSameInParts(_ recipe: Recipe, of source: SourceFrame, grid: SIMD2<Int>) throws -> Bool {
        func pixels(_ region: PixelRegion) throws -> [SIMD4<Float>] {
            let texture = try engine.render(
                recipe, of: source, viewport: Viewport(gridSize: grid, region: region), precision: .rgba32f,
                outputFormat: .rgba32f, keepsResults: false)
            return try engine.device.floats(of: texture)
        }
        let whole = try pixels(PixelRegion(size: grid))
        let middle = grid / 2 &- 3
        for (low, high) in [
            (SIMD2(0, 0), SIMD2(grid.x, middle.y)), (SIMD2(0, middle.y), SIMD2(middle.x, grid.y)),
            (middle, grid),
        ] {
            let region = PixelRegion(from: low, to: high)
            let part = try pixels(region)
            for y in 0..<region.size.y {
                let start = (y + low.y) * grid.x + low.x
                let row = whole[start..<start + region.size.x]
                guard row.elementsEqual(part[y * region.size.x..<(y + 1) * region.size.x]) else {
                    return false
                }
            }
        }
        return true
    }
}

extension PassDeclaration {
    fileprivate func runs(_ name: String) -> Bool {
        if case .function(let function) = work { function.name == name } else { false }
    }
}
