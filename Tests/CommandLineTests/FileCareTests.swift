import Foundation
import TestSupport
import Testing

/// Files that the underlying libraries would misinterpret.
@Suite("Files that libraries misread") struct FileCareTests {
    private static let maker = """
        sys.path.insert(0, '\(testsFolder)/Support')
        import struct
        from floats import exr, radiance
        from dng import lossless_jpeg
        import tifffile
        light = np.full((48, 64, 3), 0.25, "f4")
        light[:10, :20] = (0.5, 0.1, 0.75)
        rgb = noise(48, 64)
        def put(name, *parts): open(name, "wb").write(b"".join(parts))

        """

    @Test(
        "valid files that would be misread are rejected, and not called damaged",
        arguments: [
            ("put('a.exr', exr(light * 100, whole=True))", "a.exr", "integers"),
            (
                "put('a.exr', exr(light, compression=77))", "a.exr",
                "OpenEXR's library does not support this kind of file"
            ),
            ("put('a.hdr', radiance(light).replace(b'rle_rgbe', b'rle_xyze'))", "a.hdr", "XYZ"),
            ("put('a.hdr', radiance(light).replace(b'-Y 48 +X 64', b'+X 48 -Y 64'))", "a.hdr", "columns"),
            ("put('a.psd', b'8BPS', struct.pack('>H6xHIIHH', 2, 3, 4, 4, 8, 3), bytes(200))", "a.psd", "PSB"),
            (
                "put('a.tga', struct.pack('<BBBHHBHHHHBB', 0, 0, 3, 0, 0, 0, 0, 0, 4, 4, 16, 8), bytes(60))",
                "a.tga", "a grayscale TGA with an alpha channel"
            ),
            ("tifffile.imwrite('a.tif', rgb[..., 0].astype('i2'))", "a.tif", "signed"),
            (
                "tifffile.imwrite('a.tif', np.moveaxis(rgb, 2, 0), photometric='rgb', planarconfig='separate', "
                    + "tile=(16, 16))", "a.tif", "tiles"
            ),
        ])
    func misread(script: String, name: String, mention: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker + script)
        let run = try glint(in: folder, "render", name, "-o", "b.png")
        expectRefusal(run, status: 1, mentions: name, mention)
        #expect(!run.errors.contains("damaged"))
    }

    @Test("a 12-bit lossless JPEG keeps all its levels, and its orientation")
    func losslessJPEG() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                samples = (np.arange(48 * 64).reshape(48, 64) % 4096).astype("u2")
                samples[0, 0] = 4095
                jpeg = lossless_jpeg(samples, 12)
                exif = b"Exif\\0\\0II*\\0" + struct.pack("<IHHHIII", 8, 1, 274, 3, 1, 6, 0)
                put("a.jpg", jpeg[:2], b"\\xff\\xe1", struct.pack(">H", len(exif) + 2), exif, jpeg[2:])
                np.save("samples.npy", samples)
                """)
        let run = try glint(in: folder, "render", "a.jpg", "-o", "b.tif")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let output = try python(
            in: folder,
            """
            import tifffile
            expected = np.rot90(np.load("samples.npy"), -1) / 4095 * 65535
            found = tifffile.imread("b.tif")
            print(found.dtype, found.shape, np.abs(found.astype(float) - expected).max() <= 1)
            """)
        #expect(output == "uint16 (64, 48) True\n")
    }

    @Test("a Radiance picture stored in another direction is upright")
    func radianceTurns() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                put("a.hdr", radiance(light))
                put("b.hdr", radiance(light[::-1]).replace(b"-Y 48 +X", b"+Y 48 +X"))
                put("c.hdr", radiance(light[:, ::-1]).replace(b"-Y 48 +X", b"-Y 48 -X"))
                put("d.hdr", radiance(light[::-1, ::-1]).replace(b"-Y 48 +X", b"+Y 48 -X"))
                """)
        for name in ["a", "b", "c", "d"] {
            #expect(try glint(in: folder, "render", "\(name).hdr", "-o", "\(name).png").status == 0)
            #expect(
                try python(in: folder, "print(np.array_equal(load('\(name).png'), load('a.png')))")
                    == "True\n")
        }
    }

    @Test("white and opaque survive a 12-bit AVIF, and rounding is reported for a lossless one")
    func deepAVIF() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import tifffile
            ramp = np.zeros((16, 4096, 4), "u2")
            ramp[..., :3] = np.round(np.arange(4096) / 4095 * 65535)[None, :, None]
            ramp[..., 3] = 65535
            tifffile.imwrite("a.tif", ramp, photometric="rgb", extrasamples=["unassalpha"])
            """)
        let run = try glint(in: folder, "render", "a.tif", "-o", "b.avif", "--lossless")
        #expect(run.status == 0 && run.errors.contains("rounded to 12 bits"), "\(run.errors)")
        #expect(try glint(in: folder, "render", "b.avif", "-o", "c.tif").status == 0)
        #expect(
            try python(
                in: folder,
                "import tifffile\nprint(np.array_equal(tifffile.imread('a.tif'), tifffile.imread('c.tif')))")
                == "True\n")
    }

    @Test("the white blended into half transparent pixels of a Photoshop file is removed")
    func photoshopWhite() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                rgb = np.full((48, 64, 3), (200, 40, 90), "u1")
                alpha = (np.arange(64) * 4 + 3).astype("u1")[None, :, None].repeat(48, 0)
                white = np.round(rgb * (alpha / 255) + 255 - alpha.astype(float)).astype("u1")
                # No palette; who wrote it; a section that says that one layer and alpha are merged.
                layers = struct.pack(">Ih", 2, -1) + bytes(4)
                name = 'Adobe Photoshop'
                version = struct.pack(">IBI", 1, 1, len(name)) + name.encode("utf-16-be") + struct.pack(">I", 0) + struct.pack(">I", 1)
                version = b"8BIM" + struct.pack(">HHI", 0x421, 0, len(version)) + version + b"\\0" * (len(version) % 2)
                planes = np.moveaxis(np.dstack([white, alpha]), 2, 0).tobytes()
                put("a.psd", b"8BPS", struct.pack(">H6xHIIHH", 1, 4, 48, 64, 8, 3), bytes(4),
                    struct.pack(">I", len(version)), version,
                    struct.pack(">I", len(layers)), layers, b"\\0\\0", planes)
                """)
        let run = try glint(in: folder, "render", "a.psd", "-o", "b.png")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        // Where alpha is small, a rounding error of one level is many levels of the unpremultiplied color.
        let output = try python(
            in: folder,
            "b = load('b.png')[:, 8:].astype(int)\nprint(b.shape[2], np.abs(b[..., :3] - (200, 40, 90)).max() <= 8)"
        )
        #expect(output == "4 True\n")
    }

    @Test("a Targa without bits for alpha is opaque; a bitmap's own profile counts")
    func headers() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                pixels = np.dstack([rgb, np.zeros((48, 64), "u1")])
                put("a.tga", struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 64, 48, 32, 0x20), pixels[..., [2, 1, 0, 3]].tobytes())
                save("rgb.png", rgb)
                """)
        #expect(try glint(in: folder, "render", "a.tga", "-o", "a.png").status == 0)
        #expect(try python(in: folder, "print(np.array_equal(load('a.png'), load('rgb.png')))") == "True\n")
        // Version 5 of the BMP header: 124 bytes, with the offset of a profile (here Display P3) after the
        // pixels.
        #expect(try glint(in: folder, "render", "rgb.png", "-o", "p3.png", "--profile", "p3").status == 0)
        try python(
            in: folder,
            Self.maker + """
                image = Image.open("p3.png")
                profile, stored = image.info["icc_profile"], np.asarray(image.convert("RGB"))
                header = struct.pack("<IiiHHIIiiII", 124, 64, -48, 1, 24, 0, 64 * 48 * 3, 2835, 2835, 0, 0)
                header += bytes(16) + struct.pack("<I", 0x4D424544) + bytes(48) + struct.pack("<IIII", 4, 124 + 64 * 48 * 3, len(profile), 0)
                assert len(header) == 124
                pixels = stored[..., ::-1].tobytes()
                put("a.bmp", b"BM", struct.pack("<IHHI", 14 + 124 + len(pixels) + len(profile), 0, 0, 138), header, pixels, profile)
                """)
        #expect(try glint(in: folder, "render", "a.bmp", "-o", "b.png", "--profile", "srgb").status == 0)
        #expect(try glint(in: folder, "render", "p3.png", "-o", "c.png", "--profile", "srgb").status == 0)
        #expect(try python(in: folder, "print(np.array_equal(load('b.png'), load('c.png')))") == "True\n")
    }

    @Test("a bitmap, a Targa and an icon whose last bytes are missing are damaged")
    func missingBytes() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                picture = Image.fromarray(rgb[:, :61])
                picture.save("a.bmp"); picture.save("a.tga"); picture.save("b.tga", compression="tga_rle")
                picture.resize((48, 48)).save("a.ico", sizes=[(48, 48), (16, 16)])
                for name in ["a.bmp", "a.tga", "b.tga", "a.ico"]:
                    data = open(name, "rb").read()
                    # Behind the pixels of these are a footer of 26 bytes, and nothing.
                    put(name, data[:len(data) - (30 if name.endswith("tga") else 4)])
                """)
        for name in ["a.bmp", "a.tga", "b.tga", "a.ico"] {
            let run = try glint(in: folder, "render", name, "-o", "b.png")
            expectRefusal(run, status: 1, mentions: name, "damaged")
        }
    }
}
