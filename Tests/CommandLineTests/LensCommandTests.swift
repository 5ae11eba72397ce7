import Foundation
import TestSupport
import Testing

@Suite("The correction of lenses on the command line") struct LensCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try temporaryFolder()
        try runPython(
            """
            import os, sys
            import numpy as np
            from PIL import Image
            os.chdir(sys.argv[1])
            noise = np.random.default_rng(1).integers(0, 256, (60, 80, 3), dtype=np.uint8)
            picture = Image.fromarray(noise).resize((900, 1300), Image.BICUBIC)
            picture.save("plain.jpg", quality=90)
            picture.save("photo.jpg", quality=90)
            """, arguments: [folder.path])
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-q", "-overwrite_original", "-Make=Canon", "-Model=Canon EOS 5D Mark III",
                "-LensModel=EF24-105mm f/4L IS USM", "-FocalLength=24", "-FNumber=4",
                folder.file("photo.jpg"),
            ])
        #expect(written.status == 0, "\(written.errors)")
    }

    private func render(_ input: String, to output: String, _ arguments: [String]) throws -> Run {
        try glint(in: folder, arguments: ["render", input, "-o", output, "-y"] + arguments)
    }

    private func pixels(_ name: String) throws -> String {
        try runPython(
            """
            import hashlib, sys
            from PIL import Image
            print(hashlib.sha256(Image.open(sys.argv[1]).convert("RGB").tobytes()).hexdigest())
            """, arguments: [folder.file(name)])
    }

    @Test("EXIF names the lens, also of a picture that is decoded while it is saved")
    func exif() throws {
        for (output, options) in [("streamed.png", []), ("whole.png", ["--jobs", "2"])] {
            let run = try render("photo.jpg", to: output, options + ["--", "lens"])
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        #expect(try pixels("streamed.png") == pixels("whole.png"))
        #expect(try pixels("streamed.png") != pixels("photo.jpg"))
        let named = try render(
            "plain.jpg", to: "named.png",
            [
                "--", "lens", "camera=Canon EOS 5D Mark III", "lens=Canon EF 24-105mm f/4L IS USM",
                "focalLength=24", "aperture=4",
            ])
        #expect(named.status == 0 && named.errors.isEmpty, "\(named.errors)")
        #expect(try pixels("named.png") == pixels("streamed.png"))
    }

    @Test("without a profile a note says why, and the picture stays the same")
    func missing() throws {
        let run = try render("plain.jpg", to: "plain.png", ["--", "lens"])
        #expect(run.status == 0)
        #expect(
            run.errors.contains("plain.jpg: the picture's file does not record its camera and lens"))
        #expect(try pixels("plain.png") == pixels("plain.jpg"))
    }
}
