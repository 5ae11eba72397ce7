import Filters

/// Maps positions between a recipe's result and the input of one of its stages.
package struct StageCoordinates: Sendable, Hashable {
    /// A map from pixels of a picture to pixels of an earlier one.
    private enum Step: Hashable {
        case map(ProjectiveMap)
        case warp(LensCorrection)
    }

    /// Maps pixels of the result to pixels of the stage's input, one after the other.
    private let steps: [Step]
    /// The size of the stage's input.
    package let size: SIMD2<Double>

    /// - Parameters:
    ///   - stage: the stage's index in the recipe.
    ///   - photograph: how the picture was taken.
    ///   - time: the time at which values that change are read.
    ///
    /// Throws ``FilterError`` if a stage cannot run with its values.
    package init(
        stage: Int, of recipe: Recipe, catalog: FilterCatalog, entering source: SIMD2<Int>,
        photograph: Photograph? = nil, time: FrameTime = .zero
    ) throws(FilterError) {
        let stages = try RecipeStep.steps(of: recipe, catalog: catalog, sourceSize: source, time: time)
        var steps: [Step] = []
        var size = stages.last?.leavingSize ?? source
        for step in stages.reversed() where step.index >= stage {
            size = step.size
            let conditions = PassConditions(
                entering: WorkingPicture(size: step.size, grid: step.size),
                leaving: WorkingPicture(size: step.leavingSize, grid: step.leavingSize),
                photograph: photograph)
            if let geometry = step.multiPass as? any GeometryFilter {
                let passes = try geometry.passes(values: step.values, conditions: conditions)
                steps += passes.reversed().compactMap { $0.footprint.map.map(Step.map) }
            } else if let filter = step.multiPass as? any WarpFilter,
                let warp = filter.warp(values: step.values, conditions: conditions)
            {
                steps.append(.warp(warp))
            }
        }
        self.steps = steps
        self.size = SIMD2<Double>(size)
    }

    /// True if rows of the result are columns of the stage's input.
    package var isQuarterTurn: Bool {
        // Warps turn nothing.
        var way = SIMD2<Double>(1, 0)
        for case .map(let map) in steps { way = map.x * way.x + map.y * way.y }
        return abs(way.y) > abs(way.x)
    }

    /// The position in the stage's input, each coordinate 0…1, of a pixel of the result.
    package func coordinates(ofPixel pixel: SIMD2<Double>) -> SIMD2<Double> {
        steps.reduce(pixel) { position, step in
            switch step {
            case .map(let map): map(position)
            case .warp(let warp): warp.source(of: position)
            }
        } / size
    }

    /// The pixel of the result that shows a position in the stage's input, each coordinate 0…1.
    package func pixel(of coordinates: SIMD2<Double>) -> SIMD2<Double> {
        steps.reversed().reduce(coordinates * size) { position, step in
            switch step {
            case .map(let map): map.inverse(position)
            case .warp(let warp): warp.result(of: position)
            }
        }
    }
}
