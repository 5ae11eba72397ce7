import Filters
import GPU

/// What is to be run for a recipe and a viewport: a value, made without touching the GPU.
package struct Plan: Sendable, Hashable {
    /// What is wanted.
    package let viewport: Viewport
    /// The part of the source that is read for it.
    package var source: Viewport
    /// The stages of the recipe that change something.
    package let stages: [Recipe.Stage]
    /// The passes; each reads the source or earlier passes. None means that the source is the result.
    package var passes: [Pass]

    /// Where a pass reads.
    package enum Input: Sendable, Hashable {
        case source
        case pass(Int)
    }

    /// What a pass runs.
    package enum Work: Sendable, Hashable {
        /// Point filters, one after the other, in one kernel.
        case points([Point])
        /// A kernel file of a filter of several passes.
        case file(FilterPass)
        /// The second input with the first mixed over it: opacity for filters of several passes.
        case mix
    }

    /// A point filter in a kernel.
    package struct Point: Sendable, Hashable {
        package let filter: FilterDeclaration
        /// Whether its result is mixed over what it reads, by an opacity that stands before its parameters.
        package let isMixed: Bool
    }

    /// One kernel over one region.
    package struct Pass: Sendable, Hashable {
        /// What messages and timings call it.
        package var name: String
        package var work: Work
        package var inputs: [Input]
        /// The region it makes, in working pixels.
        package var region: PixelRegion
        /// The format of what it makes.
        package var format: PixelFormat
        /// Numbers for the uniform block.
        package var values: [SIMD4<Float>]
        /// Point filters that each pixel goes through as it is read; their numbers follow the pass's own.
        package var fused: [Point] = []
        /// How many of the plan's stages the result is made by; nil between the passes of one stage. What ends a
        /// stage is worth keeping for the next run.
        package var stagesDone: Int?

        /// How far it reads beyond the place of its pixels, to each side, in pixels of its inputs.
        package var halo: SIMD2<Int> {
            if case .file(let pass) = work { pass.halo } else { .zero }
        }

        /// How many working pixels a pixel of the result covers along x and y.
        package var reduction: SIMD2<Int> {
            if case .file(let pass) = work { pass.reduction } else { .one }
        }
    }

    /// The region of an input.
    package func region(of input: Input) -> PixelRegion {
        switch input {
        case .source: source.region
        case .pass(let index): passes[index].region
        }
    }

    /// Plans the stages of a recipe that change something.
    ///
    /// - Parameters:
    ///   - recipe: stages that are off, at identity or not in the catalog are passed over.
    ///   - sourceSize: the picture's own size in pixels; lengths in the recipe are in these pixels.
    ///   - viewport: what is wanted.
    ///   - precision: the format between passes.
    ///   - outputFormat: the format of the result, converted to if need be; nil leaves it to the last pass.
    ///   - changing: the first stage whose settings are not expected again, counted in the recipe. From there on
    ///     nothing between two stages is worth keeping, so that a run of point filters can go into the first pass
    ///     of the stage after it.
    package init(
        recipe: Recipe, catalog: FilterCatalog, sourceSize: SIMD2<Int>, viewport: Viewport,
        precision: PixelFormat, outputFormat: PixelFormat? = nil, changing: Int? = nil
    ) {
        self.viewport = viewport
        let conditions = PassConditions(
            scale: SIMD2<Double>(viewport.gridSize) / SIMD2<Double>(sourceSize),
            isExact: precision == .rgba32f)
        var builder = PlanBuilder(precision: precision)
        for (index, stage) in recipe.stages.enumerated() {
            guard stage.isEnabled, stage.opacity > 0, let filter = catalog.filter(stage.filter),
                !stage.isIdentity(of: filter)
            else { continue }
            if let multiPass = catalog.multiPass(filter.id) {
                let values = filter.parameters.map { ($0.id, stage.value(of: $0)) }
                let passes = multiPass.passes(
                    values: Dictionary(uniqueKeysWithValues: values), conditions: conditions)
                builder.append(passes, of: stage, fusesRun: changing.map { $0 < index } ?? false)
            } else {
                builder.append(filter, stage)
            }
        }
        passes = builder.finish(outputFormat: outputFormat)
        stages = builder.stages
        source = viewport
        assignRegions()
    }

    /// Walks from the result to the source: each input has to hold what its readers want, halo and all.
    private mutating func assignRegions() {
        let wanted = viewport.region
        let nothing = PixelRegion(size: .zero)
        var sourceRegion = passes.isEmpty ? wanted : nothing
        for index in passes.indices {
            passes[index].region = index == passes.count - 1 ? wanted : nothing
        }
        for index in passes.indices.reversed() {
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

    /// What a pass reads of an input for its region, in the input's pixels.
    package func region(read pass: Pass, from input: Input) -> PixelRegion {
        let from = reduction(of: input)
        return pass.region.covering(from: pass.reduction, to: from)
            .grown(by: pass.halo, within: bounds(reducedBy: from))
    }

    /// How far the passes read beyond the result in all, in working pixels.
    package var halo: SIMD2<Int> {
        passes.reduce(.zero) { sum, pass in
            let from = pass.inputs.map(reduction).reduce(SIMD2.one, pointwiseMax)
            return sum &+ pass.halo &* from &+ pointwiseMax(from, pass.reduction) &- .one
        }
    }

    private func reduction(of input: Input) -> SIMD2<Int> {
        if case .pass(let index) = input { passes[index].reduction } else { .one }
    }

    /// The pixels there are on a reduced grid. It goes so far beyond the picture that its outermost pixels hold
    /// nothing but the picture's own, repeated: there clamping goes on for the splines of ``GaussianBlur``.
    private func bounds(reducedBy reduction: SIMD2<Int>) -> PixelRegion {
        var bounds = PixelRegion(size: source.gridSize).covering(from: .one, to: reduction)
        for axis in 0..<2 where reduction[axis] > 1 {
            bounds.origin[axis] -= 3
            bounds.size[axis] += 6
        }
        return bounds
    }
}

extension Recipe.Stage {
    /// Whether every parameter has an identity and stands at it.
    package func isIdentity(of filter: FilterDeclaration) -> Bool {
        !filter.parameters.isEmpty
            && filter.parameters.allSatisfy { $0.identity != nil && value(of: $0) == $0.identity }
    }
}
