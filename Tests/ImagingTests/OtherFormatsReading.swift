import Imaging
import TestSupport
import Testing

@Suite struct OtherFormatsReading {
    /// Files written by Pillow, and the RGBA that Pillow reads back from each.
    private static let script = #"""
        import sys
        import numpy as np
        from PIL import Image
        folder = sys.argv[1]
        y, x = np.mgrid[0:45, 0:61]
        rgb = np.stack([x * 4, y * 5, (x * y) % 256], 2).astype("u1")
        image = Image.fromarray(rgb)
        rgba = Image.fromarray(np.dstack([rgb, (x * 3 + y).astype("u1")]))
        gray = image.convert("L")
        smooth = Image.fromarray(np.stack([x * 4, y * 5, (x + y) * 2], 2).astype("u1"))
        def save(picture, name, **options):
            picture.save(folder + "/" + name, **options)
            stored = Image.open(folder + "/" + name)
            mode, stored = stored.mode, stored.convert("RGBA")
            open(folder + "/" + name + ".rgba", "wb").write(stored.tobytes())
            channels = {"1": "gray", "L": "gray", "LA": "grayAlpha", "RGBA": "rgba"}.get(mode, "rgb")
            print(name, channels)
        save(smooth, "rgb.jpg", quality=90)
        save(smooth, "444.jpg", quality=95, subsampling=0)
        save(smooth, "progressive.jpg", progressive=True)
        save(gray, "gray.jpg")
        save(image, "plain.tif")
        save(image, "lzw.tif", compression="tiff_lzw")
        save(image, "deflate.tif", compression="tiff_adobe_deflate")
        save(rgba, "alpha.tif", compression="tiff_deflate")
        save(gray, "gray.tif")
        save(gray.convert("1"), "bits.tif", compression="group4")
        save(image.convert("P", palette=Image.ADAPTIVE), "palette.tif")
        save(image, "lossless.webp", lossless=True)
        save(rgba, "alpha.webp", lossless=True, exact=True)
        save(image.convert("P", palette=Image.ADAPTIVE), "palette.gif")
        """#

    @Test func jpegTIFFWebPAndGIFDecodeAsPillowDecodesThem() throws {
        let folder = try temporaryFolder()
        let lines = try runPython(Self.script, arguments: [folder.path]).split(separator: "\n")
        #expect(lines.count == 14)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let picture = try Picture(contentsOf: folder.file(words[0]))
            let bytes = try contents(folder.file(words[0] + ".rgba"))
            #expect(picture.width == 61 && picture.height == 45)
            #expect(picture.pixels.depth == .eight)
            #expect("\(picture.channels)" == words[1], "\(line)")
            #expect(picture.format == PictureFormat(fileName: words[0]), "\(line)")
            #expect(picture.bytes == bytes, "\(line)")
        }
    }

    @Test func sixteenBitAndFloatTIFFKeepTheirDepth() throws {
        let folder = try temporaryFolder()
        let expected = noise(23, 11, .sixteen, .rgba)
        try write(expected.bytes, to: folder.file("noise"))
        for (name, options) in [
            ("deep.tif", ["-define", "tiff:alpha=unassociated"]),
            ("deep-zip.tif", ["-define", "tiff:alpha=unassociated", "-compress", "zip"]),
        ] {
            let result = try runProgram(
                "/usr/bin/convert",
                arguments: [
                    "-size", "23x11", "-depth", "16", "-endian", "LSB", "rgba:" + folder.file("noise"),
                ]
                    + options + [folder.file(name)])
            #expect(result.status == 0, "\(result.errors)")
            let picture = try Picture(contentsOf: folder.file(name))
            #expect(picture.pixels.depth == .sixteen)
            #expect(picture.channels == .rgba)
            #expect(picture.bytes == expected.bytes, "\(name)")
        }
        // Float samples are linear light: 0.5 is 0.7354 when encoded.
        try runPython(
            #"""
            import sys
            import numpy as np
            from PIL import Image
            Image.fromarray(np.array([[0, 0.5, 1, 2, -1]], dtype="f4")).save(sys.argv[1])
            """#, arguments: [folder.file("float.tif")])
        let float = try Picture(contentsOf: folder.file("float.tif"))
        #expect(float.pixels.depth == .float)
        let levels = stride(from: 0, to: 20, by: 4).map { float.levels[$0] / 255 }
        for (level, wanted) in zip(levels, [0, 0.735357, 1, 1.353256, -1]) {
            #expect(abs(level - wanted) < 0.0005, "\(levels)")
        }
    }

    @Test func avifAndHEIFAreRead() throws {
        let folder = try temporaryFolder()
        for name in ["a.avif", "a.heic"] {
            let result = try runProgram(
                "/usr/bin/convert", arguments: ["-size", "40x24", "xc:rgb(40,150,220)", folder.file(name)])
            // ImageMagick may have been built without an encoder.
            guard result.status == 0 else { continue }
            let picture = try Picture(contentsOf: folder.file(name))
            #expect(picture.width == 40 && picture.height == 24)
            #expect(picture.format == (name == "a.avif" ? .avif : nil))
            for (level, wanted) in zip(picture.levels.prefix(4), [40.0, 150, 220, 255]) {
                #expect(abs(level - wanted) <= 4, "\(name): \(picture.levels.prefix(4))")
            }
        }
    }

    @Test("Lab TIFFs use D50 white, like Photoshop's and lcms2", arguments: [8, 16])
    func lab(bits: Int) throws {
        let folder = try temporaryFolder()
        let text = try runPython(
            #"""
            import sys
            import numpy as np, tifffile
            from PIL import Image, ImageCms
            lab = np.full((7, 9, 3), (150, 20, -60), "i4")
            bytes = np.stack([lab[..., 0], lab[..., 1] % 256, lab[..., 2] % 256], -1).astype("u1")
            wide = bytes if sys.argv[2] == "8" else np.stack(
                [lab[..., 0] * 65535.0 / 255, lab[..., 1] * 256 % 65536, lab[..., 2] * 256 % 65536], -1).astype("u2")
            tifffile.imwrite(sys.argv[1], wide, photometric="cielab")
            image = Image.frombytes("LAB", (9, 7), bytes.tobytes())
            transform = ImageCms.buildTransform(
                ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB"), "LAB", "RGB", renderingIntent=1)
            print(*ImageCms.applyTransform(image, transform).getpixel((0, 0)))
            """#, arguments: [folder.file("lab.tif"), "\(bits)"])
        let expected = text.split(separator: " ").compactMap {
            Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let picture = try Picture(contentsOf: folder.file("lab.tif"))
        #expect(expected.count == 3 && picture.width == 9 && picture.height == 7)
        for (level, wanted) in zip(picture.levels, expected) {
            #expect(abs(level - wanted) <= 2, "\(picture.levels.prefix(4)) \(expected)")
        }
    }

    @Test func thirtyTwoBitTIFFsAreRead() throws {
        let folder = try temporaryFolder()
        for (name, options) in [("deep.tif", ["-depth", "32"])] {
            let result = try runProgram(
                "/usr/bin/convert",
                arguments: ["-size", "9x7", "xc:rgb(40,150,220)"] + options
                    + ["-compress", "none", folder.file(name)])
            #expect(result.status == 0, "\(result.errors)")
            let picture = try Picture(contentsOf: folder.file(name))
            #expect(picture.width == 9 && picture.height == 7)
            for (level, wanted) in zip(picture.levels.prefix(4), [40.0, 150, 220, 255]) {
                #expect(abs(level - wanted) <= 3, "\(name): \(picture.levels.prefix(4))")
            }
        }
    }

    @Test func floatRGBIsLinearLight() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys
            pixels = struct.pack("<6f", 0.0, 0.5, 1.0, 0.25, 4.0, -1.0)
            bits, formats = struct.pack("<3H", 32, 32, 32), struct.pack("<3H", 3, 3, 3)
            body = pixels + bits + formats
            entries = [(256, 3, 1, 2), (257, 3, 1, 1), (258, 3, 3, 8 + 24), (259, 3, 1, 1), (262, 3, 1, 2),
                (273, 4, 1, 8), (277, 3, 1, 3), (278, 3, 1, 1), (279, 4, 1, 24), (339, 3, 3, 8 + 30)]
            table = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *e) for e in entries)
            open(sys.argv[1], "wb").write(b"II*\0" + struct.pack("<I", 8 + len(body)) + body + table + bytes(4))
            """#, arguments: [folder.file("float.tif")])
        let picture = try Picture(contentsOf: folder.file("float.tif"))
        #expect(picture.pixels.depth == .float && picture.channels == .rgb)
        for (level, wanted) in zip(picture.levels, [0, 0.735357, 1, 1, 0.537099, 1.824795, -1, 1]) {
            #expect(abs(level / 255 - wanted) < 0.0005, "\(picture.levels)")
        }
    }

