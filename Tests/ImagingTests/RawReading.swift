import Imaging
import TestSupport
import Testing

/// Raw files of cameras, against LibRaw's own program.
@Suite struct RawReading {
    /// `dng` makes a DNG of a mosaic, as a camera would see a scene of soft colors.
    static let maker = #"""
        import struct, sys
        import numpy as np
        folder = sys.argv[1]

        def scene(width, height):
            y, x = np.mgrid[0:height, 0:width] / [[[height]], [[width]]]
            return np.stack([.1 + .7 * x, .15 + .6 * y, .8 - .6 * x * y], -1)

        def mosaic(width, height, pattern, black, white):
            # The sensor sees white light so.
            light = scene(width, height) * [.5, 1, .7]
            y, x = np.mgrid[0:height, 0:width]
            channel = np.array(pattern).reshape(2, 2)[y % 2, x % 2]
            seen = np.take_along_axis(light, channel[..., None], 2)[..., 0]
            return np.round(black + seen * (white - black)).astype(np.uint16)

        def lossless_jpeg(samples):
            """Lossless JPEG of 16 bits with the first predictor (ITU-T T.81, annex H): 17 codes of 5 bits."""
            height, width = samples.shape
            out = b"\xff\xd8\xff\xc3" + struct.pack(">HBHHBBBB", 11, 16, height, width, 1, 1, 0x11, 0)
            out += b"\xff\xc4" + struct.pack(">HB", 19 + 17, 0) + bytes([0, 0, 0, 0, 17] + [0] * 11) + bytes(range(17))
            out += b"\xff\xda" + struct.pack(">HBBBBBB", 8, 1, 1, 0, 1, 0, 0)
            bits = []
            previous_row = None
            for row in samples.astype(int):
                before = 1 << 15 if previous_row is None else previous_row[0]
                for value in row:
                    difference = (value - before + 32768) % 65536 - 32768
                    size = int(abs(difference)).bit_length()
                    bits.append(format(size, "05b"))
                    if 0 < size < 16:
                        bits.append(format(difference if difference > 0 else difference + (1 << size) - 1, "0%db" % size))
                    before = value
                previous_row = row
            text = "".join(bits)
            text += "1" * (-len(text) % 8)
            data = int(text, 2).to_bytes(len(text) // 8, "big")
            return out + data.replace(b"\xff", b"\xff\0") + b"\xff\xd9"

        TYPES = {"B": (1, "B"), "H": (3, "H"), "I": (4, "I"), "s": (2, "s")}
        def entry(tag, kind, values):
            if kind == "s":
                data = values.encode() + b"\0"
                return tag, 2, len(data), data
            if kind in "RS":
                data = b"".join(struct.pack("<ii" if kind == "S" else "<II", round(v * 10000), 10000) for v in values)
                return tag, 10 if kind == "S" else 5, len(values), data
            return tag, TYPES[kind][0], len(values), struct.pack("<%d%s" % (len(values), TYPES[kind][1]), *values)

        def directory(entries, at, rest):
            """A directory at this place, its long values in `rest`."""
            entries = sorted(entries)
            start = at + 2 + 12 * len(entries) + 4
            body, tail = struct.pack("<H", len(entries)), b""
            for tag, kind, count, data in entries:
                if len(data) <= 4: field = data.ljust(4, b"\0")
                else:
                    field = struct.pack("<I", start + len(tail))
                    tail += data + b"\0" * (len(data) % 2)
                body += struct.pack("<HHI", tag, kind, count) + field
            return body + struct.pack("<I", 0) + tail

        def dng(path, width=320, height=240, pattern=(0, 1, 1, 2), black=256, white=16000, compressed=False,
                thumbnail=False, orientation=1, crop=False):
            samples = mosaic(width, height, pattern, black, white)
            data = lossless_jpeg(samples) if compressed else samples.astype("<u2").tobytes()
            small = (scene(96, 64) * 255).astype(np.uint8).tobytes()
            pixels = 8 + len(small)
            common = [
                entry(50706, "B", (1, 4, 0, 0)), entry(50708, "s", "Glint Test"), entry(271, "s", "Glint"),
                entry(272, "s", "Test"), entry(274, "H", (orientation,)), entry(50778, "H", (21,)),
                # From XYZ to the sensor: that of sRGB.
                entry(50721, "S", (3.2405, -1.5371, -.4985, -.9693, 1.8760, .0416, .0556, -.2040, 1.0572)),
                entry(50728, "R", (.5, 1, .7))]
            raw = [
                entry(254, "I", (0,)), entry(256, "I", (width,)), entry(257, "I", (height,)), entry(258, "H", (16,)),
                entry(259, "H", (7 if compressed else 1,)), entry(262, "H", (32803,)), entry(273, "I", (pixels,)),
                entry(277, "H", (1,)), entry(278, "I", (height,)), entry(279, "I", (len(data),)),
                entry(33421, "H", (2, 2)), entry(33422, "B", pattern), entry(50714, "H", (black,)),
                entry(50717, "H", (white,))]
            if crop: raw += [entry(50719, "I", (8, 8)), entry(50720, "I", (width - 16, height - 16))]
            first = pixels + len(data) + len(data) % 2
            if thumbnail:
                sub = directory(raw, first, b"")
                preview = [
                    entry(254, "I", (1,)), entry(256, "I", (96,)), entry(257, "I", (64,)), entry(258, "H", (8, 8, 8)),
                    entry(259, "H", (1,)), entry(262, "H", (2,)), entry(273, "I", (8,)), entry(277, "H", (3,)),
                    entry(278, "I", (64,)), entry(279, "I", (len(small),)), entry(330, "I", (first,))]
                directories = sub + directory(preview + common, first + len(sub), b"")
                first += len(sub)
            else: directories = directory(raw + common, first, b"")
            with open(path, "wb") as file:
                file.write(struct.pack("<2sHI", b"II", 42, first) + small + data + b"\0" * (len(data) % 2) + directories)

        """#

    @Test(
        "a mosaic is developed at its full size as LibRaw's program does it",
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
        // Linear light with the curve of sRGB, in sRGB.
        let reference = try runProgram(
            "/usr/bin/dcraw_emu",
            arguments: ["-w", "-W", "-6", "-T", "-g", "2.4", "12.92", "-o", "1", folder.file("a.dng")])
        #expect(reference.status == 0, "\(reference.errors)")
        let expected = try Picture(contentsOf: folder.file("a.dng.tiff"))
        let made = try Picture(contentsOf: folder.file("a.png"))
        #expect(made.averageDifference(from: expected) <= 1, "\(made.averageDifference(from: expected))")
    }

    @Test("half of its size is there in advance, and looks the same")
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

    @Test("a raw file that LibRaw cannot read says so, and never opens as its thumbnail")
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
