import Filters
import Foundation
import GPU
@testable import Rendering
import TestSupport
import Testing

@Suite("Shaders are sound GLSL to the reference compiler") struct ShaderTests {
    @Test("every kernel, in every format")
    func kernels() throws {
        var stages = FilterCatalog.builtIn.filters.map { Recipe.Stage($0.id) }
        for index in stages.indices { stages[index].opacity = 0.5 }
        stages += stages.filter { FilterCatalog.builtIn.takesRegion($0.filter) }.enumerated().map {
            index, stage in
            var stage = stage
            stage.region = Region(
                index % 2 == 0 ? .ellipse : .rectangle, x: 0.2, y: 0.2, width: 0.5, height: 0.5)
            if index % 3 == 0 {
                stage.regions += [.gradient(from: .zero, to: .one), .luminosity(0.2...0.4)]
            }
            return stage
        }
        var texts: Set<String> = []
        for (input, output) in [
            (PixelFormat.rgba8, PixelFormat.rgba16f), (.rgba16, .rgba32f), (.rgba16f, .rgba8),
            (.rgba16f, .rgba8ui), (.rgba32f, .rgba16ui),
        ] {
            for stage in stages {
                let size = SIMD2(4000, 3000)
                let plan = try Plan(
                    recipe: [stage, Recipe.Stage("invert")], catalog: .builtIn, sourceSize: size,
                    viewport: Viewport(wholeAt: size), precision: .rgba16f, outputFormat: output)
                // Tests both variants of row passes; other passes do not differ.
                for variant in RowVariant.allCases {
                    var plan = plan
                    plan.rowVariant = variant
                    for pass in plan.passes {
                        let shape = KernelShape(
                            of: pass, inputFormats: pass.inputs.map { _ in input }, outputFormat: pass.format)
                        texts.insert(KernelGenerator.source(for: shape).text)
                    }
                }
            }
        }
        #expect(texts.count >= 10)
        for text in texts { try check(text, stage: "comp") }
    }

    @Test("row filters in both variants, with all compile-time settings")
    func rows() throws {
        var dice = Dice("kernels")
        var texts: Set<String> = []
        for variant in RowVariant.allCases {
            var passes = [RowVariantChoice.probe(variant)]
            for _ in 0..<3 {
                let size = SIMD2(720, 480)
                var plan = try Plan(
                    recipe: [NTSCSettings.random(&dice).stage()], catalog: .builtIn, sourceSize: size,
                    viewport: Viewport(wholeAt: size), precision: .rgba16f)
                plan.rowVariant = variant
                passes += plan.passes.filter { $0.rowWork == .filters }
            }
            for pass in passes {
                let shape = KernelShape(
                    of: pass, inputFormats: pass.inputs.map { _ in .rgba32f }, outputFormat: pass.format)
                texts.insert(KernelGenerator.source(for: shape).text)
            }
        }
        for text in texts { try check(text, stage: "comp") }
    }

    @Test("every function of a pass, with the point filters that may go before it in its kernel")
    func fusedFunctions() throws {
        let points = FilterCatalog.builtIn.filters.filter { FilterCatalog.builtIn.multiPass($0.id) == nil }
        var checked = 0
        for filter in FilterCatalog.builtIn.filters where !filter.passes.isEmpty {
            let size = SIMD2(400, 300)
            let plan = try Plan(
                recipe: [Recipe.Stage(filter.id)], catalog: .builtIn, sourceSize: size,
                viewport: Viewport(wholeAt: size), precision: .rgba16f)
            var pass = plan.passes[0]
            guard case .file(let first) = pass.work, case .function = first.kernel,
                !plan.passes.dropFirst().contains(where: { $0.inputs.contains(.source) })
            else { continue }
            pass.fused = points.filter { !$0.mentions(filter.globalNames) }
                .map { Plan.Point(filter: $0, blending: nil) }
            pass.values = pass.fused.flatMap { point in
                (point.filter.readsTime ? [TimeUniform.slot(.zero)] : [])
                    + point.filter.parameters.flatMap { PointUniforms.slots($0.defaultValue, of: $0) }
            }
            let shape = KernelShape(
                of: pass, inputFormats: pass.inputs.map { _ in .rgba8 }, outputFormat: .rgba16f)
            try check(KernelGenerator.source(for: shape).text, stage: "comp")
            checked += 1
        }
        #expect(checked >= 4)
    }

    @Test("the counting of histograms and scopes, in every format", arguments: PixelFormat.fourChannels)
    func histogram(format: PixelFormat) throws {
        for isOfFile in [false, true] {
            try check(HistogramCounter.source(for: format, isOfFile: isOfFile).text, stage: "comp")
            try check(ScopeCounter.source(for: format, isOfFile: isOfFile).text, stage: "comp")
        }
    }

    @Test("the quad in the window, in all its variants")
    func quad() throws {
        for variant in FramePainter.Variant.allCases {
            try check(FramePainter.source("engine/quad.vert", variant).text, stage: "vert")
            try check(FramePainter.source("engine/quad.frag", variant).text, stage: "frag")
        }
    }

    private func check(_ text: String, stage: String) throws {
        let folder = try temporaryFolder()
        let file = folder.file("shader.\(stage)")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try runProgram("/usr/bin/glslangValidator", arguments: [file])
        #expect(result.status == 0, "\(result.output)")
    }
}