    @Test func cmykBecomesSRGB() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import sys
            from PIL import Image
            image = Image.new("CMYK", (32, 8))
            for i, ink in enumerate(((0, 0, 0, 0), (255, 0, 0, 0), (0, 255, 255, 0), (0, 0, 0, 255))):
                image.paste(ink, (i * 8, 0, i * 8 + 8, 8))
            image.save(sys.argv[1] + "/ink.jpg", quality=100)
            image.save(sys.argv[1] + "/ink.tif")
            """#, arguments: [folder.path])
        for name in ["ink.jpg", "ink.tif"] {
            let picture = try Picture(contentsOf: folder.file(name))
            #expect(picture.channels == .rgb)
            let levels = picture.levels
            func color(_ block: Int) -> [Double] {
                Array(levels[(block * 8 + 4) * 4..<(block * 8 + 4) * 4 + 4])
            }
            #expect(color(0).allSatisfy { $0 >= 250 }, "\(name): paper is white, not \(color(0))")
            #expect(color(1)[0] < 80 && color(1)[2] > 180, "\(name): cyan is \(color(1))")
            #expect(color(2)[0] > 180 && color(2)[2] < 90, "\(name): red is \(color(2))")
            #expect(
                color(3).prefix(3).allSatisfy { $0 < 70 } && color(3)[3] == 255,
                "\(name): black is \(color(3))")
        }
    }

    @Test func premultipliedTIFFBecomesStraight() throws {
        let folder = try temporaryFolder()
        // The colors 200, 100 and 50, multiplied by an alpha of 102/255.
        try runPython(
            """
            import sys, numpy as np, tifffile
            pixels = np.full((4, 4, 4), (80, 40, 20, 102), "u1")
            tifffile.imwrite(sys.argv[1], pixels, photometric="rgb", extrasamples=["assocalpha"])
            """, arguments: [folder.file("a.tif")])
        let levels = try Picture(contentsOf: folder.file("a.tif")).levels.prefix(4)
        for (level, wanted) in zip(levels, [200.0, 100, 50, 102]) {
            #expect(abs(level - wanted) <= 1, "\(levels)")
        }
    }

    @Test("orientation is read from every integer type", arguments: [1, 3, 4, 6, 8, 9, 13], ["<", ">"])
    func orientationOfAnyType(type: Int, order: String) throws {
        let folder = try temporaryFolder()
        try runPython(
            """
            import struct, sys
            import numpy as np
            from PIL import Image
            folder, type, order = sys.argv[1], int(sys.argv[2]), sys.argv[3]
            image = Image.fromarray(np.random.default_rng(4).integers(0, 256, (4, 6, 3), dtype=np.uint8))
            value = struct.pack(order + {1: "B", 6: "b", 3: "H", 8: "h"}.get(type, "I"), 6).ljust(4, b"\\0")
            block = (b"II*\\0" if order == "<" else b"MM\\0*") + struct.pack(order + "IH", 8, 1)
            block += struct.pack(order + "HHI", 0x0112, type, 1) + value + struct.pack(order + "I", 0)
            for name in ("o.jpg", "o.png", "o.webp"):
                image.save(folder + "/" + name, exif=b"Exif\\0\\0" + block)
            """, arguments: [folder.path, "\(type)", order])
        for name in ["o.jpg", "o.png", "o.webp"] {
            let picture = try Picture(contentsOf: folder.file(name))
            #expect(picture.width == 4 && picture.height == 6, "\(name)")
        }
    }

    @Test(
        "a long drawing with a fractional size is not enlarged to keep the fraction",
        arguments: [(800.25, 1.25), (200.2, 2.4), (1000.3, 10.3), (400.4, 4.4)])
    func longDrawings(width: Double, height: Double) throws {
        let folder = try temporaryFolder()
        try "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'/>".write(
            toFile: folder.file("a.svg"), atomically: true, encoding: .utf8)
        let picture = try Picture(contentsOf: folder.file("a.svg"))
        #expect(abs(Double(picture.width) - width) < 5 && abs(Double(picture.height) - height) < 5)
    }

    @Test("parts that no frame of a GIF covers are transparent")
    func gapsOfGIFs() throws {
        let folder = try temporaryFolder()
        try runPython(
            """
            import struct, sys
            import numpy as np
            from PIL import Image
            values = np.random.default_rng(4).integers(0, 256, (8, 10), dtype=np.uint8)
            values[0, 0] = 255
            Image.fromarray(values).save(sys.argv[1] + "/whole.gif")
            data = bytearray(open(sys.argv[1] + "/whole.gif", "rb").read())
            data[6:10] = struct.pack("<HH", 30, 20)
            offset = data.index(b",", 13 + 3 * (2 << (data[10] & 7)))
            data[offset + 1:offset + 5] = struct.pack("<HH", 5, 6)
            open(sys.argv[1] + "/part.gif", "wb").write(data)
            """, arguments: [folder.path])
        let (whole, part) = (
            try Picture(contentsOf: folder.file("whole.gif")),
            try Picture(contentsOf: folder.file("part.gif"))
        )
        #expect(!whole.channels.hasAlpha && part.channels.hasAlpha)
        #expect(part.width == 30 && part.height == 20)
        let (inside, all) = (whole.bytes, part.bytes)
        for y in 0..<20 {
            for x in 0..<30 {
                let found = all[4 * (30 * y + x)..<4 * (30 * y + x) + 4]
                let isInside = (5..<15).contains(x) && (6..<14).contains(y)
                let start = isInside ? 4 * (10 * (y - 6) + x - 5) : 0
                let wanted = isInside ? Array(inside[start..<start + 4]) : [0, 0, 0, 0]
                #expect(Array(found) == wanted, "\(x), \(y)")
            }
        }
    }

    @Test(
        "drawings with fractional sizes lose nothing at their right and bottom",
        arguments: [
            (40.2, 30.2), (40.7, 30.3), (40.0, 30.4), (17.1, 90.9), (40.5, 30.5), (40.0, 30.0), (9.01, 9.3),
        ])
    func fractionsOfDrawings(width: Double, height: Double) throws {
        let folder = try temporaryFolder()
        // A border whose outer edge coincides with that of the drawing.
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)"><rect width="100%" height="100%"/>\
            <rect x="2" y="2" width="\(width - 4)" height="\(height - 4)" fill="white"/></svg>
            """
        try drawing.write(toFile: folder.file("a.svg"), atomically: true, encoding: .utf8)
        let picture = try Picture(contentsOf: folder.file("a.svg"))
        #expect(abs(Double(picture.width) - width) < 4 && abs(Double(picture.height) - height) < 4)
        // The widths of the border on all sides, along the middle row and column, in pixels.
        let bytes = picture.bytes
        func ink(_ x: Int, _ y: Int) -> Double {
            let offset = 4 * (picture.width * y + x)
            return Double(bytes[offset + 3]) / 255 * (1 - Double(bytes[offset]) / 255)
        }
        let scale = Double(picture.width) / width
        let right = (picture.width - 5..<picture.width).reduce(0) { $0 + ink($1, picture.height / 2) }
        let bottom = (picture.height - 5..<picture.height).reduce(0) { $0 + ink(picture.width / 2, $1) }
        #expect(abs(right - 2 * scale) < 0.2 && abs(bottom - 2 * scale) < 0.2, "\(right), \(bottom)")
    }

    @Test(arguments: 1...8) func orientationIsApplied(_ orientation: Int) throws {
        let folder = try temporaryFolder()
        let script =
            pngEncoder + #"""

                import numpy as np
                from PIL import Image, ImageOps
                folder, orientation = sys.argv[1], int(sys.argv[2])
                rng = np.random.default_rng(4)
                values = np.kron(rng.integers(0, 256, (6, 9, 3)), np.ones((8, 8, 1))).astype("u1")
                image = Image.fromarray(values)
                exif = Image.Exif()
                exif[0x0112] = orientation
                image.save(folder + "/o.jpg", exif=exif, quality=100, subsampling=0)
                image.save(folder + "/o.png", exif=exif)
                image.save(folder + "/o.webp", exif=exif, lossless=True)
                image.save(folder + "/o.tif", tiffinfo={0x0112: orientation})
                image.save(folder + "/b.tif")
                for name in ("o.jpg", "o.png", "o.webp", "b.tif"):
                    stored = Image.open(folder + "/" + name).convert("RGBA")
                    stored.getexif()[0x0112] = orientation
                    upright = ImageOps.exif_transpose(stored)
                    if orientation > 1: assert (upright.size[0] == 48) == (orientation > 4)
                    open(folder + "/" + name + ".rgba", "wb").write(upright.tobytes())
                import os
                os.rename(folder + "/b.tif.rgba", folder + "/o.tif.rgba")
                """#
        try runPython(script, arguments: [folder.path, "\(orientation)"])
        for name in ["o.jpg", "o.png", "o.webp", "o.tif"] {
            let picture = try Picture(contentsOf: folder.file(name))
            #expect(picture.width == (orientation > 4 ? 48 : 72), "\(name)")
            #expect(picture.bytes == (try contents(folder.file(name + ".rgba"))), "\(name)")
        }
    }
}
