import Filters
import Rendering
import Testing

/// The picture before all filters beside the result: the same place, as large.
@Suite struct ComparedZoomTests {
    private let source = SIMD2(1000, 600)

    private func places(_ recipe: Recipe) throws -> StageCoordinates {
        try StageCoordinates(stage: 0, of: recipe, catalog: .builtIn, entering: source)
    }

    @Test func withoutAChangeOfShapeTheZoomIsTheSame() throws {
        for recipe: Recipe in [[], [Recipe.Stage("invert"), Recipe.Stage("gaussian-blur", ["radius": 3])]] {
            for zoom: PictureZoom in [.fitted(.fill), .scaled(1.7, center: SIMD2(123.4, 456.7))] {
                #expect(try places(recipe).zoom(like: zoom) == zoom)
            }
        }
    }

    @Test func aCropShowsTheSamePlaceOfBoth() throws {
        let crop = Recipe.Stage("crop", ["left": 20, "right": 0, "top": 50, "bottom": 0])
        let zoom = try places([crop]).zoom(like: .scaled(2, center: SIMD2(100, 50)))
        #expect(zoom == .scaled(2, center: SIMD2(300, 350)))
    }

    @Test func aReducedResultIsSeenAsLargeAsTheOriginal() throws {
        let half: Recipe = [Recipe.Stage("resize", ["scale": 0.5])]
        let size = try FilterCatalog.builtIn.size(of: half, entering: source)
        let factor = Double(source.x) / Double(size.x)
        guard
            case .scaled(let scale, let center) = try places(half).zoom(
                like: .scaled(3, center: SIMD2(40, 30)))
        else {
            Issue.record("a scale stays a scale")
            return
        }
        #expect(abs(scale - 3 / factor) < 1e-9)
        #expect(abs(center.x - 40 * factor) < 1e-6 && abs(center.y - 30 * factor) < 1e-6)
    }

    @Test func thereAndBackIsTheSamePlace() throws {
        let recipe: Recipe = [
            Recipe.Stage("crop", ["left": 10, "right": 5, "top": 0, "bottom": 20]),
            Recipe.Stage("rotate", ["turns": 3, "angle": 7]),
        ]
        let places = try places(recipe)
        guard
            case .scaled(let scale, let center) = places.resultZoom(
                like: places.zoom(like: .scaled(1.5, center: SIMD2(200, 300))))
        else {
            Issue.record("a scale stays a scale")
            return
        }
        #expect(abs(scale - 1.5) < 1e-9 && abs(center.x - 200) < 1e-6 && abs(center.y - 300) < 1e-6)
    }
}
