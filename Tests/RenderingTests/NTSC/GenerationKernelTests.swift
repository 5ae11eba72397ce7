import Filters
import Rendering
import Testing

@Suite("Kernels of several generations") struct GenerationKernelTests {
    /// Copies of copies reuse the same kernels, although their passes have other names.
    @Test func eightGenerationsNeedNoMoreKernelsThanTwo() throws {
        #expect(try shapes(generations: 2).count > 3)
        #expect(try shapes(generations: 8) == shapes(generations: 2))
    }

    private func shapes(generations: Double) throws -> Set<KernelShape> {
        let size = SIMD2(720, 480)
        let plan = try Plan(
            recipe: [Recipe.Stage("ntsc", ["generations": .number(generations)])], catalog: .builtIn,
            sourceSize: size, viewport: Viewport(wholeAt: size), precision: .rgba16f)
        return Set(
            plan.passes.map { pass in
                KernelShape(
                    of: pass, inputFormats: pass.inputs.map { _ in .rgba16f }, outputFormat: pass.format)
            })
    }
}
