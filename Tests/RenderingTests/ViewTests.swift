import Filters
import GPU
import Rendering
import Testing

/// Views of parts of a picture at any scale, and what is cached for them.
@Suite("Views") struct ViewTests {
    private let recipe: Recipe = [
        Recipe.Stage("saturation", ["amount": .number(0.3)]), Recipe.Stage("gaussian-blur", ["radius": 6]),
    ]

    private func view(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Viewport {
        Viewport(
            gridSize: SIMD2(97, 61), region: PixelRegion(origin: SIMD2(x, y), size: SIMD2(width, height)))
    }

    @Test("a view of one pixel is that pixel of the whole")
    func onePixel() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture(alpha: true).buffer(.eight))
            let whole = try engine.values(recipe, of: source)
            for (x, y) in [(0, 0), (96, 60), (48, 30), (49, 0)] {
                let pixel = try engine.values(recipe, of: source, viewport: view(x, y, 1, 1))
                #expect(pixel.count == 1)
                let difference = pixel[0] - whole[y * 97 + x]
                #expect(max(difference.max(), -difference.min()) < 0.002, "at \(x), \(y)")
            }
        }
    }

    @Test(
        "a view outside the picture is its nearest pixel",
        arguments: [(-50, -50, 0, 0), (500, 20, 96, 20), (30, 61, 30, 60)])
    func outside(x: Int, y: Int, nearestX: Int, nearestY: Int) throws {
        #expect(view(x, y, 10, 10) == view(nearestX, nearestY, 1, 1))
        try withEngine { engine in
            let picture = testPicture().rounded(to: .eight)
            let values = try engine.values(
                [], of: SourceFrame(picture.buffer(.eight)), viewport: view(x, y, 10, 10))
            #expect(values.count == 1)
            let difference = SIMD4<Double>(values[0]) - picture[nearestX, nearestY]
            #expect(max(difference.max(), -difference.min()) < 1e-6)
        }
    }

    @Test("at the smallest zoom a whole picture is a few pixels of its mean color")
    func smallestZoom() throws {
        let picture = Reference(width: 640, height: 512) { _, _ in SIMD4(0.2, 0.6, 0.4, 1) }
        let placement = Placement(
            pictureSize: SIMD2(640, 512), areaSize: SIMD2(300, 200),
            zoom: .scaled(PictureZoom.scales.lowerBound, center: SIMD2(320, 256)))
        #expect(placement.viewport == Viewport(wholeAt: SIMD2(10, 8)))
        try withEngine { engine in
            let values = try engine.values(
                [Recipe.Stage("gaussian-blur", ["radius": 100])], of: SourceFrame(picture.buffer(.eight)),
                viewport: placement.viewport)
            #expect(values.count == 80)
            #expect(values.allSatisfy { abs($0.y - 0.6) < 0.002 && abs($0.w - 1) < 0.001 })
        }
    }

    @Test("at the largest zoom a view is a few pixels, the export's own")
    func largestZoom() throws {
        let picture = testPicture().buffer(.eight)
        let placement = Placement(
            pictureSize: SIMD2(97, 61), areaSize: SIMD2(300, 200),
            zoom: .scaled(PictureZoom.scales.upperBound, center: SIMD2(50, 30)))
        let region = placement.viewport.region
        #expect(placement.viewport.gridSize == SIMD2(97, 61))
        #expect(region.size.x <= 6 && region.size.y <= 5)
        try withEngine { engine in
            let whole = try engine.values(recipe, of: SourceFrame(picture))
            let part = try engine.values(recipe, of: SourceFrame(picture), viewport: placement.viewport)
            for (index, value) in part.enumerated() {
                let x = index % region.size.x + region.origin.x
                let y = index / region.size.x + region.origin.y
                let difference = value - whole[y * 97 + x]
                #expect(max(difference.max(), -difference.min()) < 0.002, "at \(x), \(y)")
            }
        }
    }

    @Test("panning back recomputes nothing that is still cached")
    func keepsWhatWasSeen() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture().buffer(.eight))
            let views = [view(0, 0, 50, 40), view(20, 5, 50, 40), view(40, 10, 50, 40)]
            for view in views { _ = try engine.render(recipe, of: source, viewport: view) }
            let (runs, dispatches) = (engine.runs, engine.device.dispatches)
            for view in views.reversed() { _ = try engine.render(recipe, of: source, viewport: view) }
            #expect(engine.runs == runs)
            #expect(engine.device.dispatches == dispatches)
        }
    }

    @Test("the least recently used results are evicted for new ones")
    func forgetsTheOldest() throws {
        // The cache has room for the sources of five views.
        let engine = try Engine(context: HeadlessContext(), resultBudget: 5 * 50 * 40 * 4)
        let source = SourceFrame(testPicture().buffer(.eight))
        func show(_ x: Int) throws -> Int {
            let before = engine.runs["source", default: 0]
            _ = try engine.render([], of: source, viewport: view(x, 0, 50, 40))
            return engine.runs["source", default: 0] - before
        }
        for x in 0..<7 { #expect(try show(x) == 1) }
        #expect(try show(6) == 0, "the newest is held")
        #expect(try show(0) == 1, "the oldest is not")
        #expect(engine.device.textures.counters.made <= 7, "what was let go of serves again")
    }

    @Test("full graphics memory gives an error message and loses nothing")
    func survivesFullMemory() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture().buffer(.eight))
            let whole = try engine.values(recipe, of: source)
            engine.releaseMemory()
            engine.device.textures.byteLimit = 97 * 61 * 4
            _ = #expect {
                try engine.values(recipe, of: source)
            } throws: {
                "\($0)".contains("graphics memory is full") && "\($0)".contains("pixels")
            }
            engine.device.textures.byteLimit = .max
            #expect(try engine.values(recipe, of: source) == whole)
        }
    }

    @Test("if cached results fill the graphics memory they are evicted for a frame")
    func keptResultsAreEvicted() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture().buffer(.eight))
            _ = try engine.values(recipe, of: source, viewport: view(0, 0, 90, 61))
            let needed = engine.device.textures.counters.peakBytes
            for x in 0..<4 {
                _ = try engine.values(recipe, of: source, viewport: view(x, 0, 90, 61), keepsResults: true)
            }
            engine.device.textures.byteLimit = engine.device.textures.counters.bytes
            #expect(engine.device.textures.byteLimit > needed)
            _ = try engine.values(recipe, of: source, viewport: view(7, 0, 90, 61))
        }
    }
}
