import Filters
import GPU
import Testing

@testable import Rendering

@Suite("Cached results of filters that change the picture's shape") struct ShapeChangeTests {
    @Test("a result for one shape is not reused for another at the same position")
    func keepsShapesApart() throws {
        // Red on the left, blue on the right: the cropped picture has only red, the reduced one both.
        let picture = Reference(width: 64, height: 48) { x, _ in
            x < 32 ? SIMD4(1, 0, 0, 1) : SIMD4(0, 0, 1, 1)
        }
        let crop = Recipe.Stage("crop", ["right": 50, "bottom": 50])
        let resize = Recipe.Stage("resize", ["scale": 0.5])
        let invert = Recipe.Stage("invert")
        let viewport = Viewport(wholeAt: SIMD2(16, 12))
        for before in [[], [invert]] {
            try withEngine { engine in
                let source = SourceFrame(picture.buffer(.eight))
                for _ in 0..<2 {
                    for (stage, isRight) in [(crop, false), (resize, true)] {
                        let recipe = Recipe(before + [stage])
                        let kept = try engine.values(
                            recipe, of: source, viewport: viewport, keepsResults: true)
                        let alone = try engine.values(recipe, of: source, viewport: viewport)
                        #expect(kept == alone)
                        #expect((alone[14].x < 0.1) == (isRight == before.isEmpty))
                    }
                }
            }
        }
    }
}
