import System
import Filters
import GPU
import Imaging
import TestSupport
import Testing

@testable import Rendering

@Suite("Kernel variants") struct KernelVariantTests {
    private func export(_ recipe: Recipe, in variant: KernelVariant) throws -> [UInt8] {
        try withSharedEngine { engine in
            let before = engine.kernelVariant
            defer { engine.kernelVariant = before }
            engine.kernelVariant = variant
            return try engine.export(testPicture(alpha: true).buffer(.eight), recipe, depth: .eight)
        }
    }

    /// A variant that differs from the plain one in every property.
    private static let other = KernelVariant(reading: .texture, workgroup: SIMD2(16, 16), sharing: .tile)

    @Test(
        "every filter renders the same pixels in another variant",
        arguments: FilterCatalog.builtIn.filters.map(\.id))
    func everyFilter(id: String) throws {
        let recipe: Recipe = [Recipe.Stage("exposure", ["stops": 0.5]), Recipe.Stage(id)]
        #expect(
            try export(recipe, in: Self.other) == export(recipe, in: .plain))
    }

    @Test(
        "blurs, which compute several pixels at a time, are the same in all variants",
        arguments: KernelVariant.all)
    func allVariants(variant: KernelVariant) throws {
        #expect(
            try export(KernelVariantChoice.recipe, in: variant)
                == export(KernelVariantChoice.recipe, in: .plain))
    }

    @Test("the fastest is chosen, by the minimum of several runs; if nearly equal, the plain one")
    func choice() throws {
        func choice(_ times: [KernelVariant: [Double?]]) throws -> KernelVariant {
            var times = times
            return try KernelVariantChoice.fastest { variant throws(GPUError) in
                times[variant]?.isEmpty == false ? times[variant]?.removeFirst() ?? nil : nil
            }
        }
        let texture = KernelVariant(reading: .texture, workgroup: SIMD2(64, 1), sharing: .one)
        let square = Self.other
        #expect(
            try choice([.plain: [2, 2, 2, 2], texture: [3, 1, 3, 3], square: [1.5, 1.5, 1.5, 1.5]]) == texture
        )
        #expect(try choice([.plain: [2, 2, 2, 2], texture: [1.95, 1.95, 1.95, 1.95]]) == .plain)
        // A variant that does not compile is not tried again.
        #expect(try choice([.plain: [2, 2, 2, 2], texture: [nil, 1, 1, 1]]) == .plain)
        #expect(try choice([:]) == .plain)
    }

    @Test("measurements are stored per driver, and an invalid file is ignored")
    func memory() throws {
        let folder = try temporaryFolder()
        let memory = KernelVariantCache(path: folder.file("cache/kernel-forms"))
        var device = try withSharedEngine { $0.device.traits }
        #expect(memory.variant(of: device) == nil)
        let square = Self.other
        memory.keep(square, of: device)
        #expect(memory.variant(of: device) == square)
        let older = device
        device.version += " of another day"
        #expect(memory.variant(of: device) == nil)
        memory.keep(.plain, of: device)
        #expect(memory.variant(of: device) == .plain)
        #expect(memory.variant(of: older) == square)
        for number in 0..<40 {
            device.renderer = "card \(number)"
            memory.keep(.plain, of: device)
        }
        #expect(try TextFile.read(memory.path).split(separator: "\n").count == 16)
        try AtomicFile.write("texture-9x9\tnonsense\n\u{0}", to: memory.path, overwrite: true)
        #expect(memory.variant(of: device) == nil)
    }
}
