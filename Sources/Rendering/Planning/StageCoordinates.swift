import Filters

/// Maps positions between a recipe's result and the input of one of its stages.
package struct StageCoordinates: Sendable, Hashable {
    /// Maps pixels of the result to pixels of the stage's input.
    private let map: ProjectiveMap
    private let inverse: ProjectiveMap
    /// The size of the stage's input.
    package let size: SIMD2<Double>

    /// - Parameter stage: the stage's index in the recipe.
    ///
    /// Throws ``FilterError`` if a stage cannot run with its values.
    package init(
        stage: Int, of recipe: Recipe, catalog: FilterCatalog, entering source: SIMD2<Int>
    ) throws(FilterError) {
        let steps = try RecipeStep.steps(of: recipe, catalog: catalog, sourceSize: source)
        var map = ProjectiveMap()
        var size = steps.last?.leavingSize ?? source
        for step in steps.reversed() where step.index >= stage {
            size = step.size
            guard let geometry = step.multiPass as? any GeometryFilter else { continue }
            let conditions = PassConditions(
                entering: WorkingPicture(size: step.size, grid: step.size),
                leaving: WorkingPicture(size: step.leavingSize, grid: step.leavingSize))
            let passes = try geometry.passes(values: step.values, conditions: conditions)
            for pass in passes.reversed() {
                if let next = pass.footprint.map { map = map.followed(by: next) }
            }
        }
        self.map = map
        inverse = map.inverse
        self.size = SIMD2<Double>(size)
    }

    /// True if rows of the result are columns of the stage's input.
    package var isQuarterTurn: Bool { abs(map.x.y) > abs(map.x.x) }

    /// The position in the stage's input, each coordinate 0…1, of a pixel of the result.
    package func coordinates(ofPixel pixel: SIMD2<Double>) -> SIMD2<Double> { map(pixel) / size }

    /// The pixel of the result that shows a position in the stage's input, each coordinate 0…1.
    package func pixel(of coordinates: SIMD2<Double>) -> SIMD2<Double> { inverse(coordinates * size) }
}
