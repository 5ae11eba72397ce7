import Filters
import GPU
import Rendering
import Testing

@Suite("Plans") struct PlanTests {
    private let size = SIMD2(4000, 3000)

    private func plan(
        _ recipe: Recipe, _ viewport: Viewport? = nil, output: PixelFormat? = nil, changing: Int? = nil
    ) throws -> Plan {
        try Plan(
            recipe: recipe, catalog: .builtIn, sourceSize: size,
            viewport: viewport ?? Viewport(wholeAt: size),
            precision: .rgba16f, outputFormat: output, changing: changing)
    }

    @Test("a recipe without effect has no passes")
    func elidesWhatDoesNothing() throws {
        var off = Recipe.Stage("invert")
        off.isEnabled = false
        var clear = Recipe.Stage("invert")
        clear.opacity = 0
        let recipe: Recipe = [
            off, clear, Recipe.Stage("saturation", ["amount": 1]),
            Recipe.Stage("gaussian-blur", ["radius": 0]), Recipe.Stage("not-known"),
        ]
        #expect(try plan(recipe).passes.isEmpty)
        #expect(try plan(recipe, output: .rgba8ui).passes.map(\.name) == ["convert"])
    }

    @Test("neighboring point filters share a pass; a blur is two")
    func fusesPoints() throws {
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": 0.5]), Recipe.Stage("invert"),
            Recipe.Stage("gaussian-blur", ["radius": 5]), Recipe.Stage("invert"),
        ]
        #expect(
            try plan(recipe).passes.map(\.name) == [
                "saturation + invert", "gaussian blur, rows", "gaussian blur, columns", "invert",
            ])
        #expect(
            try plan(recipe, output: .rgba8ui).passes.map(\.format) == [
                .rgba16f, .rgba16f, .rgba16f, .rgba8ui,
            ])
    }

    @Test("each pass computes its region and its reader's halo, within the picture")
    func growsByHalos() throws {
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": 0.5]), Recipe.Stage("gaussian-blur", ["radius": 5]),
        ]
        let view = PixelRegion(origin: SIMD2(0, 100), size: SIMD2(200, 100))
        let regions = try plan(recipe, Viewport(gridSize: size, region: view)).passes.map(\.region)
        // The standard deviation is 2.5 and the reach 9; nothing is read beyond the left edge.
        #expect(regions[2] == view)
        #expect(regions[1] == PixelRegion(origin: SIMD2(0, 91), size: SIMD2(200, 118)))
        #expect(regions[0] == PixelRegion(origin: SIMD2(0, 91), size: SIMD2(209, 118)))
    }

    @Test("for any request, every pass finds the pixels it reads in its input")
    func inputsCoverReads() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let grid = SIMD2(Int.random(in: 1...300, using: &random), Int.random(in: 1...300, using: &random))
            let origin = SIMD2(Int.random(in: 0..<grid.x), Int.random(in: 0..<grid.y))
            let wanted = PixelRegion(
                origin: origin, size: SIMD2(Int.random(in: 1...300), Int.random(in: 1...300)))
            let stages = (0..<Int.random(in: 1...6)).map { _ in
                var stage =
                    [
                        Recipe.Stage("saturation", ["amount": 0.2]), Recipe.Stage("invert"),
                        Recipe.Stage("gaussian-blur", ["radius": .number(Double.random(in: 0...200))]),
                    ].randomElement(using: &random) ?? Recipe.Stage("invert")
                stage.opacity = [0.5, 1].randomElement(using: &random) ?? 1
                if Int.random(in: 0..<3, using: &random) == 0 {
                    stage.region = Region(
                        .ellipse, x: Double.random(in: -1...1, using: &random),
                        y: Double.random(in: -1...1, using: &random),
                        width: Double.random(in: 0.01...2, using: &random),
                        height: Double.random(in: 0.01...2, using: &random))
                    stage.region?.angle = Double.random(in: -180...180, using: &random)
                    if Bool.random(using: &random) {
                        let ends = (0..<2).map { _ in
                            SIMD2(Double.random(in: -1...2, using: &random), Double.random(in: -1...2))
                        }
                        stage.regions.append(.gradient(from: ends[0], to: ends[1]))
                    }
                }
                return stage
            }
            let viewport = Viewport(gridSize: grid, region: wanted)
            let plan = try plan(
                Recipe(stages), viewport, changing: [nil, 0, 2].randomElement(using: &random) ?? nil)
            #expect((plan.passes.last?.region ?? plan.source.region) == viewport.region)
            for pass in plan.passes {
                for input in pass.inputs {
                    let reads = plan.region(read: pass, from: input)
                    #expect(plan.region(of: input).union(reads) == plan.region(of: input))
                    #expect(!reads.isEmpty)
                }
            }
        }
    }
}
