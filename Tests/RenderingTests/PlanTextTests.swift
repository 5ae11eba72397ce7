import Filters
import GPU
import Rendering
import Testing

/// The complete plan of a recipe as text, which reveals every change in the planner's output.
@Suite("Plans as text") struct PlanTextTests {
    private static let size = SIMD2(4000, 3000)
    private static let fitted = Viewport(
        gridSize: SIMD2(1600, 1200), region: PixelRegion(origin: SIMD2(0, 100), size: SIMD2(1600, 1000)))
    private static let middle = Viewport(
        gridSize: size, region: PixelRegion(origin: SIMD2(1200, 1000), size: SIMD2(1600, 1000)))

    private static func stage(_ filter: String, _ parameters: [String: ParameterValue] = [:]) -> Recipe.Stage
    {
        Recipe.Stage(filter, parameters)
    }

    private func text(
        _ recipe: Recipe, _ viewport: Viewport, precision: PixelFormat = .rgba16f,
        output: PixelFormat? = .rgba8,
        changing: Int? = nil
    ) throws -> [String] {
        let plan = try Plan(
            recipe: recipe, catalog: .builtIn, sourceSize: Self.size, viewport: viewport,
            precision: precision,
            outputFormat: output, changing: changing)
        return "\(plan)".split(separator: "\n").map(String.init)
    }

    private let saturation = stage("saturation", ["amount": 1.4])
    private let invert = stage("invert")

    private func blur(_ radius: Double, opacity: Double = 1) -> Recipe.Stage {
        var stage = Recipe.Stage("gaussian-blur", ["radius": .number(radius)])
        stage.opacity = opacity
        return stage
    }

