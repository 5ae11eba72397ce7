import Foundation
import TestSupport
import Testing

/// Pictures whose rows are filtered while they are being decoded, compared with `--jobs 2`, which decodes
/// them completely first.
@Suite("Streamed pictures") struct StreamingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try temporaryFolder()
    }

    private func render(_ input: String, to output: String, _ arguments: [String]) throws -> Run {
        try glint(in: folder, arguments: ["render", input, "-o", output, "-y"] + arguments)
    }

    /// Large enough for several strips, with everything that prevents rows from being used as soon as they
    /// are decoded: interlacing, orientation, a tone curve, several pages, and EXIF after the pixels.
    private func makePictures() throws -> [String] {
        try runPython(
            """
            import os, struct, sys, zlib
            import numpy as np
            from PIL import Image
            os.chdir(sys.argv[1])
            noise = np.random.default_rng(1).integers(0, 256, (160, 200, 4), dtype=np.uint8)
            large = Image.fromarray(noise).resize((900, 1300), Image.BICUBIC)
            rgb = large.convert("RGB")
            exif = rgb.getexif()
            exif[0x112] = 6
            large.save("alpha.png")
            rgb.save("plain.jpg", quality=90, dpi=(300, 300))
            rgb.save("progressive.jpg", progressive=True)
            rgb.save("turned.jpg", exif=exif)
            rgb.convert("L").save("gray.png")
            large.save("alpha.tif", compression="tiff_adobe_deflate")
            rgb.save("plain.tif", compression="tiff_lzw", dpi=(300, 300))
            rgb.save("turned.tif", exif=exif)
            rgb.save("pages.tif", save_all=True, append_images=[rgb])
            os.system("convert plain.tif -define tiff:tile-geometry=128x128 -compress Zip tiled.tif")
            os.system("convert alpha.png -depth 16 deep.tif")
            os.system("convert alpha.png -interlace PNG interlaced.png")
            def chunk(name, data):
                return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            with open("alpha.png", "rb") as file: bytes = file.read()
            end = bytes.rindex(b"IEND") - 4
            with open("late.png", "wb") as file:
                file.write(bytes[:end] + chunk(b"eXIf", exif.tobytes()[6:]) + bytes[end:])
            gamma = struct.pack(">I", 100000)
            with open("linear.png", "wb") as file: file.write(bytes[:33] + chunk(b"gAMA", gamma) + bytes[33:])
            print("\\n".join(sorted(os.listdir("."))))
            """, arguments: [folder.path]
        ).split(separator: "\n").map(String.init)
    }

    @Test func filesAreThoseOfAPictureThatWasDecodedWhole() throws {
        let names = try makePictures()
        #expect(names.count == 14)
        // Analog video is left out: each process measures which variant of its passes is faster, and the
        // variants differ by rounding.
        let recipes = [
            ["invert"], ["saturation", "amount=0.3", "gaussian-blur", "radius=10"],
            ["crop", "top=40", "bottom=10"], ["rotate", "angle=20"], ["flip", "vertical=true"],
            ["resize", "width=300"],
            ["gaussian-blur", "radius=200"], ["swirl"], [],
        ]
        for name in names {
            // TIFFs are tested with only four recipes: the rows that a recipe needs do not depend on the
            // format.
            for recipe in name.hasSuffix(".tif") ? Array(recipes.prefix(4)) : recipes {
                let streamed = try render(name, to: "streamed.png", ["--"] + recipe)
                let whole = try render(name, to: "whole.png", ["--jobs", "2", "--"] + recipe)
                #expect(streamed.status == 0 && whole.status == 0, "\(name) \(recipe) \(streamed.errors)")
                let files = try ["streamed.png", "whole.png"].map {
                    try Data(contentsOf: URL(fileURLWithPath: folder.file($0)))
                }
                // Compared outside #expect, which would print a difference of up to a million bytes.
                let isSame = files[0] == files[1]
                #expect(isSame, "\(name) \(recipe)")
            }
        }
    }

    @Test(arguments: ["png", "jpg", "tif"]) func whatIsFoundDamagedBelowTheRowsThatAreUsedIsNotSaved(
        suffix: String
    )
        throws
    {
        _ = try makePictures()
        if suffix == "tif" {
            // The offsets of the rows are stored after the rows, so a truncated file is invalid.
            _ = try runPython(
                """
                import os, sys
                from PIL import Image
                os.chdir(sys.argv[1])
                strips = Image.open("alpha.tif").tag_v2[273]
                with open("alpha.tif", "rb") as file: data = bytearray(file.read())
                start = strips[len(strips) * 9 // 10]
                data[start:start + 16] = bytes(16)
                with open("cut.tif", "wb") as file: file.write(data)
                """, arguments: [folder.path])
        } else {
            let name = suffix == "jpg" ? "plain.jpg" : "alpha.png"
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            try bytes.prefix(bytes.count * 9 / 10).write(
                to: URL(fileURLWithPath: folder.file("cut." + suffix)))
        }
        for recipe in [["invert"], ["crop", "bottom=50"], []] {
            let result = try render("cut." + suffix, to: "out.png", ["--"] + recipe)
            #expect(result.status == 1, "\(recipe)")
            #expect(result.errors.contains("is damaged"), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")), "\(recipe)")
        }
        let accepted = try render("cut." + suffix, to: "out.png", ["--accept-damaged", "--", "invert"])
        #expect(accepted.status == 0, "\(accepted.errors)")
    }

    /// If a decoder ends while reading rows, the file counts as damaged, and the existing output is kept.
    @Test func pictureInPlaceOfTheInputsNameIsUntouchedByAFailure() throws {
        _ = try makePictures()
        try "before".write(toFile: folder.file("kept.png"), atomically: false, encoding: .utf8)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("alpha.png")))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: folder.file("half.png")))
        let result = try render("half.png", to: "kept.png", ["--", "invert"])
        #expect(result.status == 1)
        #expect(try String(contentsOfFile: folder.file("kept.png"), encoding: .utf8) == "before")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".") }
        )
    }
}
