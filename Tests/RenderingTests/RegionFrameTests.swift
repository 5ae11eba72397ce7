import Filters
import Rendering
import Testing

@Suite("Dragging regions") struct RegionFrameTests {
    private let picture = SIMD2(400.0, 200.0)

    private func random(_ dice: inout Dice) -> Region {
        var region = Region(
            dice.number(0...1) < 0.5 ? .ellipse : .rectangle, x: dice.number(-0.2...0.5),
            y: dice.number(-0.2...0.5), width: dice.number(0.1...0.8), height: dice.number(0.1...0.8))
        region.feather = dice.number(0...1)
        region.angle = dice.number(-180...180)
        return region
    }

    /// Equal within the rounding of formatted numbers.
    private func expectNear(
        _ one: SIMD2<Double>, _ other: SIMD2<Double>, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let way = one - other
        #expect(max(abs(way.x), abs(way.y)) < 1e-3, "\(what)", sourceLocation: sourceLocation)
    }

    @Test("a side or a corner moves to where it is dragged, and the opposite one stays")
    func resizing() {
        var dice = Dice("resizing regions")
        for _ in 0..<300 {
            let region = random(&dice)
            let frame = RegionFrame(region, in: picture)
            let grip =
                [SIMD2(-1, 0), SIMD2(0, 1), SIMD2(1, 1), SIMD2(-1, 1), SIMD2(1, -1)].randomElement(
                    using: &dice) ?? .one
            let corner = SIMD2<Double>(grip)
            // A point on the handle's side of the opposite edge or corner.
            var point = SIMD2(dice.number(0.2...1.8), dice.number(0.2...1.8)) * corner
            if grip.x == 0 { point.x = dice.number(-1...1) }
            if grip.y == 0 { point.y = dice.number(-1...1) }
            let target = frame.coordinates(of: point)
            let after = RegionFrame(frame.resized(grip, to: target), in: picture)
            expectNear(
                after.coordinates(of: -corner), frame.coordinates(of: -corner), "\(region) \(grip): opposite")
            if grip.x != 0, grip.y != 0 {
                expectNear(after.coordinates(of: corner), target, "\(region) \(grip): dragged")
            } else {
                // Movement along a side has no effect.
                let middle = frame.coordinates(
                    of: SIMD2(grip.x == 0 ? 0 : point.x, grip.y == 0 ? 0 : point.y))
                expectNear(after.coordinates(of: corner), middle, "\(region) \(grip): dragged")
            }
        }
    }

    @Test("dragged beyond the opposite one, it keeps a minimum size, and its values are valid")
    func leastSize() throws {
        var dice = Dice("least regions")
        for _ in 0..<200 {
            let frame = RegionFrame(random(&dice), in: picture)
            for grip in [SIMD2(-1, -1), SIMD2(1, 0), SIMD2(0, 0)] {
                let position = SIMD2(dice.number(-9...9), dice.number(-9...9))
                let region =
                    grip == .zero ? frame.moved(middleTo: position) : frame.resized(grip, to: position)
                var stage = Recipe.Stage("invert")
                stage.region = region
                try FilterCatalog.builtIn.validate(stage)
            }
        }
    }

