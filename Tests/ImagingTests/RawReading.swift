import Foundation
import Imaging
import TestSupport
import Testing

/// Camera raw files, compared with LibRaw's own program.
@Suite struct RawReading {
    /// Imports Tests/Support/dng.py into a script as `dng`.
    static let maker = """
        import struct, sys
        sys.path.insert(0, "\(URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path)/Support")
        from dng import dng
        folder = sys.argv[1]

        """

    @Test(
        "a DNG with a white point in chromaticities looks like one with the neutral color",
        arguments: [
            ("(.3127, .3290)", "1, 1, 1", "1, 1, 1", "False"),
            ("(.3457, .3585)", "1, 1, 1", "1, 1, 1", "False"),
            ("(.4476, .4074)", "1, 1, 1", "1, 1, 1", "False"), ("(.29, .30)", "1, 1, 1", "1, 1, 1", "False"),
            ("(.3457, .3585)", "1.1, 1, .8", "1.2, 1, .9", "False"),
            ("(.3457, .3585)", "1, 1, 1", "1, 1, 1", "True"),
        ])
    func statedWhite(white: String, calibration: String, balance: String, hasTwo: String) throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + """
                import numpy as np
                white, two = \(white), \(hasTwo)
                color = np.array((3.2405, -1.5371, -.4985, -.9693, 1.8760, .0416, .0556, -.2040, 1.0572)).reshape(3, 3)
                # The matrix for lamplight (A); the other is that for D65, which LibRaw takes for the colors.
                lamp = color * np.array([[1.1], [1], [.8]])
                calibration, balance = np.diag([\(calibration)]), np.array([\(balance)])
                more = [(50723, "S", tuple(calibration.flat)), (50727, "R", tuple(balance))]
                matrix = color
                if two:
                    more += [(50722, "S", tuple(lamp.flat)), (50779, "H", (17,))]
                    # 5000 K between 6504 K and 2856 K, by the inverse.
                    share = (1 / 5000 - 1 / 6504) / (1 / 2856 - 1 / 6504)
                    matrix = color + (lamp - color) * share
                seen = balance * (calibration @ matrix @ [white[0] / white[1], 1, (1 - sum(white)) / white[1]])
                dng(folder + "/a.dng", neutral=None, more=more + [(50729, "R", white)])
                dng(folder + "/b.dng", neutral=tuple(seen / seen.max()), more=more)
                """, arguments: [folder.path])
        let pictures = try ["a.dng", "b.dng"].map { try Picture(contentsOf: folder.file($0)) }
        let difference = pictures[0].averageDifference(from: pictures[1])
        #expect(difference <= 0.3, "\(difference)")
    }

    @Test(
        "a mosaic is developed at its full size like by LibRaw's program",
        arguments: [
            "", "pattern=(2, 1, 1, 0)", "pattern=(1, 0, 2, 1)", "compressed=True", "thumbnail=True",
            "compressed=True, thumbnail=True, pattern=(1, 2, 0, 1)", "orientation=6", "black=1024, crop=True",
        ])
    func developed(choices: String) throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + "dng(folder + \"/a.dng\"\(choices.isEmpty ? "" : ", " + choices))\n",
            arguments: [folder.path])
        let picture = try Picture(contentsOf: folder.file("a.dng"))
        let turned = choices.contains("orientation=6")
        #expect(picture.width == (turned ? 240 : 320) && picture.height == (turned ? 320 : 240))
        #expect(picture.depth == .sixteen && picture.channels == .rgb && picture.format == nil)
        try picture.write(to: folder.file("a.png"), options: EncodingOptions(profile: .sRGB))
        // Linear light, encoded with sRGB's curve and primaries.
        let reference = try runProgram(
            "/usr/bin/dcraw_emu",
            arguments: ["-w", "-W", "-6", "-T", "-g", "2.4", "12.92", "-o", "1", folder.file("a.dng")])
        #expect(reference.status == 0, "\(reference.errors)")
        let expected = try Picture(contentsOf: folder.file("a.dng.tiff"))
        let made = try Picture(contentsOf: folder.file("a.png"))
        #expect(made.averageDifference(from: expected) <= 1, "\(made.averageDifference(from: expected))")
    }

    @Test("metadata of raw files not based on TIFF is read: Fuji's and Canon's")
    func otherContainers() throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + """
                import io
                from PIL import Image
                def tiff(*entries):
                    # Values of a directory lie behind it: 8 of header, 2, 12 for each, 4.
                    at, body, tail = 8 + 2 + 12 * len(entries) + 4, struct.pack("<H", len(entries)), b""
                    for tag, kind, count, data in entries:
                        field = data.ljust(4, b"\\0") if len(data) <= 4 else struct.pack("<I", at + len(tail))
                        if len(data) > 4: tail += data
                        body += struct.pack("<HHI", tag, kind, count) + field
                    return b"II*\\0" + struct.pack("<I", 8) + body + struct.pack("<I", 0) + tail
                def box(kind, content): return struct.pack(">I", 8 + len(content)) + kind + content
                first = tiff((271, 2, 6, b"Canon\\0"), (272, 2, 10, b"EOS Test!\\0"))
                more = tiff((33434, 5, 1, struct.pack("<II", 1, 250)), (34855, 3, 1, struct.pack("<H", 400)))
                location = tiff((1, 2, 2, b"N\\0"), (2, 5, 3, struct.pack("<6I", 52, 1, 30, 1, 0, 1)))
                canon = box(b"uuid", bytes(16) + box(b"CNCV", b"x") + box(b"CMT1", first) + box(b"CMT2", more) + box(b"CMT4", location))
                open(folder + "/a.cr3", "wb").write(box(b"ftyp", b"crx " + bytes(8)) + box(b"moov", canon) + box(b"mdat", b""))
                exif = Image.Exif()
                exif[272] = "X-Test"
                jpeg = io.BytesIO()
                Image.new("RGB", (8, 8)).save(jpeg, "JPEG", exif=exif)
                jpeg = jpeg.getvalue()
                open(folder + "/a.raf", "wb").write(b"FUJIFILMCCD-RAW " + bytes(68) + struct.pack(">II", 148, len(jpeg)) + bytes(56) + jpeg)
                """, arguments: [folder.path])
        let canon = try #require(
            try Array(Data(contentsOf: URL(fileURLWithPath: folder.file("a.cr3")))).withUnsafeBytes(
                RawMetadata.read)?.exif)
        try Data(canon).write(to: URL(fileURLWithPath: folder.file("canon.exif")))
        let result = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-s3", "-Make", "-Model", "-ISO", "-ShutterSpeedValue", "-ExposureTime", "-GPSLatitude", "-n",
                folder.file("canon.exif"),
            ])
        #expect(result.output.split(separator: "\n") == ["Canon", "EOS Test!", "400", "0.004", "52.5"])
        let fuji = try Array(Data(contentsOf: URL(fileURLWithPath: folder.file("a.raf")))).withUnsafeBytes(
            RawMetadata.read)
        #expect(fuji?.shot?.camera == "X-Test")
        // Truncated anywhere, a file must not be read beyond its end.
        for name in ["a.cr3", "a.raf"] {
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
            for count in stride(from: 0, to: bytes.count, by: 7) {
                _ = bytes.prefix(count).withUnsafeBytes {
                    RawMetadata.read(UnsafeRawBufferPointer(rebasing: $0[...]))
                }
            }
        }
    }

    @Test("data that cannot be decoded is damage, and the rest is read if damage is accepted")
    func damaged() throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + """
                dng(folder + "/a.dng", compressed=True)
                data = bytearray(open(folder + "/a.dng", "rb").read())
                middle = len(data) // 2
                data[middle:middle + 200] = b"\\xff" * 200
                open(folder + "/a.dng", "wb").write(data)

                """, arguments: [folder.path])
        let path = folder.file("a.dng")
        #expect {
            try Picture(contentsOf: path)
        } throws: { error in
            if case .damaged? = error as? ImagingError { true } else { false }
        }
        let rest = try Picture(contentsOf: path, options: DecodingOptions(acceptsDamage: true))
        #expect(rest.width == 320 && rest.height == 240 && rest.damage != nil)
    }

    @Test("embedded keywords are kept")
    func keywords() throws {
        let folder = try temporaryFolder()
        try runPython(Self.maker + "dng(folder + \"/a.dng\")\n", arguments: [folder.path])
        let changed = try runProgram(
            "/usr/bin/exiftool",
            arguments: ["-q", "-overwrite_original", "-IPTC:Keywords=Waves", folder.file("a.dng")])
        #expect(changed.status == 0, "\(changed.errors)")
        try Picture(contentsOf: folder.file("a.dng")).write(to: folder.file("b.jpg"))
        let result = try runProgram(
            "/usr/bin/exiftool", arguments: ["-s3", "-IPTC:Keywords", folder.file("b.jpg")])
        #expect(result.output == "Waves\n")
    }

    @Test("a half-size version is available in advance, and looks the same")
    func halved() throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + "dng(folder + \"/a.dng\", thumbnail=True, orientation=8)\n", arguments: [folder.path]
        )
        let reduced = try #require(ReducedPicture(contentsOf: folder.file("a.dng")))
        #expect(reduced.size == SIMD2(240, 320))
        #expect(reduced.pixels.width == 120 && reduced.pixels.height == 160)
        let whole = try Picture(contentsOf: folder.file("a.dng"))
        func mean(_ pixels: PixelBuffer) -> Double {
            let picture = Picture(pixels: pixels, channels: .rgb)
            return picture.levels.reduce(0, +) / Double(picture.levels.count)
        }
        #expect(abs(mean(reduced.pixels) - mean(whole.pixels)) < 1)
        #expect(reduced.pixels.colorSpace == whole.colorSpace)
    }

    @Test("a raw file that LibRaw cannot read is reported, and never opens as its thumbnail")
    func refused() throws {
        let folder = try temporaryFolder()
        try runPython(
            Self.maker + #"""
                dng(folder + "/whole.dng", thumbnail=True)
                bytes = open(folder + "/whole.dng", "rb").read()
                # A compression that nobody has.
                open(folder + "/unknown.dng", "wb").write(bytes.replace(struct.pack("<HHIHH", 259, 3, 1, 1, 0),
                    struct.pack("<HHIHH", 259, 3, 1, 1, 0), 1).replace(struct.pack("<HHIH", 262, 3, 1, 32803),
                    struct.pack("<HHIH", 262, 3, 1, 32803)).replace(struct.pack("<HHIH", 259, 3, 1, 1),
                    struct.pack("<HHIH", 259, 3, 1, 60000)))
                open(folder + "/a.raf", "wb").write(b"FUJIFILMCCD-RAW 0201" + b"\0" * 4000)
                """#, arguments: [folder.path])
        for name in ["unknown.dng", "a.raf"] {
            let error = try #require(throws: ImagingError.self) { try Picture(contentsOf: folder.file(name)) }
            #expect("\(error)".contains(name), "\(error)")
        }
    }

    @Test("an ordinary TIFF with directories stays one")
    func ordinary() throws {
        let folder = try temporaryFolder()
        try runPython(
            """
            import sys
            from PIL import Image
            Image.new("RGB", (8, 6), (9, 8, 7)).save(sys.argv[1])
            """, arguments: [folder.file("a.tif")])
        #expect(try Picture(contentsOf: folder.file("a.tif")).format == .tiff)
    }
}
