import Filters
import GPU
import Imaging

/// The passes to run for a recipe and a viewport: a value, created without using the GPU.
package struct Plan: Sendable, Hashable {
    /// The part to render.
    package let viewport: Viewport
    /// The part of the source that is read.
    package var source: Viewport
    /// The stages of the recipe that have an effect.
    package let stages: [Recipe.Stage]
    /// The number of these before the first one whose result changes with the time.
    let stagesBeforeTime: Int
    /// The passes; each reads the source or earlier passes. If there are none, the source is the result.
    package var passes: [Pass]

    /// What a pass reads.
    package enum Input: Sendable, Hashable {
        case source
        case pass(Int)
    }

    /// What a pass runs.
    package enum Work: Sendable, Hashable {
        /// A sequence of point filters in one kernel.
        case points([Point])
        /// A pass of a multi-pass filter.
        case file(FilterPass)
        /// The first input blended over the second, for multi-pass filters.
        case blend(Blending)
    }

    /// A point filter in a kernel.
    package struct Point: Sendable, Hashable {
        package let filter: FilterDeclaration
        /// How its result is blended with its input, with values that precede its parameters; nil if it
        /// replaces the input.
        package let blending: Blending?
    }

    /// One kernel over one region.
    package struct Pass: Sendable, Hashable {
        /// The name in messages and timings.
        package var name: String
        package var work: Work
        package var inputs: [Input]
        /// The picture of which the result is a part.
        package var picture: WorkingPicture
        /// The region it computes, in working pixels.
        package var region: PixelRegion
        /// The format of its result.
        package var format: PixelFormat
        /// The numbers for point filters and blending, in the uniform block.
        package var values: [SIMD4<Float>]
        /// Point filters applied to each pixel as it is read.
        package var fused: [Point] = []
        /// The part of the picture in which a blending pass needs its first input; nil for the whole picture.
        var blendedPart: PixelRegion?
        /// The number of the plan's stages that the result includes; nil between the passes of one stage. The
        /// result of a whole stage is worth caching for the next run.
        package var stagesDone: Int?
        /// How its rows are distributed over invocations; nil if each invocation computes pixels
        /// independently.
        package var rowVariant: RowVariant?

        /// The pixels that it reads of its inputs.
        package var footprint: Footprint {
            if case .file(let pass) = work { pass.footprint } else { .pixel }
        }

        /// How far it reads beyond the position of its pixels on each side, in pixels of its inputs.
        package var halo: SIMD2<Int> { footprint.halo }

        /// The mean distance it reads, if that distance varies over the picture.
        var meanSpread: SIMD2<Int> {
            guard case .scaled(let center, let factor, _) = footprint else { return .zero }
            let farthest = pointwiseMax(center, SIMD2<Double>(picture.grid) - center)
            return SIMD2<Int>((farthest * (factor - 1) / 2).rounded(.up))
        }

        /// True if each pixel depends only on the pixel at the same position, by filters that come with
        /// Glint: these have hardly any loops. Mesa limits the iterations of an invocation (``LoopLimit``),
        /// so with several pixels per invocation the loops of one pixel would cut short those of the others.
        package var isPlain: Bool {
            switch work {
            case .blend: true
            case .points(let points): !points.contains(where: \.filter.isOwn)
            case .file: false
            }
        }

        /// The work along rows; nil if each invocation computes pixels independently.
        package var rowWork: FilterPass.RowWork? {
            if case .file(let pass) = work { pass.rowWork } else { nil }
        }

        /// The cost of a pixel, relative to that of a point filter.
        package var costPerPixel: Double {
            if case .file(let pass) = work { 1 + Double(pass.readsPerPixel) / 4 } else { 1 }
        }

        /// The number of working pixels that a pixel of the result covers along x and y.
        package var reduction: SIMD2<Int> {
            if case .file(let pass) = work { pass.reduction } else { .one }
        }
    }

    /// How rows are distributed over invocations, streamed by default; nil if no pass works along rows.
    package var rowVariant: RowVariant? {
        get { passes.lazy.compactMap(\.rowVariant).first }
        set {
            for index in passes.indices where passes[index].rowWork != nil {
                passes[index].rowVariant = newValue
            }
        }
    }

    /// The region of an input.
    package func region(of input: Input) -> PixelRegion {
        switch input {
        case .source: source.region
        case .pass(let index): passes[index].region
        }
    }

    /// Plans the stages of a recipe that have an effect.
    ///
    /// - Parameters:
    ///   - recipe: stages that are disabled, at identity or not in the catalog are skipped.
    ///   - sourceSize: the picture's own size in pixels; lengths in the recipe are in these pixels.
    ///   - primaries: those of the picture, for filters that assume the primaries of sRGB.
    ///   - isOpaque: whether every pixel's alpha is known to be 1, which makes blurs faster.
    ///   - viewport: the part to render.
    ///   - precision: the format between passes.
    ///   - outputFormat: the format of the result, with a conversion if necessary; nil leaves it to the last
    ///     pass.
    ///   - time: for the filters that read it.
    ///   - changing: the index in the recipe of the first stage whose settings are not expected again. From
    ///     it on, results between stages are not worth caching, so a run of point filters can be fused into
    ///     the first pass of the stage after it.
    ///
    /// Throws ``FilterError`` if a stage cannot run with its values.
    package init(
        recipe: Recipe, catalog: FilterCatalog, sourceSize: SIMD2<Int>, primaries: Primaries = .sRGB,
        isOpaque: Bool = false, viewport: Viewport, precision: PixelFormat, outputFormat: PixelFormat? = nil,
        time: FrameTime = .zero,
        changing: Int? = nil
    ) throws(FilterError) {
        self.viewport = viewport
        let steps = PrimariesStep.surrounding(
            try RecipeStep.steps(of: recipe, catalog: catalog, sourceSize: sourceSize, time: time),
            primaries: primaries)
        stagesBeforeTime = steps.firstIndex { $0.filter.readsTime } ?? steps.count
        let grids = RecipeStep.grids(of: steps, sourceSize: sourceSize, leavingAt: viewport.gridSize)
        var builder = PlanBuilder(
            precision: precision, source: WorkingPicture(size: sourceSize, grid: grids[0]))
        var isOpaque = isOpaque
        for (index, step) in steps.enumerated() {
            // A custom filter need not declare that it makes alpha.
            defer { isOpaque = isOpaque && !step.filter.makesAlpha && !step.filter.isOwn }
            if let multiPass = step.multiPass {
                let madeGrid = multiPass.worksAtFullSize ? step.leavingSize : grids[index + 1]
                let conditions = PassConditions(
                    entering: WorkingPicture(size: step.size, grid: grids[index]),
                    leaving: WorkingPicture(size: step.leavingSize, grid: madeGrid),
                    isExact: precision == .rgba32f, isOpaque: isOpaque, time: step.time)
                let passes = try multiPass.passes(values: step.values, conditions: conditions)
                var stage = step.stage
                if multiPass is any GeometryFilter { stage.regions = [] }
                builder.append(
                    passes, of: stage, leaving: conditions.leaving,
                    fusesRun: changing.map { $0 < step.index } ?? false)
                if grids[index + 1] != madeGrid { builder.reduce(to: grids[index + 1]) }
            } else {
                builder.append(point: step)
            }
        }
        passes = builder.finish(outputFormat: outputFormat, wanted: viewport)
        stages = builder.stages
        source = Viewport(gridSize: grids[0], region: PixelRegion(size: .zero))
        assignRegions()
    }

    /// Walks from the result to the source: each input must contain what its readers need, including their
    /// halos.
    private mutating func assignRegions() {
        let wanted = viewport.region
        let nothing = PixelRegion(size: .zero)
        var sourceRegion = passes.isEmpty ? wanted : nothing
        for index in passes.indices {
            passes[index].region = index == passes.count - 1 ? wanted : nothing
        }
        for index in passes.indices.reversed() {
            if passes[index].footprint.isRows {
                passes[index].region.origin.x = 0
                passes[index].region.size.x = passes[index].picture.grid.x
            }
            for input in passes[index].inputs {
                let read = region(read: passes[index], from: input)
                switch input {
                case .source: sourceRegion = sourceRegion.union(read)
                case .pass(let earlier): passes[earlier].region = passes[earlier].region.union(read)
                }
            }
        }
        source.region = sourceRegion
    }

    /// The part of an input that a pass reads for its region, in the input's pixels.
    package func region(read pass: Pass, from input: Input) -> PixelRegion {
        let bounds = bounds(of: input)
        switch pass.footprint {
        case .rows:
            var read = pass.region.grown(by: pass.halo, within: PixelRegion(size: pass.picture.grid))
            (read.origin.x, read.size.x) = (bounds.origin.x, bounds.size.x)
            return read
        case .mapped(let map, let halo):
            return pass.region.mapped(by: map).grown(by: halo, within: bounds).orNearest(in: bounds)
        case .scaled(let center, let factor, let halo):
            return [1 / factor, factor].map { pass.region.mapped(by: AffineMap(scaling: $0, around: center)) }
                .reduce(pass.region) { $0.union($1) }.grown(by: halo, within: bounds).orNearest(in: bounds)
        case .whole: return bounds
        case .around: break
        }
        if let part = pass.blendedPart, input == pass.inputs.first {
            // Outside `part` the first input has no weight, and need not exist.
            return pass.region.clipped(to: part).clipped(to: bounds).orNearest(in: bounds)
        }
        return pass.region.covering(from: pass.reduction, to: reduction(of: input))
            .grown(by: pass.halo, within: bounds)
    }

    /// How far the passes read beyond a part of the result, in working pixels, not counting displacement by a
    /// map. Where the reach grows with the distance from a point, its mean is used.
    package var halo: SIMD2<Int> {
        passes.reduce(.zero) { sum, pass in
            let from = pass.inputs.map(reduction).reduce(SIMD2.one, pointwiseMax)
            return sum &+ pass.meanSpread &+ pass.halo &* from &+ pointwiseMax(from, pass.reduction) &- .one
        }
    }

    /// True if a pass reads its inputs as a whole, so that parts of the result need as much as all of it.
    package var readsWhole: Bool { passes.contains(where: \.footprint.isWhole) }

    /// The width of the widest row processed as a whole; no tile is narrower.
    package var widestRow: Int {
        passes.filter(\.footprint.isRows).flatMap { pass in
            [pass.region.size.x] + pass.inputs.map { region(of: $0).size.x }
        }.max() ?? 0
    }

    /// The versions of the tables and pictures that the passes up to an input read.
    func files(of input: Input) -> [String] {
        guard case .pass(let index) = input else { return [] }
        return passes[...index].flatMap { pass -> [String] in
            guard case .file(let filterPass) = pass.work else { return [] }
            return (filterPass.table.map { [$0.name] } ?? []) + filterPass.textures.map(\.version)
        }
    }

    private func reduction(of input: Input) -> SIMD2<Int> {
        if case .pass(let index) = input { passes[index].reduction } else { .one }
    }

    /// The pixels of an input. A reduced grid extends so far beyond the picture that its outermost pixels
    /// contain only repeated pixels of the picture: clamping continues these for the splines of
    /// ``GaussianBlur``.
    private func bounds(of input: Input) -> PixelRegion {
        let reduction = reduction(of: input)
        let grid = if case .pass(let index) = input { passes[index].picture.grid } else { source.gridSize }
        var bounds = PixelRegion(size: grid).covering(from: .one, to: reduction)
        for axis in 0..<2 where reduction[axis] > 1 {
            bounds.origin[axis] -= 3
            bounds.size[axis] += 6
        }
        return bounds
    }
}
