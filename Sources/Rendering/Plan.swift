import Filters
import GPU

/// What is to be run for a recipe and a viewport: a value, made without touching the GPU.
package struct Plan: Sendable, Hashable {
    /// What is wanted.
    package let viewport: Viewport
    /// The part of the source that is read for it.
    package var source: Viewport
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
        case points([FilterDeclaration])
        /// A kernel file of a filter of several passes.
        case file(FilterPass)
        /// The second input with the first mixed over it: opacity for filters of several passes.
        case mix
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
        /// Whether the result ends a stage, and so is worth keeping for the next run.
        package var endsStage: Bool

        /// How far it reads beyond its region, to each side.
        var halo: SIMD2<Int> {
            if case .file(let pass) = work { pass.halo } else { .zero }
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
    package init(
        recipe: Recipe, catalog: FilterCatalog, sourceSize: SIMD2<Int>, viewport: Viewport,
        precision: PixelFormat, outputFormat: PixelFormat? = nil
    ) {
        self.viewport = viewport
        let scale = SIMD2<Double>(viewport.gridSize) / SIMD2<Double>(sourceSize)
        var builder = PlanBuilder(precision: precision)
        for stage in recipe.stages {
            guard stage.isEnabled, stage.opacity > 0, let filter = catalog.filter(stage.filter),
                !stage.isIdentity(of: filter)
            else { continue }
            if let multiPass = catalog.multiPass(filter.id) {
                let values = filter.parameters.map { ($0.id, stage.value(of: $0)) }
                let passes = multiPass.passes(values: Dictionary(uniqueKeysWithValues: values), scale: scale)
                builder.append(passes, opacity: stage.opacity)
            } else {
                builder.append(filter, stage)
            }
        }
        passes = builder.finish(outputFormat: outputFormat)
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
            let read = passes[index].region.grown(by: passes[index].halo, within: source.gridSize)
            for input in passes[index].inputs {
                switch input {
                case .source: sourceRegion = sourceRegion.union(read)
                case .pass(let earlier): passes[earlier].region = passes[earlier].region.union(read)
                }
            }
        }
        source.region = sourceRegion
    }
}

extension Recipe.Stage {
    /// Whether every parameter has an identity and stands at it.
    package func isIdentity(of filter: FilterDeclaration) -> Bool {
        !filter.parameters.isEmpty
            && filter.parameters.allSatisfy { $0.identity != nil && value(of: $0) == $0.identity }
    }
}
