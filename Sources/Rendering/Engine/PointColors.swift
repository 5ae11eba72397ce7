import Filters
import Imaging

/// The colors at control points that were read most recently.
struct PointColors {
    /// What a color depends on.
    struct Key: Hashable {
        let frame: FrameID
        let stages: [Recipe.Stage]
        /// The versions of the files that the stages read.
        let files: [String]
        let place: SIMD2<Double>
    }

    private var known: [Key: SIMD3<Double>] = [:]
    /// A window shows a few dozen control points at most; a clip has new colors in each frame.
    private static let limit = 64

    subscript(key: Key) -> SIMD3<Double>? {
        get { known[key] }
        set {
            if known.count >= Self.limit { known = [:] }
            known[key] = newValue
        }
    }
}

extension Recipe {
    /// True if a stage has a control point, whose color is read before the stage is rendered.
    var hasControlPoints: Bool {
        stages.contains { $0.isEnabled && $0.regions.contains { $0.shape == .point } }
    }
}

extension PixelRegion {
    /// The square of pixels whose mean is the color at a control point: 1/200 of the longer side wide, which
    /// evens out noise.
    init(around place: SIMD2<Double>, in size: SIMD2<Int>) {
        let side = min(max(5, size.max() / 200), size.max())
        let sides = pointwiseMin(SIMD2(side, side), size)
        let middle = SIMD2<Int>((place.clamped(lowerBound: .zero, upperBound: .one) * SIMD2<Double>(size)))
        self.init(
            origin: (middle &- sides / 2).clamped(lowerBound: .zero, upperBound: size &- sides), size: sides)
    }
}

extension Engine {
    /// The recipe with the colors of its control points, in sRGB.
    ///
    /// They are read at full resolution, so that a preview and an export use the same color.
    func withPointColors(
        _ recipe: Recipe, of source: SourceFrame, catalog: FilterCatalog, shouldStop: @escaping () -> Bool
    ) throws -> Recipe {
        guard recipe.hasControlPoints else { return recipe }
        var recipe = recipe
        for (index, stage) in recipe.stages.enumerated()
        where stage.isEnabled && (stage.opacity > 0 || stage.changes) {
            let regions = stage.regions.prefix(Region.maximumInStage)
            for (number, region) in regions.enumerated() where region.shape == .point {
                let region = region.at(source.time.sourceSeconds)
                let before = Recipe(Array(recipe.stages[..<index]))
                recipe.stages[index].regions[number].color = try color(
                    at: SIMD2(region.x, region.y), after: before, of: source, catalog: catalog,
                    shouldStop: shouldStop)
            }
        }
        return recipe
    }

    private func color(
        at place: SIMD2<Double>, after recipe: Recipe, of source: SourceFrame, catalog: FilterCatalog,
        shouldStop: @escaping () -> Bool
    ) throws -> SIMD3<Double> {
        let size = try catalog.size(of: recipe, entering: source.size)
        let plan = try Plan(
            recipe: recipe, catalog: catalog, sourceSize: source.size, primaries: source.primaries,
            isOpaque: source.isOpaque,
            viewport: Viewport(gridSize: size, region: PixelRegion(around: place, in: size)),
            precision: .rgba32f, outputFormat: .rgba32f, time: source.time,
            photograph: source.photograph)
        let key = PointColors.Key(
            frame: source.id(readsTime: plan.stagesBeforeTime < plan.stages.count), stages: plan.stages,
            files: plan.files(of: plan.passes.isEmpty ? .source : .pass(plan.passes.count - 1)), place: place)
        if let known = pointColors[key] { return known }
        var (sum, weight) = (SIMD3<Double>.zero, 0.0)
        for pixel in try floats(of: plan, from: source, shouldStop: shouldStop) {
            sum += SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z)) * Double(pixel.w)
            weight += Double(pixel.w)
        }
        let mean = weight > 0 ? sum / weight : SIMD3(repeating: 0.5)
        let color = source.primaries.converted(mean, to: .sRGB)
        pointColors[key] = color
        return color
    }
}

extension Primaries {
    /// A color with sRGB's transfer function, in other primaries; not clamped.
    func converted(_ encoded: SIMD3<Double>, to other: Primaries) -> SIMD3<Double> {
        guard self != other else { return encoded }
        let light = SIMD3(
            SRGBCurve.light(of: encoded.x), SRGBCurve.light(of: encoded.y), SRGBCurve.light(of: encoded.z))
        let converted = matrix(to: other) * light
        return SIMD3(
            SRGBCurve.sample(of: converted.x), SRGBCurve.sample(of: converted.y),
            SRGBCurve.sample(of: converted.z))
    }
}
