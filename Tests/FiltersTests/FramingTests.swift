import Filters
import Testing

@Suite("Framing: flipped, rotated and cropped") struct FramingTests {
    private let catalog = FilterCatalog.builtIn

    @Test("a framing is recovered from the stages it generates")
    func roundTrip() {
        var framing = Framing()
        framing.isFlippedVertically = true
        framing.turns = 3
        framing.angle = -2.5
        framing.crop = CropRectangle(low: SIMD2(0.1, 0.25), high: SIMD2(0.7, 0.875))
        framing.perspective.vertical = 12.5
        framing.perspective = framing.perspective.moving(corner: 1, to: SIMD2(0.9, 0.05))
        let around = [Recipe.Stage("exposure"), Recipe.Stage("invert")]
        let recipe = Recipe(around).framed(by: framing, in: catalog)
        #expect(
            recipe.stages.map(\.filter) == ["exposure", "perspective", "flip", "rotate", "crop", "invert"])
        let read = Framing(recipe, catalog: catalog)
        #expect(read.turns == 3 && read.angle == -2.5)
        #expect(read.isFlippedVertically && !read.isFlippedHorizontally)
        #expect(read.perspective == framing.perspective)
        #expect(abs(read.crop.low.x - 0.1) < 1e-9 && abs(read.crop.high.y - 0.875) < 1e-9)
        #expect(recipe.framed(by: Framing(), in: catalog) == Recipe(around))
    }

    @Test(
        "stages followed by others stay in place, and those in another order are not taken for a framing"
    )
    func position() {
        let crop = Recipe.Stage("crop", ["left": .number(10)])
        let invert = Recipe.Stage("invert")
        #expect(Framing.range(in: [crop, invert], catalog: catalog) == 0..<1)
        #expect(Framing.range(in: [invert, crop, Recipe.Stage("rotate")], catalog: catalog) == 2..<3)
        let pixels = Recipe.Stage("crop", ["x": .number(10), "left": .number(0)])
        #expect(Framing.range(in: [pixels, invert], catalog: catalog) == 0..<0)
        let whole = Recipe.Stage("crop", ["x": .number(0), "left": .number(10)])
        #expect(Framing.range(in: [whole, invert], catalog: catalog) == 0..<1)
        var off = crop
        off.isEnabled = false
        #expect(Framing.range(in: [off, invert], catalog: catalog) == 0..<0)
        // Framing is placed after the stage with a region, so that the region keeps its position in the
        // picture.
        var plate = Recipe.Stage("gaussian-blur")
        plate.region = Region(.rectangle, x: 0.1, y: 0.1, width: 0.2, height: 0.1)
        let recipe: Recipe = [Recipe.Stage("exposure"), invert, plate, Recipe.Stage("vignette")]
        #expect(Framing.range(in: recipe, catalog: catalog) == 3..<3)
    }

    @Test("a corner that would cross the others stays in place, and a drag draws a rectangle")
    func corners() {
        let whole = PerspectiveSettings()
        #expect(whole.moving(corner: 0, to: SIMD2(0.95, 0.99)) == whole)
        #expect(whole.moving(corner: 0, to: SIMD2(-3, 0.2)).corners[0] == SIMD2(0, 0.2))
        let drawn = whole.drawn(from: SIMD2(0.8, 0.7), to: SIMD2(0.2, 0.1))
        #expect(drawn.corners == [SIMD2(0.2, 0.1), SIMD2(0.8, 0.1), SIMD2(0.8, 0.7), SIMD2(0.2, 0.7)])
        #expect(whole.drawn(from: SIMD2(0.5, 0.5), to: SIMD2(0.5, 0.5)) == whole)
    }

    /// The position at which a point of the source is visible, after flip, rotate and crop: 0…1 of the
    /// visible part.
    private func seen(_ point: SIMD2<Double>, _ framing: Framing) -> SIMD2<Double> {
        var position = point
        if framing.isFlippedHorizontally { position.x = 1 - position.x }
        if framing.isFlippedVertically { position.y = 1 - position.y }
        for _ in 0..<framing.turns { position = SIMD2(1 - position.y, position.x) }
        return (position - framing.crop.low) / framing.crop.size
    }

    @Test("rotations and flips act on the visible picture", arguments: 0..<4, [false, true])
    func turns(turns: Int, isFlipped: Bool) {
        var framing = Framing()
        framing.turns = turns
        framing.isFlippedHorizontally = isFlipped
        framing.crop = CropRectangle(low: SIMD2(0.1, 0.2), high: SIMD2(0.6, 0.9))
        let point = SIMD2(0.3, 0.45)
        let before = seen(point, framing)
        func expect(_ position: SIMD2<Double>, after change: (inout Framing) -> Void) {
            var changed = framing
            change(&changed)
            let way = seen(point, changed) - position
            #expect((way * way).sum() < 1e-18)
        }
        expect(SIMD2(1 - before.y, before.x)) { $0.turn(clockwise: true) }
        expect(SIMD2(before.y, 1 - before.x)) { $0.turn(clockwise: false) }
        expect(SIMD2(1 - before.x, before.y)) { $0.flip(horizontally: true) }
        expect(SIMD2(before.x, 1 - before.y)) { $0.flip(horizontally: false) }
    }

    @Test("a line along the horizon, drawn either way, makes it level, and an upright one upright")
    func horizon() {
        // The picture's horizon slopes down to the right by 3 degrees, so it must be rotated back.
        #expect(Framing.straightened(0, along: SIMD2(100, 5.24)) == -3)
        #expect(Framing.straightened(0, along: SIMD2(-100, -5.24)) == -3)
        #expect(Framing.straightened(1, along: SIMD2(100, -5.24)) == 4)
        #expect(Framing.straightened(0, along: SIMD2(5.24, -100)) == -3)
        #expect(Framing.straightened(44, along: SIMD2(100, -5.24)) == 45)
    }
}

