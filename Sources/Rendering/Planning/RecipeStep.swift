import Filters
import Imaging

/// A stage that has an effect, with the size of its input.
struct RecipeStep {
    /// The stage's index in the recipe.
    let index: Int
    private(set) var stage: Recipe.Stage
    let filter: FilterDeclaration
    /// The filter's passes; nil for a point filter.
    let multiPass: (any MultiPassFilter)?
    let values: [String: ParameterValue]
    /// The time that is passed to the filter.
    let time: FrameTime
    /// The number of the frame, for numbered masks.
    let frame: Int
    /// The sizes of the input and the output at full resolution.
    let size: SIMD2<Int>
    let leavingSize: SIMD2<Int>

    /// The stages that are enabled, in the catalog, and not at identity, except shaders without their file,
    /// with their values at a time.
    ///
    /// If the size of a stage's output changes over time, a further step scales the output to the size that
    /// it has at time 0, so that all frames have one size.
    static func steps(
        of recipe: Recipe, catalog: FilterCatalog, sourceSize: SIMD2<Int>, time: FrameTime = .zero
    ) throws(FilterError) -> [RecipeStep] {
        var size = sourceSize
        var steps: [RecipeStep] = []
        for (index, stage) in recipe.stages.enumerated() {
            func step(at time: FrameTime) throws(FilterError) -> RecipeStep? {
                try RecipeStep(index, stage, entering: size, catalog: catalog, time: time)
            }
            let made = try step(at: time)
            let leaving = made?.leavingSize ?? size
            var lasting = leaving
            if stage.changes, catalog.multiPass(of: stage) is any GeometryFilter {
                lasting = try step(at: .zero)?.leavingSize ?? size
            }
            let scaled = try RecipeStep(scaling: leaving, to: lasting, after: index, time: time)
            steps += [made, scaled].compactMap(\.self)
            size = lasting
        }
        return steps
    }

    /// The step with the colors of its regions, which are in sRGB, in the primaries of its input.
    ///
    /// - Parameter primaries: the primaries of the picture.
    func withRegionColors(in primaries: Primaries) -> RecipeStep {
        guard primaries != .sRGB, !filter.meansSRGB else { return self }
        var step = self
        for index in stage.regions.indices {
            step.stage.regions[index].color = Primaries.sRGB.converted(
                stage.regions[index].color, to: primaries)
        }
        return step
    }

    /// The working sizes of the pictures before, between and after the steps.
    static func grids(
        of steps: [RecipeStep], sourceSize: SIMD2<Int>, leavingAt gridSize: SIMD2<Int>
    ) -> [SIMD2<Int>] {
        var grids = [gridSize]
        for step in steps.reversed() {
            var leaving = grids[0]
            if step.multiPass?.worksAtFullSize == true { leaving = step.leavingSize }
            if let geometry = step.multiPass as? any GeometryFilter {
                let scale = geometry.scale(
                    values: step.values, entering: step.size,
                    leavingAt: SIMD2<Double>(leaving) / SIMD2<Double>(step.leavingSize))
                let grid = (SIMD2<Double>(step.size) * scale).rounded(.toNearestOrAwayFromZero)
                grids.insert(pointwiseMax(SIMD2<Int>(grid), .one), at: 0)
            } else {
                grids.insert(leaving, at: 0)
            }
        }
        return grids
    }
}

extension RecipeStep {
    /// Nil for a stage without an effect.
    private init?(
        _ index: Int, _ stage: Recipe.Stage, entering size: SIMD2<Int>, catalog: FilterCatalog,
        time: FrameTime
    ) throws(FilterError) {
        guard stage.isEnabled, let filter = catalog.filter(of: stage) ?? RegionMask.filter(stage.filter),
            !catalog.lacksShader(stage)
        else { return nil }
        let stage = stage.at(time.sourceSeconds, of: filter)
        guard stage.opacity > 0, !stage.isIdentity(of: filter) else { return nil }
        let multiPass = catalog.multiPass(of: stage)
        let values = try Self.values(of: stage, filter, multiPass)
        let leaving = try (multiPass as? any GeometryFilter)?.size(values: values, entering: size) ?? size
        self.init(
            index: index, stage: stage, filter: filter, multiPass: multiPass, values: values,
            time: filter.time(time, values: values), frame: time.frame, size: size, leavingSize: leaving)
    }

    /// The step that scales the output of a stage; nil if it need not be scaled.
    private init?(
        scaling size: SIMD2<Int>, to result: SIMD2<Int>, after index: Int, time: FrameTime
    ) throws(FilterError) {
        guard size != result else { return nil }
        let stage = Recipe.Stage(
            "resize", ["width": .number(Double(result.x)), "height": .number(Double(result.y))])
        try self.init(index, stage, entering: size, catalog: .builtIn, time: time)
    }

    private static func values(
        of stage: Recipe.Stage, _ filter: FilterDeclaration, _ multiPass: (any MultiPassFilter)?
    ) throws(FilterError) -> [String: ParameterValue] {
        var given: [String: ParameterValue] = [:]
        var defaults: [String: ParameterValue] = [:]
        for parameter in filter.parameters {
            defaults[parameter.id] = parameter.defaultValue
            given[parameter.id] = stage.given(parameter)
        }
        if let multiPass { return try multiPass.values(given: given, defaults: defaults) }
        return defaults.merging(given) { _, given in given }
    }
}

extension FilterCatalog {
    /// The size of the result if `recipe` is applied to a picture of `size` pixels, at any time.
    ///
    /// Throws ``FilterError/tooLarge(filter:width:height:)``.
    package func size(of recipe: Recipe, entering size: SIMD2<Int>) throws(FilterError) -> SIMD2<Int> {
        try RecipeStep.steps(of: recipe, catalog: self, sourceSize: size).last?.leavingSize ?? size
    }

    /// True if the recipe crops, rotates or otherwise moves the picture. Warps that leave the rim in place do
    /// not count.
    package func movesPixels(
        _ recipe: Recipe, entering size: SIMD2<Int>, at time: FrameTime
    ) throws(FilterError) -> Bool {
        try RecipeStep.steps(of: recipe, catalog: self, sourceSize: size, time: time).contains {
            $0.size != $0.leavingSize || $0.filter.group == "Geometry"
        }
    }
}

extension FilterCatalog {
    /// True if rows of the picture become columns.
    package func turnsPixels(
        _ recipe: Recipe, entering size: SIMD2<Int>, at time: FrameTime
    ) throws(FilterError) -> Bool {
        try StageCoordinates(stage: 0, of: recipe, catalog: self, entering: size, time: time).isQuarterTurn
    }
}
