import Filters

/// How places of a recipe's result come to lie in the picture that enters one of its stages.
package struct StageCoordinates: Sendable, Hashable {
    /// From pixels of the result to pixels of the picture that enters the stage.
    private let map: AffineMap
    /// The size of the picture that enters the stage.
    package let size: SIMD2<Double>

    /// - Parameter stage: its number in the recipe.
    ///
    /// Throws ``FilterError`` for what a stage cannot do.
    package init(
        stage: Int, of recipe: Recipe, catalog: FilterCatalog, entering source: SIMD2<Int>
    ) throws(FilterError) {
        let steps = try RecipeStep.steps(of: recipe, catalog: catalog, sourceSize: source)
        var map = AffineMap()
        var size = steps.last?.leavingSize ?? source
        for step in steps.reversed() where step.index >= stage {
            size = step.size
            guard let geometry = step.multiPass as? any GeometryFilter else { continue }
            let conditions = PassConditions(
                entering: WorkingPicture(size: step.size, grid: step.size),
                leaving: WorkingPicture(size: step.leavingSize, grid: step.leavingSize))
            let passes = try geometry.passes(values: step.values, conditions: conditions)
            for pass in passes.reversed() {
                if let next = pass.map { map = map.followed(by: next) }
            }
        }
        self.map = map
        self.size = SIMD2<Double>(size)
    }

    /// The place in the picture that enters the stage, 0…1 within it, of a pixel of the result.
    package func place(ofPixel pixel: SIMD2<Double>) -> SIMD2<Double> { map(pixel) / size }

    /// The zoom at which the picture that enters the stage is seen like the result: fitted the same, or the same place
    /// in the middle and as large.
    package func zoom(like zoom: PictureZoom) -> PictureZoom {
        guard case .scaled(let scale, let center) = zoom else { return zoom }
        return .scaled(scale / pixelsPerPixel, center: map(center))
    }

    /// The zoom at which the result is seen like the picture that enters the stage.
    package func resultZoom(like zoom: PictureZoom) -> PictureZoom {
        guard case .scaled(let scale, let center) = zoom else { return zoom }
        return .scaled(scale * pixelsPerPixel, center: pixel(of: center / size))
    }

    /// The length in pixels of the picture that enters the stage that a pixel of the result has.
    private var pixelsPerPixel: Double { abs(map.x.x * map.y.y - map.y.x * map.x.y).squareRoot() }

    /// The pixel of the result where a place, 0…1 in the picture that enters the stage, comes to lie.
    package func pixel(of place: SIMD2<Double>) -> SIMD2<Double> {
        let way = place * size - map.offset
        let area = map.x.x * map.y.y - map.y.x * map.x.y
        return SIMD2(map.y.y * way.x - map.y.x * way.y, map.x.x * way.y - map.x.y * way.x) / area
    }
}

extension AffineMap {
    /// First this one, then `next`.
    fileprivate func followed(by next: AffineMap) -> AffineMap {
        func turned(_ way: SIMD2<Double>) -> SIMD2<Double> { next.x * way.x + next.y * way.y }
        return AffineMap(x: turned(x), y: turned(y), offset: next(offset))
    }
}
