import Foundation
import TestSupport
import Testing

@Suite("Kernel variants selected explicitly") struct KernelVariantTests {
    @Test func makeTheSamePixelsAndAreReported() throws {
        let folder = try temporaryFolder()
        try runPython(
            "from PIL import Image; import sys; Image.effect_noise((70, 50), 90).convert('RGB').save(sys.argv[1])",
            arguments: [folder.file("a.png")])
        let files = try ["image-64x1-several", "texture-16x16-tile", "texture-8x8-one"].map { variant in
            let run = try glint(
                in: folder, prefix: "GLINT_KERNELS=\(variant)", "render", "a.png", "-o", "\(variant).png",
                "--",
                "gaussian-blur", "radius=3", "gaussian-blur", "radius=12", "median")
            #expect(run.status == 0, "\(variant): \(run.errors)")
            return try Data(contentsOf: URL(fileURLWithPath: folder.file("\(variant).png")))
        }
        #expect(files[1] == files[0])
        #expect(files[2] == files[0])
        let reported = try glint(in: folder, prefix: "GLINT_KERNELS=texture-16x16-one", "info")
        #expect(reported.output.contains("samplers, workgroups of 16 × 16"), "\(reported.output)")
        let usual = try glint(in: folder, prefix: "GLINT_KERNELS=nonsense", "info", "--json")
        #expect(usual.output.contains("\"kernels\" : \""), "\(usual.output)")
        #expect(!usual.output.contains("nonsense"))
    }
}
