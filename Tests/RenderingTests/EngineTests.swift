import Filters
import GPU
import Imaging
@testable import Rendering
import Testing

@Suite("Engine") struct EngineTests {
    private func recipe(saturation: Double, radius: Double, invert: Double = 0.5) -> Recipe {
        [
            Recipe.Stage("saturation", ["amount": .number(saturation)]),
            Recipe.Stage("gaussian-blur", ["radius": .number(radius)]),
            Recipe.Stage("invert", ["amount": .number(invert)]),
        ]
    }

    @Test("if nothing changed nothing runs")
    func runsNothingTwice() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture().buffer(.eight))
            let viewport = Viewport(wholeAt: source.size)
            let recipe = recipe(saturation: 0.3, radius: 4)
            let first = try engine.render(recipe, of: source, viewport: viewport)
            let (runs, dispatches) = (engine.runs, engine.device.dispatches)
            let second = try engine.render(recipe, of: source, viewport: viewport)
            #expect(engine.runs == runs)
            #expect(engine.device.dispatches == dispatches)
            #expect(first.name == second.name)
        }
    }

    @Test("a changed stage runs again, and those after it, and none before it")
    func runsOnlyFromTheChangeOn() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture().buffer(.eight))
            let viewport = Viewport(wholeAt: source.size)
            _ = try engine.render(recipe(saturation: 0.3, radius: 4), of: source, viewport: viewport)
            _ = try engine.render(
                recipe(saturation: 0.3, radius: 4, invert: 1), of: source, viewport: viewport)
            #expect(engine.runs["gaussian blur, rows"] == 1)
            #expect(engine.runs["invert"] == 2)
            // The larger radius has the same reach, so the region of the saturated picture does not change.
            _ = try engine.render(recipe(saturation: 0.3, radius: 4.1), of: source, viewport: viewport)
            #expect(engine.runs["source"] == 1)
            #expect(engine.runs["saturation"] == 1)
            #expect(engine.runs["gaussian blur, rows"] == 2)
            #expect(engine.runs["gaussian blur, columns"] == 2)
            #expect(engine.runs["invert"] == 3)
            _ = try engine.render(recipe(saturation: 0.3, radius: 30), of: source, viewport: viewport)
            #expect(engine.runs["saturation"] == 1, "the radius does not concern the saturated picture")
        }
    }

    @Test("a stage switched off and on again is not recomputed")
    func keepsWhatIsSwitchedOff() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture().buffer(.eight))
            let viewport = Viewport(wholeAt: source.size)
            var recipe = recipe(saturation: 0.3, radius: 4)
            for isEnabled in [true, false, true] {
                recipe.stages[2].isEnabled = isEnabled
                _ = try engine.render(recipe, of: source, viewport: viewport)
            }
            #expect(engine.runs["invert"] == 1)
        }
    }

    @Test("a drag creates no textures once it has begun")
    func allocatesNothingWhileDragging() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture(width: 400, height: 300).buffer(.eight))
            let viewport = Viewport(wholeAt: SIMD2(200, 150))
            var made = 0
            for step in 0..<100 {
                _ = try engine.render(
                    recipe(saturation: Double(step) / 100, radius: 4), of: source, viewport: viewport)
                if step == 5 { made = engine.device.textures.counters.made }
            }
            #expect(engine.device.textures.counters.made == made)
        }
    }

    @Test("once the program has been idle, a drag waits for no compiler")
    func compilesAhead() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture(width: 400, height: 300).buffer(.eight))
            let viewport = Viewport(wholeAt: SIMD2(200, 150))
            let job = RenderQueue.Job(
                recipe: recipe(saturation: 1, radius: 4), source: source, viewport: viewport)
            func show(_ recipe: Recipe) throws {
                _ = try engine.render(recipe, of: source, viewport: viewport, outputFormat: .rgba8)
            }
            try show(job.recipe)
            var warmup = KernelWarmup()
            warmup.begin(job, on: engine)
            while warmup.step(on: engine) {}
            let compiled = engine.device.kernels.compiled
            for step in 1...50 { try show(recipe(saturation: Double(step) / 50, radius: 4)) }
            for step in 0...100 { try show(recipe(saturation: 1, radius: Double(step) * 2)) }
            for step in 0...10 { try show(recipe(saturation: 1, radius: 4, invert: Double(step) / 10)) }
            #expect(engine.device.kernels.compiled == compiled)
        }
    }

    @Test("a picture of another size on the same grid is warmed up again")
    func forecastsEveryScale() throws {
        try withEngine { engine in
            let viewport = Viewport(wholeAt: SIMD2(200, 150))
            var warmup = KernelWarmup()
            // The radius in pixels of the grid differs by a factor of four, which needs different kernels.
            for size in [SIMD2(1600, 1200), SIMD2(400, 300)] {
                let source = SourceFrame(testPicture(width: size.x, height: size.y).buffer(.eight))
                let recipe: Recipe = [Recipe.Stage("gaussian-blur", ["radius": 200])]
                _ = try engine.render(
                    [], of: source, viewport: viewport, outputFormat: .rgba8, keepsResults: false)
                warmup.begin(
                    RenderQueue.Job(recipe: recipe, source: source, viewport: viewport), on: engine)
                while warmup.step(on: engine) {}
                let compiled = engine.device.kernels.compiled
                _ = try engine.render(recipe, of: source, viewport: viewport, outputFormat: .rgba8)
                #expect(engine.device.kernels.compiled == compiled, "at \(size)")
            }
        }
    }

    @Test("a warmup does not retain its picture")
    func forecastsWithoutThePicture() throws {
        final class Pixels: FramePixels {
            func makeTexture(
                of viewport: Viewport, precision: PixelFormat, on device: Device
            ) throws -> Texture {
                try device.textures.texture(
                    width: viewport.region.size.x, height: viewport.region.size.y, format: .rgba8)
            }
        }
        try withEngine { engine in
            var warmup = KernelWarmup()
            weak var held: Pixels?
            func begin() {
                let pixels = Pixels()
                held = pixels
                let source = SourceFrame(still: pixels, size: SIMD2(64, 48))
                warmup.begin(
                    RenderQueue.Job(
                        recipe: recipe(saturation: 1, radius: 4), source: source,
                        viewport: Viewport(wholeAt: source.size)), on: engine)
            }
            begin()
            let isForecasting = warmup.step(on: engine)
            #expect(isForecasting && held == nil)
        }
    }

    @Test("another picture is a new source; the one before it is not mistaken for it")
    func followsAStream() throws {
        try withEngine { engine in
            let viewport = Viewport(wholeAt: SIMD2(2, 2))
            for level in [0.0, 0.5, 1.0] {
                let frame = SourceFrame(
                    Reference(width: 2, height: 2) { _, _ in SIMD4(level, level, level, 1) }.buffer(.eight))
                let values = try engine.values(
                    [Recipe.Stage("invert")], of: frame, viewport: viewport, keepsResults: true)
                #expect(abs(Double(values[0].x) - (1 - level)) < 0.003)
            }
        }
    }

    @Test("a canceled run stops between dispatches, and the next one is complete")
    func stops() throws {
        try withEngine { engine in
            let picture = testPicture()
            let source = SourceFrame(picture.buffer(.eight))
            let recipe = recipe(saturation: 0.3, radius: 4)
            let whole = try engine.values(recipe, of: source)
            // Passes: the source, two of the blur (the first includes the saturation), and the others.
            // Together they need seven timer queries.
            for allowed in 0..<7 {
                var asked = 0
                _ = #expect(throws: Cancelled.self) {
                    _ = try engine.render(
                        recipe, of: source, viewport: Viewport(wholeAt: source.size),
                        keepsResults: allowed % 2 == 0,
                        shouldStop: {
                            asked += 1
                            return asked > allowed
                        })
                }
            }
            #expect(try engine.values(recipe, of: source, keepsResults: true) == whole)
        }
    }

    @Test(
        "passes are split into pieces of a few milliseconds, between which a run can be stopped",
        arguments: [3.0, 10, 150])
    func comesInPieces(radius: Double) throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture(width: 3000, height: 2000).buffer(.eight))
            let plan = try Plan(
                recipe: recipe(saturation: 0.5, radius: radius), catalog: .builtIn, sourceSize: source.size,
                viewport: Viewport(wholeAt: source.size), precision: .rgba16f)
            let runner = PassRunner(device: engine.device)
            for pass in plan.passes {
                let bands = runner.bands(of: pass)
                #expect(bands.reduce(0) { $0 + $1.pixelCount } == pass.region.pixelCount)
                // The number of pixels that a software renderer on two cores, or a graphics card, processes
                // in about 4 ms.
                let maximum = engine.device.traits.isSoftware ? 1.1e6 : 70e6
                #expect(bands.allSatisfy { Double($0.pixelCount) * pass.costPerPixel <= maximum })
            }
            var asked = 0
            _ = try engine.render(
                recipe(saturation: 0.5, radius: radius), of: source, viewport: Viewport(wholeAt: source.size),
                keepsResults: false,
                shouldStop: {
                    asked += 1
                    return false
                })
            #expect(asked > engine.device.dispatches, "each piece asks first")
        }
    }

    @Test("a picture too large for a texture gives an error message, and the engine remains usable")
    func refusesTooLargeTextures() throws {
        try withEngine { engine in
            let source = SourceFrame(testPicture().buffer(.eight))
            let viewport = Viewport(wholeAt: source.size)
            engine.device.textures.sizeLimit = 32
            #expect(throws: GPUError.textureTooLarge(width: 97, height: 61, limit: 32)) {
                try engine.render([Recipe.Stage("invert")], of: source, viewport: viewport)
            }
            engine.device.textures.sizeLimit = 4096
            _ = try engine.render([Recipe.Stage("invert")], of: source, viewport: viewport)
        }
    }

    @Test("NaN and infinities are never stored")
    func storesNoNaN() throws {
        let file = """
            // filter: make-nan
            // title: T
            // group: G
            // summary: S.
            // parameter: kind "Kind" integer 0..2 default=0
            vec4 makeNan(vec4 color, int kind) {
                float zero = color.r - color.r;
                return kind == 0 ? vec4(zero / zero) : vec4(kind == 1 ? 1.0 / zero : -1.0 / zero);
            }
            """
        let engine = try Engine(context: HeadlessContext(), catalog: FilterCatalog(files: ["x.glsl": file]))
        for kind in 0...2 {
            let values = try engine.values(
                [Recipe.Stage("make-nan", ["kind": .number(Double(kind))])],
                of: SourceFrame(testPicture().buffer(.eight)))
            #expect(values.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite && $0.w.isFinite })
        }
    }

    @Test("a custom filter that does not compile is reported with file and line")
    func reportsFilterMistakes() throws {
        let file =
            "// filter: broken\n// title: T\n// group: G\n// summary: S.\nvec4 broken(vec4 color) {\n    return colour;\n}\n"
        let engine = try Engine(
            context: HeadlessContext(), catalog: FilterCatalog(files: ["my/broken.glsl": file]))
        #expect {
            try engine.values([Recipe.Stage("broken")], of: SourceFrame(testPicture().buffer(.eight)))
        } throws: {
            "\($0)".contains("my/broken.glsl:6:")
        }
    }
}
