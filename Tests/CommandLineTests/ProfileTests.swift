import Foundation
import TestSupport
import Testing

/// Gray profiles with a curve other than sRGB's (128 is half of the light, which is 188 in sRGB), and
/// unusable profiles.
@Suite("Profiles") struct ProfileTests {
    /// Creates `a.*` with the values 128, 200 and 10 and a linear-light profile, `t.png` with alpha, and
    /// `d.tif` with 16 bits.
    private static let maker = """
        import struct, tifffile
        def tag(kind, data):
            data = kind + bytes(4) + data
            return data + bytes(-len(data) % 4)
        white = struct.pack(">iii", 63190, 65536, 54061)
        tags = [(b"wtpt", tag(b"XYZ ", white)), (b"kTRC", tag(b"curv", struct.pack(">IH", 1, 256))),
                (b"desc", tag(b"desc", struct.pack(">I", 5) + b"gray\\0" + bytes(78))), (b"cprt", tag(b"text", b"none\\0"))]
        table, body = struct.pack(">I", len(tags)), b""
        for name, data in tags:
            table += struct.pack(">4sII", name, 132 + 12 * len(tags) + len(body), len(data))
            body += data
        size = 128 + len(table) + len(body)
        icc = struct.pack(">I4sI4s4s4s", size, b"lcms", 0x02400000, b"mntr", b"GRAY", b"XYZ ")
        icc += struct.pack(">6H", 2020, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + white
        icc = icc.ljust(128, b"\\0") + table + body
        gray = np.full((32, 48), 128, "u1")
        gray[:, 24:] = 200
        gray[:8] = 10
        for name in ("a.png", "a.jpg", "a.tif"): save(name, gray, icc_profile=icc, **({"quality": 100} if ".jpg" in name else {}))
        Image.fromarray(np.dstack([gray, np.full_like(gray, 255)]), "LA").save("t.png", icc_profile=icc)
        tifffile.imwrite("d.tif", gray.astype("u2") * 257, photometric="minisblack",
                         extratags=[(34675, 7, len(icc), icc, True)])

        """