@Suite("The rectangle of a crop") struct CropRectangleTests {
    private let part = CropRectangle(low: SIMD2(0.2, 0.3), high: SIMD2(0.6, 0.8))

    @Test("it moves as far as the picture extends")
    func moving() {
        #expect(part.moved(by: SIMD2(5, -5)).high.x == 1)
        #expect(part.moved(by: SIMD2(5, -5)).low.y == 0)
        let moved = part.moved(by: SIMD2(0.1, 0.1))
        #expect(abs(moved.size.x - 0.4) < 1e-12 && abs(moved.low.x - 0.3) < 1e-12)
    }

    @Test("every handle keeps the ratio, and nothing leaves the picture", arguments: [0.3, 1, 2.5])
    func ratio(ratio: Double) {
        let start = part.fitted(to: ratio)
        for x in -1...1 {
            for y in -1...1 where SIMD2(x, y) != .zero {
                for position in [SIMD2(0.0, 0.0), SIMD2(1, 1), SIMD2(0.5, 0.5), SIMD2(0.9, 0.1)] {
                    let resized = start.resized(
                        SIMD2(x, y), to: position, ratio: ratio, least: SIMD2(0.01, 0.01))
                    #expect(abs(resized.size.x / resized.size.y / ratio - 1) < 1e-9)
                    #expect(resized.low.min() > -1e-9 && resized.high.max() < 1 + 1e-9)
                    #expect(resized.size.min() > 0.009)
                    // The side opposite to the handle does not move.
                    if x > 0 { #expect(abs(resized.low.x - start.low.x) < 1e-9) }
                    if y < 0 { #expect(abs(resized.high.y - start.high.y) < 1e-9) }
                }
            }
        }
    }

    @Test("without a ratio only the pulled side moves, no nearer to the other than a pixel")
    func free() {
        let pulled = part.resized(SIMD2(1, 0), to: SIMD2(0.9, 0), ratio: nil, least: SIMD2(0.01, 0.01))
        #expect(abs(pulled.high.x - 0.9) < 1e-12 && pulled.low == part.low)
        #expect(abs(pulled.high.y - part.high.y) < 1e-12)
        let least = part.resized(SIMD2(1, 0), to: SIMD2(0, 0), ratio: nil, least: SIMD2(0.01, 0.01))
        #expect(abs(least.size.x - 0.01) < 1e-12)
    }

    @Test("sides lie between pixels")
    func pixels() {
        let snapped = CropRectangle(low: SIMD2(0.149, 0.26), high: SIMD2(0.62, 0.99)).snapped(
            to: SIMD2(10, 4))
        #expect(snapped == CropRectangle(low: SIMD2(0.1, 0.25), high: SIMD2(0.6, 1)))
    }
}