    @Test("no stages: the source unchanged, or converted")
    func empty() throws {
        #expect(try text([], Self.fitted, output: nil) == ["source: 1600×1000 at 0,100 of 1600×1200"])
        #expect(
            try text([], Self.middle) == [
                "source: 1600×1000 at 1200,1000 of 4000×3000",
                "convert: 1600×1000 at 1200,1000 rgba8, of the source",
            ])
    }

    @Test("point filters: one pass over the visible part")
    func points() throws {
        #expect(
            try text([saturation, invert, saturation], Self.fitted) == [
                "source: 1600×1000 at 0,100 of 1600×1200",
                "saturation + invert + saturation: 1600×1000 at 0,100 rgba8, of the source",
            ])
    }

    @Test("a blur fitted into the window: its radius is reduced with the picture")
    func fittedBlur() throws {
        #expect(
            try text([blur(10)], Self.fitted) == [
                "source: 1600×1014 at 0,93 of 1600×1200",
                "gaussian blur, rows: 1600×1014 at 0,93 rgba16f, of the source, 7×0 around",
                "gaussian blur, columns: 1600×1000 at 0,100 rgba8, of pass 1, 0×7 around",
            ])
    }

    @Test("a dragged filter before the blur is fused into its first pass, a dragged blur is not")
    func fusesWhatChanges() throws {
        #expect(
            try text([saturation, blur(10)], Self.fitted, changing: 0).map { $0.prefix { $0 != ":" } } == [
                "source", "saturation + gaussian blur, rows", "gaussian blur, columns",
            ])
        #expect(
            try text([saturation, blur(10)], Self.fitted, changing: 1).map { $0.prefix { $0 != ":" } } == [
                "source", "saturation", "gaussian blur, rows", "gaussian blur, columns",
            ])
    }

    @Test("a blur at 100 %: on a grid of a quarter, whose pixels stand where the whole picture's would")
    func blurAtFullSize() throws {
        #expect(
            try text([blur(10)], Self.middle) == [
                "source: 1668×1068 at 1166,966 of 4000×3000",
                "gaussian blur, reduce columns: 1668×264 at 1166,243 rgba16f, each of 1×4, of the source, 0×6 around",
                "gaussian blur, reduce rows: 414×264 at 293,243 rgba32f, each of 4×4, of pass 1, 6×0 around",
                "gaussian blur, rows: 404×264 at 298,243 rgba32f, each of 4×4, of pass 2, 5×0 around",
                "gaussian blur, columns: 404×254 at 298,248 rgba32f, each of 4×4, of pass 3, 0×5 around",
                "gaussian blur, enlarge: 1600×1000 at 1200,1000 rgba8, of pass 4, 2×2 around",
            ])
    }

    @Test("at the picture's corner a reduced grid reaches three pixels beyond it")
    func corner() throws {
        let corner = Viewport(gridSize: Self.size, region: PixelRegion(size: SIMD2(100, 100)))
        let lines = try text([blur(40)], corner)
        #expect(lines.contains { $0.hasPrefix("gaussian blur, reduce rows: ") && $0.contains("at -3,-3") })
    }

    @Test("a blur at half opacity blends its own input, and is not fused with preceding filters")
    func opacity() throws {
        #expect(
            try text([saturation, blur(5, opacity: 0.5)], Self.fitted, changing: 0) == [
                "source: 1600×1008 at 0,96 of 1600×1200",
                "saturation: 1600×1008 at 0,96 rgba16f, of the source",
                "gaussian blur, rows: 1600×1008 at 0,96 rgba16f, of pass 1, 4×0 around",
                "gaussian blur, columns: 1600×1000 at 0,100 rgba16f, of pass 2, 0×4 around",
                "opacity: 1600×1000 at 0,100 rgba8, of pass 3 and pass 1",
            ])
    }

    @Test("two blurs: the first one computes what the second one reads")
    func twoBlurs() throws {
        #expect(
            try text([blur(5), invert, blur(2)], Self.fitted) == [
                "source: 1600×1012 at 0,94 of 1600×1200",
                "gaussian blur, rows: 1600×1012 at 0,94 rgba16f, of the source, 4×0 around",
                "gaussian blur, columns: 1600×1004 at 0,98 rgba16f, of pass 1, 0×4 around",
                "invert: 1600×1004 at 0,98 rgba16f, of pass 2",
                "gaussian blur, rows: 1600×1004 at 0,98 rgba16f, of pass 3, 2×0 around",
                "gaussian blur, columns: 1600×1000 at 0,100 rgba8, of pass 4, 0×2 around",
            ])
    }

    @Test("an export in floats blurs directly what a preview reduces first")
    func exact() throws {
        let strip = Viewport(gridSize: Self.size, region: PixelRegion(size: SIMD2(4000, 500)))
        #expect(
            try text([saturation, blur(9)], strip, precision: .rgba32f, output: .rgba16ui, changing: 0) == [
                "source: 4000×518 at 0,0 of 4000×3000",
                "saturation + gaussian blur, rows: 4000×518 at 0,0 rgba32f, of the source, 18×0 around",
                "gaussian blur, columns: 4000×500 at 0,0 rgba16ui, of pass 1, 0×18 around",
            ])
    }

    @Test("a view of one pixel, and one at the far corner")
    func onePixel() throws {
        let pixel = Viewport(gridSize: Self.size, region: PixelRegion(origin: SIMD2(3999, 2999), size: .one))
        #expect(
            try text([saturation, blur(4)], pixel) == [
                "source: 8×8 at 3992,2992 of 4000×3000",
                "saturation: 8×8 at 3992,2992 rgba16f, of the source",
                "gaussian blur, rows: 1×8 at 3999,2992 rgba16f, of pass 1, 7×0 around",
                "gaussian blur, columns: 1×1 at 3999,2999 rgba8, of pass 2, 0×7 around",
            ])
    }

    @Test("stages that change nothing leave no trace")
    func withoutEffect() throws {
        var off = invert
        off.isEnabled = false
        #expect(
            try text([off, saturation, blur(0), Self.stage("invert", ["amount": 0])], Self.fitted)
                == text([saturation], Self.fitted))
    }
}