    @Test("the ends of a gradient move to where they are dragged, and moving it moves both")
    func gradients() {
        var dice = Dice("gradients under the hand")
        for _ in 0..<100 {
            func point() -> SIMD2<Double> { SIMD2(dice.number(0...1), dice.number(0...1)) }
            let (start, end, target) = (point(), point(), point())
            let frame = RegionFrame(.gradient(from: start, to: end), in: picture)
            expectNear(frame.coordinates(of: SIMD2(-1, 0)), start, "start")
            expectNear(frame.coordinates(of: SIMD2(1, 0)), end, "end")
            var after = RegionFrame(frame.resized(SIMD2(-1, 0), to: target), in: picture)
            expectNear(after.coordinates(of: SIMD2(-1, 0)), target, "dragged")
            expectNear(after.coordinates(of: SIMD2(1, 0)), end, "the other end")
            after = RegionFrame(frame.moved(middleTo: target), in: picture)
            expectNear(after.coordinates(of: .zero), target, "middle")
            expectNear(
                after.coordinates(of: SIMD2(1, 0)) - after.coordinates(of: SIMD2(-1, 0)), end - start, "way")
            let drawn = RegionFrame(frame.drawn(from: target, to: start), in: picture)
            expectNear(drawn.coordinates(of: SIMD2(-1, 0)), target, "drawn")
            #expect(!frame.contains(target))
            // The lines cross the whole picture.
            for position in frame.outline() {
                let (across, along) = ((position - end) * picture, (end - start) * picture)
                #expect(abs((across * along).sum()) < 1e-3 * 400 * 400)
                #expect(position.min() < 1e-9 || position.max() > 1 - 1e-9)
            }
        }
    }

    @Test("moving moves the center, and no further than the picture's edge")
    func moving() {
        var dice = Dice("moving regions")
        for _ in 0..<100 {
            let frame = RegionFrame(random(&dice), in: picture)
            let target = SIMD2(dice.number(0...1), dice.number(0...1))
            let after = RegionFrame(frame.moved(middleTo: target), in: picture)
            expectNear(after.coordinates(of: .zero), target, "middle")
            expectNear(
                after.coordinates(of: .one) - after.coordinates(of: .zero),
                frame.coordinates(of: .one) - frame.coordinates(of: .zero),
                "size")
            let beyond = RegionFrame(frame.moved(middleTo: target + 3), in: picture)
            expectNear(beyond.coordinates(of: .zero), .one, "edge")
        }
    }

    @Test("a drawn region spans the two points, whichever comes first")
    func drawing() {
        var region = Region(.ellipse, x: 0, y: 0, width: 1, height: 1)
        region.feather = 0.7
        region.angle = 40
        let drawn = RegionFrame(region, in: picture).drawn(from: SIMD2(0.75, 0.25), to: SIMD2(0.5, 0.875))
        var expected = Region(.ellipse, x: 0.5, y: 0.25, width: 0.25, height: 0.625)
        expected.feather = 0.7
        #expect(drawn == expected)
    }

    @Test("the outline is where the effect ends, and its inner line where it is full", arguments: 0..<12)
    func outline(seed: Int) throws {
        var dice = Dice("outline \(seed)")
        var region = random(&dice)
        region.feather = 0.5
        let frame = RegionFrame(region, in: SIMD2(97, 61))
        let black = Reference(width: 97, height: 61) { _, _ in SIMD4(0, 0, 0, 1) }
        var stage = Recipe.Stage("invert")
        stage.region = region
        let values = try withSharedEngine {
            try $0.values([stage], of: SourceFrame(black.buffer(.sixteen)), precision: .rgba32f)
        }
        for y in 0..<61 {
            for x in 0..<97 {
                let position = SIMD2((Double(x) + 0.5) / 97, (Double(y) + 0.5) / 61)
                let value = values[y * 97 + x].x
                if value > 1e-4 { #expect(frame.contains(position), "outside at \(x), \(y) of \(region)") }
                // Within one pixel of the outline, either is accepted.
                let point = frame.point(at: position)
                let isWellInside =
                    region.shape == .ellipse
                    ? (point * point).sum() < 0.8 : max(abs(point.x), abs(point.y)) < 0.9
                if isWellInside { #expect(value > 0, "inside at \(x), \(y) of \(region)") }
            }
        }
        for position in frame.outline(insideEdge: true) {
            let pixel = SIMD2<Int>((position * SIMD2(97, 61)).rounded(.down))
            guard pixel.x >= 0, pixel.x < 97, pixel.y >= 0, pixel.y < 61 else { continue }
            #expect(values[pixel.y * 97 + pixel.x].x > 0.7, "the inner line of \(region)")
        }
    }
}