    @Test(
        "of gray keep their meaning in every format, with an RGB one if the format has no gray",
        arguments: ["a.png", "a.jpg", "a.tif", "t.png", "d.tif"],
        ["png", "jpg", "tif", "webp", "jxl", "avif"])
    func everyFormat(source: String, suffix: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker)
        let made = try glint(in: folder, "render", source, "-o", "made.\(suffix)")
        #expect(made.status == 0, "\(made.errors)")
        let read = try glint(
            in: folder, "render", "made.\(suffix)", "-o", "back.png", "--profile", "srgb", "--depth", "8")
        #expect(read.status == 0, "\(read.errors)")
        let levels = try python(
            in: folder,
            """
            back = Image.open("back.png")
            print(back.mode, *[back.convert("RGB").getpixel(point)[channel] for point in ((10, 20), (40, 20), (10, 4))
                               for channel in (0, 2)])
            """
        ).split(separator: " ").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        // Gray stays gray if the format supports it.
        #expect(levels[0].hasPrefix("L") == (suffix != "webp"))
        for (level, wanted) in zip(levels.dropFirst().compactMap(Int.init), [188, 188, 229, 229, 56, 56]) {
            #expect(abs(level - wanted) <= 2, "\(levels)")
        }
        guard suffix != "jxl" else { return }
        let space = try runProgram(
            "/usr/bin/exiftool",
            arguments: ["-s3", "-ICC_Profile:ColorSpaceData", folder.file("made.\(suffix)")])
        #expect(space.output.hasPrefix(suffix == "webp" ? "RGB" : "GRAY"), "\(space.output)")
    }

    @Test(
        "that cannot be used are reported, others are not",
        arguments: [
            ("bad.jpg", true), ("bad.tif", true), ("bad.webp", true), ("other.jpg", true),
            ("other.tif", true),
            ("ink.jpg", true), ("ink.tif", true), ("good.jpg", false), ("good.png", false),
            ("good.tif", false),
            ("good.webp", false), ("none.jpg", false), ("none.png", false), ("a.jpg", false),
            ("a.png", false),
        ])
    func unusableProfile(name: String, isReported: Bool) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                from PIL import ImageCms
                good = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
                picture = Image.new("RGB", (32, 24), (90, 120, 150))
                for suffix in ("jpg", "png", "tif", "webp"):
                    picture.save("good." + suffix, icc_profile=good)
                    picture.save("bad." + suffix, icc_profile=b"no profile at all " * 20)
                    picture.save("none." + suffix)
                for suffix in ("jpg", "tif"):
                    picture.convert("L").save("other." + suffix, icc_profile=good)
                    picture.convert("CMYK").save("ink." + suffix, icc_profile=good)
                """)
        let run = try glint(in: folder, "render", name, "-o", "made.png")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.errorLines
                == (isReported ? ["\(name): its color profile cannot be used and was left out"] : []))
    }

    @Test(
        "HEIF files with codecs unsupported by libheif are reported with the codec, whatever the brand",
        arguments: [
            ("j2k1", "j2kH", "j2ki", "JPEG 2000"), ("avc1", "avcC", "avci", "AVC (H.264)"),
            ("vvc1", "vvcC", "vvic", "VVC (H.266)"), ("unci", "uncC", "mif2", "uncompressed samples"),
            ("evc1", "evcC", "evbi", "EVC"), ("jpeg", "jpgC", "jpeg", "JPEG"),
        ], [false, true])
    func codecs(
        codec: (item: String, property: String, brand: String, name: String), isBranded: Bool
    ) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import subprocess
            save("a.png", noise(48, 64))
            subprocess.run(["convert", "a.png", "a.heic"], check=True)
            data = open("a.heic", "rb").read()
            data = data.replace(b"hvc1", b"\(codec.item)").replace(b"hvcC", b"\(codec.property)")
            if \(isBranded ? "True" : "False"): data = data.replace(b"ftypheic", b"ftyp\(codec.brand)", 1)
            open("a.heic", "wb").write(data)
            """)
        for command in [["info", "a.heic"], ["render", "a.heic", "-o", "b.png"]] {
            let run = try glint(in: folder, arguments: command)
            // libheif reads uncompressed samples since 1.18, and reports that these are not valid ones.
            if codec.item == "unci", run.errors.contains("uncC") { continue }
            expectRefusal(
                run, status: 1,
                mentions: "a.heic cannot be read: libheif has no decoder for \(codec.name)")
        }
    }

    @Test(
        "TIFF files with compressions or samples unsupported by libtiff are not called damaged",
        arguments: ["u1", "f2", "f8"], [65000, 32908, 9, 10, 50001])
    func unknownCompressions(type: String, compression: Int) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import struct, tifffile
            tifffile.imwrite("a.tif", np.zeros((24, 32), "\(type)"), photometric="minisblack", metadata=None)
            data = bytearray(open("a.tif", "rb").read())
            at, = struct.unpack_from("<I", data, 4)
            for entry in range(at + 2, at + 2 + 12 * struct.unpack_from("<H", data, at)[0], 12):
                if struct.unpack_from("<H", data, entry)[0] == 259: struct.pack_into("<H", data, entry + 8, \(compression))
            open("a.tif", "wb").write(data)
            """)
        expectRefusal(
            try glint(in: folder, "render", "a.tif", "-o", "b.png"), status: 1,
            mentions: "a.tif cannot be read: ")
    }

    @Test("TIFF files compressed by JBIG and LERC are read", arguments: ["jbig", "lerc", "floats"])
    func rareCompressions(kind: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import ctypes
            tiff = ctypes.CDLL("libtiff.so.6")
            tiff.TIFFOpen.restype = ctypes.c_void_p
            def write(name, compression, samples, bits, form=1):
                file = ctypes.c_void_p(tiff.TIFFOpen(name.encode(), b"w"))
                for tag, value in ((256, 64), (257, 48), (258, bits), (259, compression), (262, 1), (277, 1), (278, 48),
                                   (284, 1), (339, form)):
                    assert tiff.TIFFSetField(file, ctypes.c_uint(tag), ctypes.c_int(value))
                data = samples.tobytes()
                assert tiff.TIFFWriteEncodedStrip(file, 0, data, ctypes.c_size_t(len(data))) == len(data)
                tiff.TIFFClose(file)
            y, x = np.mgrid[0:48, 0:64]
            compression, samples, bits, form = {
                "jbig": (34661, np.packbits((x * y) >> 4 & 1).astype("u1"), 1, 1),
                "lerc": (34887, (x * 3 + y).astype("u1"), 8, 1), "floats": (34887, (x * y / 3072).astype("f4"), 32, 3),
            }["\(kind)"]
            write("a.tif", compression, samples, bits, form); write("b.tif", 1, samples, bits, form)
            """)
        for name in ["a", "b"] {
            let run = try glint(in: folder, "render", "\(name).tif", "-o", "\(name).png", "--depth", "16")
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
    }

    @Test(
        "Files of variants unsupported by a library are not called damaged",
        arguments: ["a.tif", "a.heic"])
    func unknownKinds(name: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import struct, subprocess
            save("a.png", noise(48, 64))
            if "\(name)" == "a.tif":
                save("a.tif", noise(32, 32))
                data = bytearray(open("a.tif", "rb").read())
                at, = struct.unpack_from("<I", data, 4)
                for entry in range(at + 2, at + 2 + 12 * struct.unpack_from("<H", data, at)[0], 12):
                    # A compression that is registered to nobody.
                    if struct.unpack_from("<H", data, entry)[0] == 259: struct.pack_into("<H", data, entry + 8, 65000)
            else:
                subprocess.run(["convert", "a.png", "a.heic"], check=True)
                data = open("a.heic", "rb").read().replace(b"hvc1", b"vvc1").replace(b"hvcC", b"vvcC")
            open("\(name)", "wb").write(data)
            """)
        expectRefusal(
            try glint(in: folder, "render", name, "-o", "b.png"), status: 1,
            mentions: "\(name) cannot be read: ")
    }
}
