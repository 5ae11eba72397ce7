import Filters
import GPU
import Imaging

/// The passes to run for a recipe and a viewport. A plan is a value, and creating it does not use the GPU.
package struct Plan: Sendable, Hashable {
    /// The part to render.
    package let viewport: Viewport
    /// The part of the source that is read.
    package var source: Viewport
    /// The stages of the recipe that have an effect.
    package let stages: [Recipe.Stage]
    /// The number of stages before the first whose result changes with time.
    let stagesBeforeTime: Int
    /// The passes; each reads the source or earlier passes. If there are none, the result is the source.
    package var passes: [Pass]

    /// The input of a pass.
    package enum Input: Sendable, Hashable {
        case source
        case pass(Int)
    }

    /// The work of a pass.
    package enum Work: Sendable, Hashable {
        /// A sequence of point filters in one kernel.
        case points([Point])
        /// A pass of a multi-pass filter.
        case file(FilterPass)
        /// The first input blended over the second, for multi-pass filters.
        case blend(Blending)
    }

    /// A point filter within a kernel.
    package struct Point: Sendable, Hashable {
        package let filter: FilterDeclaration
        /// How the filter's result is blended with its input; nil if it replaces the input. The values for
        /// blending precede the filter's parameters.
        package let blending: Blending?
    }

    /// A kernel that runs over one region.
    package struct Pass: Sendable, Hashable {
        /// The name in messages and timings.
        package var name: String
        package var work: Work
        package var inputs: [Input]
        /// The picture that contains the result.
        package var picture: WorkingPicture
        /// The region to compute, in working pixels.
        package var region: PixelRegion
        /// The format of the result.
        package var format: PixelFormat
        /// Numbers for point filters and blending, in the uniform block.
        package var values: [SIMD4<Float>]
        /// Point filters applied to each pixel as it is read.
        package var fused: [Point] = []
        /// The part of the picture in which a blending pass reads its first input; nil for the whole picture.
        var blendedPart: PixelRegion?
        /// The number of stages that have been applied in the result, which is then worth caching for the
        /// next run; nil within a stage.
        package var stagesDone: Int?
        /// How rows are distributed among invocations; nil if pixels are computed independently of each
        /// other.
        package var rowVariant: RowVariant?

        /// The pixels that the pass reads from its inputs.
        package var footprint: Footprint {
            if case .file(let pass) = work { pass.footprint } else { .pixel }
        }

        /// How far from a pixel's position the pass reads its inputs on each side, in pixels of the inputs.
        package var halo: SIMD2<Int> { footprint.halo }

        /// The mean of that distance, if it varies over the picture.
        var meanSpread: SIMD2<Int> {
            guard case .scaled(let center, let factor, _) = footprint else { return .zero }
            let farthest = pointwiseMax(center, SIMD2<Double>(picture.grid) - center)
            return SIMD2<Int>((farthest * (factor - 1) / 2).rounded(.up))
        }

        /// True if each pixel depends only on the pixel at the same position, and all filters are built in,
        /// since these have hardly any loops. Mesa limits the iterations of an invocation (``LoopLimit``);
        /// with several pixels per invocation, the loops of one pixel would use up the iterations of the
        /// others.
        package var isPlain: Bool {
            switch work {
            case .blend: true
            case .points(let points): !points.contains(where: \.filter.isOwn)
            case .file: false
            }
        }

        /// The fragment shader that the pass draws; nil if it dispatches a compute shader.
        package var foreignShader: ForeignShader? {
            if case .file(let pass) = work, case .foreign(let shader) = pass.kernel { shader } else { nil }
        }

        /// The kind of row processing; nil if pixels are computed independently of each other.
        package var rowWork: FilterPass.RowWork? {
            if case .file(let pass) = work { pass.rowWork } else { nil }
        }

        /// The identity of the result if it depends on the pass alone.
        var lasting: FilterPass.LastingResult? {
            if case .file(let pass) = work { pass.lasting } else { nil }
        }

        /// The cost per pixel, relative to a point filter's.
        package var costPerPixel: Double {
            if case .file(let pass) = work { 1 + Double(pass.readsPerPixel) / 4 } else { 1 }
        }

        /// The number of working pixels that each pixel of the result covers along x and y.
        package var reduction: SIMD2<Int> {
            if case .file(let pass) = work { pass.reduction } else { .one }
        }
    }

    /// How rows are distributed among invocations, streamed by default; nil if no pass processes rows.
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
    ///   - sourceSize: the picture's actual size in pixels, the unit of lengths in the recipe.
    ///   - primaries: the picture's primaries, for filters that assume those of sRGB.
    ///   - isOpaque: whether every pixel's alpha is known to be 1, which makes blurs faster.
    ///   - viewport: the part to render.
    ///   - precision: the format between passes.
    ///   - outputFormat: the format of the result, to which it is converted if necessary; if nil, the format
    ///     of the last pass.
    ///   - time: the time that is passed to filters.
    ///   - photograph: how the picture was taken, for filters that depend on that.
    ///   - changing: the index in the recipe of the first stage whose settings are changing. Results from
    ///     this stage on are not worth caching, so consecutive point filters may be fused into the first pass
    ///     of the stage that follows them.
    ///
    /// Throws ``FilterError`` if a stage cannot run with its values.
    package init(
        recipe: Recipe, catalog: FilterCatalog, sourceSize: SIMD2<Int>, primaries: Primaries = .sRGB,
        isOpaque: Bool = false, viewport: Viewport, precision: PixelFormat, outputFormat: PixelFormat? = nil,
        time: FrameTime = .zero, photograph: Photograph? = nil,
        changing: Int? = nil
    ) throws(FilterError) {
        self.viewport = viewport
        let steps = PrimariesStep.surrounding(
            try RecipeStep.steps(of: recipe, catalog: catalog, sourceSize: sourceSize, time: time)
                .map { $0.withRegionColors(in: primaries) },
            primaries: primaries)
        stagesBeforeTime =
            steps.firstIndex { $0.filter.readsTime || $0.stage.regions.contains(where: \.isNumbered) }
            ?? steps.count
        let grids = RecipeStep.grids(of: steps, sourceSize: sourceSize, leavingAt: viewport.gridSize)
        var builder = PlanBuilder(
            precision: precision, source: WorkingPicture(size: sourceSize, grid: grids[0]))
        var isOpaque = isOpaque
        var unkeyedEnd = Self.unkeyedEnd(of: steps)
        for (index, step) in steps.enumerated() {
            if index == unkeyedEnd { builder.keepUnkeyed() }
            // Custom filters may change alpha without declaring it.
            defer { isOpaque = isOpaque && !step.filter.makesAlpha && !step.filter.isOwn }
            if let multiPass = step.multiPass {
                let madeGrid = multiPass.worksAtFullSize ? step.leavingSize : grids[index + 1]
                let conditions = PassConditions(
                    entering: WorkingPicture(size: step.size, grid: grids[index]),
                    leaving: WorkingPicture(size: step.leavingSize, grid: madeGrid),
                    isExact: precision == .rgba32f, isOpaque: isOpaque, time: step.time,
                    photograph: photograph, stage: step.index)
                let passes = try multiPass.passes(values: step.values, conditions: conditions)
                if let end = unkeyedEnd, end <= index, multiPass.readsUnkeyed(values: step.values) {
                    try builder.reshapeUnkeyed(by: steps[end..<index], grids: grids)
                    unkeyedEnd = index
                }
                var stage = step.stage
                if multiPass is any GeometryFilter { stage.regions = [] }
                try builder.append(
                    passes, of: stage, leaving: conditions.leaving,
                    fusesRun: changing.map { $0 < step.index } ?? false, frame: step.frame)
                if grids[index + 1] != madeGrid { builder.reduce(to: grids[index + 1]) }
            } else {
                try builder.append(point: step)
            }
        }
        passes = builder.finish(outputFormat: outputFormat, wanted: viewport)
        stages = builder.stages
        source = Viewport(gridSize: grids[0], region: PixelRegion(size: .zero))
        assignRegions()
    }

    /// The index of the first step that makes parts of the picture transparent, or 0 if the parts are
    /// transparent from the beginning; nil if no step reads the picture before that.
    private static func unkeyedEnd(of steps: [RecipeStep]) -> Int? {
        let reader = steps.firstIndex { $0.multiPass?.readsUnkeyed(values: $0.values) == true }
        guard let reader else { return nil }
        return steps[..<reader].firstIndex { $0.filter.makesAlpha || $0.filter.isOwn } ?? 0
    }

    /// Proceeds from the result back to the source: each input must contain what its readers need, including
    /// their halos.
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
            // What a fragment shader draws depends on where in the whole it is.
            if passes[index].foreignShader != nil {
                passes[index].region = PixelRegion(size: passes[index].picture.grid)
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

    /// The part of an input that a pass reads to compute its region, in the input's pixels.
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
            return [1 / factor, factor].map {
                pass.region.mapped(by: ProjectiveMap(scaling: $0, around: center))
            }
            .reduce(pass.region) { $0.union($1) }.grown(by: halo, within: bounds).orNearest(in: bounds)
        case .fixed(let reads):
            guard let index = pass.inputs.firstIndex(of: input), index < reads.count else { return bounds }
            let read = reads[index]
            if let readers = read.readers, pass.region.clipped(to: PixelRegion(readers)).isEmpty {
                return PixelRegion(size: .zero)
            }
            return pass.region.isEmpty ? pass.region : read.box.map(PixelRegion.init) ?? pass.region
        case .whole: return bounds
        case .around: break
        }
        if let part = pass.blendedPart, input == pass.inputs.first {
            // Outside `part` the weight of the first input is 0, so it need not exist there.
            return pass.region.clipped(to: part).clipped(to: bounds).orNearest(in: bounds)
        }
        return pass.region.covering(from: pass.reduction, to: reduction(of: input))
            .grown(by: pass.halo, within: bounds)
    }

    /// How far beyond a part of the result the passes read, in working pixels, except for displacement by
    /// maps. Where the reach grows with the distance from a point, its mean is used.
    package var halo: SIMD2<Int> {
        passes.reduce(.zero) { sum, pass in
            let from = pass.inputs.map(reduction).reduce(SIMD2.one, pointwiseMax)
            return sum &+ pass.meanSpread &+ pass.halo &* from &+ pointwiseMax(from, pass.reduction) &- .one
        }
    }

    /// True if a pass reads a whole input, so that a part of the result needs as much input as all of it.
    package var readsWhole: Bool { passes.contains(where: \.footprint.isWhole) }

    /// The width of the widest row that must be processed as a whole; no tile is narrower.
    package var widestRow: Int {
        passes.filter(\.footprint.isRows).flatMap { pass in
            [pass.region.size.x] + pass.inputs.map { region(of: $0).size.x }
        }.max() ?? 0
    }

    /// The versions of the tables, pictures and shader files read by the passes up to and including an input.
    func files(of input: Input) -> [String] {
        guard case .pass(let index) = input else { return [] }
        return passes[...index].flatMap { pass -> [String] in
            guard case .file(let filterPass) = pass.work else { return [] }
            return (filterPass.table.map { [$0.name] } ?? []) + filterPass.textures.map(\.version)
                + (pass.foreignShader.map { [$0.name] } ?? [])
        }
    }

    private func reduction(of input: Input) -> SIMD2<Int> {
        if case .pass(let index) = input { passes[index].reduction } else { .one }
    }

    /// The pixels of an input. A reduced grid extends beyond the picture until its outermost pixels contain
    /// only repeated edge pixels: clamping then continues them correctly for the splines of ``GaussianBlur``.
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
