import Foundation
import TestSupport
import Testing

/// Files of many kinds, made by other programs, through the command line.
@Suite("Picture file formats") struct FileKindTests {
    /// `a.*` of 64 × 48 colored pixels, `t.*` with alpha, `g.*` gray, `p.*` with a palette, `d.*` with 16
    /// bits.
    static let maker = """
        import subprocess
        def run(*arguments): subprocess.run(arguments, check=True)
        y, x = np.mgrid[0:48, 0:64]
        rgb = np.stack([x * 4, y * 5, x + y], -1).astype("u1")
        rgba = np.dstack([rgb, (255 - x * 3).astype("u1")])
        deep = rgb.astype("u2") * 257 + np.uint16(3)
        save("a.png", rgb); save("t.png", rgba); save("g.png", rgb[..., 0])

        """

    @Test(
        "integers are unchanged",
        arguments: [
            ("save('a.bmp', rgb)", "a.bmp"), ("save('a.ppm', rgb)", "a.ppm"), ("save('a.tga', rgb)", "a.tga"),
            ("save('t.tga', rgba)", "t.tga"), ("save('g.pgm', rgb[..., 0])", "g.pgm"),
            ("Image.fromarray(rgb).save('a.tga', compression='tga_rle')", "a.tga"),
            ("Image.fromarray(rgb).quantize(64).save('p.bmp')", "p.bmp"),
            ("Image.fromarray(rgb[..., 0]).convert('1').save('p.pbm')", "p.pbm"),
            ("open('d.ppm', 'wb').write(b'P6 64 48 65535\\n' + deep.astype('>u2').tobytes())", "d.ppm"),
            (
                "open('t.pam', 'wb').write(b'P7\\nWIDTH 64\\nHEIGHT 48\\nDEPTH 4\\nMAXVAL 255\\n"
                    + "TUPLTYPE RGB_ALPHA\\nENDHDR\\n' + rgba.tobytes())", "t.pam"
            ),
            ("run('ffmpeg', '-v', 'error', '-i', 'a.png', 'a.qoi')", "a.qoi"),
            ("run('ffmpeg', '-v', 'error', '-i', 't.png', 't.qoi')", "t.qoi"),
            ("run('ffmpeg', '-v', 'error', '-i', 'a.png', 'a.jls')", "a.jls"),
            (
                "run('ffmpeg', '-v', 'error', '-i', 'a.png', '-pix_fmt', 'bgr24', '-c:v', 'ljpeg', 'a.jpg')",
                "a.jpg"
            ),
            ("run('convert', 'a.png', 'a.psd')", "a.psd"),
            ("run('convert', 'a.png', '-compress', 'none', 'a.psd')", "a.psd"),
            ("run('convert', 't.png', 't.psd')", "t.psd"),
            ("run('convert', 'g.png', 'g.psd')", "g.psd"),
            ("Image.fromarray(rgba).resize((48, 48)).save('i.ico', sizes=[(48, 48)])", "i.ico"),
            (
                "Image.fromarray(rgba).resize((32, 32)).save('i.ico', sizes=[(32, 32)], bitmap_format='bmp')",
                "i.ico"
            ),
            (
                "run('ffmpeg', '-v', 'error', '-i', 'a.png', '-c:v', 'libjxl', '-distance', '0', 'a.jxl')",
                "a.jxl"
            ),
        ])
    func exact(script: String, name: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker + script)
        let run = try glint(in: folder, "render", name, "-o", "result.png")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let output = try python(
            in: folder,
            """
            \(Self.maker)
            name = "\(name)"
            if name[0] in "ip":
                image = Image.open(name)
                expected = np.asarray(image.convert("RGBA" if name[0] == "i" else "RGB"))
            else:
                expected = {"a": rgb, "t": rgba, "g": rgb[..., 0], "d": deep}[name[0]]
            if name[0] == "d":
                raw = subprocess.run(["ffmpeg", "-v", "error", "-i", "result.png", "-pix_fmt", "rgb48le", "-f", "rawvideo",
                    "-"], check=True, capture_output=True).stdout
                result = np.frombuffer(raw, "<u2").reshape(48, 64, 3)
            else:
                result = np.asarray(Image.open("result.png").convert({2: "L", 3: "RGB"}.get(
                    expected.ndim if expected.ndim == 2 else expected.shape[2], "RGBA")))
            # What a transparent pixel's color is, nobody sees.
            shown = np.ones(expected.shape[:2], bool) if expected.shape[-1] != 4 else expected[..., 3] > 0
            print(expected.shape == result.shape and np.array_equal(expected[shown], result[shown]))
            """)
        #expect(output == "True\n")
    }

    static let floats =
        "sys.path.insert(0, '\(testsFolder)/Support')\nfrom floats import pfm, exr, radiance, read_raw\nimport tifffile\n"
            + """
            y, x = np.mgrid[0:48, 0:64]
            light = np.stack([x / 16 - 0.5, y / 24, (x + y) / 200], -1).astype("f4")
            light[0, 0] = (30, -3, 1e-6)

            """

    @Test(
        "floats stay floats, also beyond 0…1, between all formats that support them",
        arguments: [
            ("tifffile.imwrite('a.tif', light.astype('f2'), photometric='rgb')", "a.tif", 1e-3),
            ("tifffile.imwrite('a.tif', light, photometric='rgb')", "a.tif", 1e-5),
            (
                "tifffile.imwrite('a.tif', light, photometric='rgb', tile=(16, 16), compression='deflate')",
                "a.tif", 1e-5
            ),
            (
                "tifffile.imwrite('a.tif', light.astype('f8'), photometric='rgb', byteorder='>')", "a.tif",
                1e-5
            ),
            (
                "tifffile.imwrite('a.tif', light.astype('f8'), photometric='rgb', tile=(32, 32))", "a.tif",
                1e-5
            ),
            (
                "tifffile.imwrite('a.tif', np.moveaxis(light, 2, 0).astype('f2'), photometric='rgb', planarconfig='separate', metadata=None)",
                "a.tif", 1e-3
            ),
            ("open('a.pfm', 'wb').write(pfm(light))", "a.pfm", 1e-5),
            ("open('a.pfm', 'wb').write(pfm(light, big=True))", "a.pfm", 1e-5),
            ("open('a.exr', 'wb').write(exr(light))", "a.exr", 1e-5),
            ("open('a.exr', 'wb').write(exr(light, half=True))", "a.exr", 1e-3),
        ], ["result.tif", "result.exr"])
    func floatsStay(source: (script: String, name: String, tolerance: Double), result: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.floats + source.script)
        let arguments = result.hasSuffix(".tif") ? ["--tiff-compression", "none"] : []
        let run = try glint(in: folder, arguments: ["render", source.name, "-o", result] + arguments)
        // The only message allowed is about EXIF: the writers of the TIFFs store their name in it.
        #expect(run.status == 0 && run.errorLines.allSatisfy { $0.contains("EXIF") }, "\(run.errors)")
        let output = try python(
            in: folder,
            """
            \(Self.floats)
            if "\(result)".endswith("tif"): result = tifffile.imread("\(result)")
            else:
                os.system("ffmpeg -v error -i \(result) -pix_fmt gbrpf32le -f rawvideo raw")
                result = read_raw("raw", 64, 48)
            print(result.dtype, (np.abs(result - light) <= \(source.tolerance) * np.maximum(np.abs(light), 0.01)).all())
            """)
        #expect(output == "float32 True\n")
    }

    @Test("a Radiance picture is read as floats")
    func radiance() throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.floats + "open('a.hdr', 'wb').write(radiance(np.abs(light)))")
        let run = try glint(
            in: folder, "render", "a.hdr", "-o", "a.tif", "--depth", "32", "--tiff-compression", "none")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let output = try python(
            in: folder,
            Self.floats + """
                difference = np.abs(tifffile.imread("a.tif") - np.abs(light))
                print((difference <= np.abs(light).max(-1, keepdims=True) / 100).all())
                """)
        #expect(output == "True\n")
    }

    @Test("clipping floats to integers is reported once")
    func clipping() throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.floats + "open('a.exr', 'wb').write(exr(light))")
        let bright = try glint(in: folder, "render", "a.exr", "-o", "a.png")
        #expect(bright.status == 0)
        #expect(bright.errorLines.count == 1 && bright.errors.contains("above 1, were clipped"))
        let asked = try glint(
            in: folder, "render", "a.exr", "-o", "c.png", "--depth", "32", "--", "exposure", "stops=-5")
        #expect(
            asked.errorLines == [
                "c.png: a PNG does not support floats and was saved with 16 bits per channel"
            ])
        // A lower exposure recovers values above 1.
        let dark = try glint(in: folder, "render", "a.exr", "-o", "b.png", "--", "exposure", "stops=-5")
        #expect(dark.status == 0 && dark.errors.isEmpty, "\(dark.errors)")
        let output = try python(
            in: folder,
            Self.floats + "print(load('a.png').dtype, np.isfinite(light).all(), load('b.png').max() > 0)")
        #expect(output.hasSuffix("True True\n"), "\(output)")
    }

    @Test(
        "OpenEXR colors are divided by alpha, its primaries are applied, and NaN becomes 0"
    )
    func openEXR() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.floats + """
                half = np.dstack([np.full((4, 4, 3), 0.25, "f4"), np.full((4, 4), 0.5, "f4")])
                open("t.exr", "wb").write(exr(half))
                wide = np.tile(np.array([0, 1, 0], "f4"), (4, 4, 1))
                open("w.exr", "wb").write(exr(wide, chromaticities=(0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329)))
                open("n.exr", "wb").write(exr(np.full((4, 4, 3), np.nan, "f4")))
                """)
        for name in ["t", "w", "n"] {
            let run = try glint(
                in: folder, "render", "\(name).exr", "-o", "\(name).tif", "--depth", "32",
                "--tiff-compression",
                "none")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        let output = try python(
            in: folder,
            Self.floats + """
                print(np.round(tifffile.imread("t.tif")[0, 0].astype("f8"), 4).tolist(), np.round(tifffile.imread("w.tif")[0, 0].astype("f8"), 3).tolist(),
                      tifffile.imread("n.tif")[0, 0].tolist())
                """)
        // Rec. 2020's green is -0.588, 1.133, -0.101 in BT.709 (ITU-R BT.2087).
        #expect(output == "[0.5, 0.5, 0.5, 0.5] [-0.588, 1.133, -0.101] [0.0, 0.0, 0.0]\n")
    }

    @Test(
        "JPEG XL and AVIF are written with the requested options",
        arguments: ["jxl", "avif"], ["a.png", "t.png", "g.png"])
    func lossyAndLossless(suffix: String, source: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker)
        for (name, arguments) in [
            ("low", ["--quality", "20"]), ("high", ["--quality", "95"]), ("exact", ["--lossless"]),
        ] {
            let run = try glint(
                in: folder, arguments: ["render", source, "-o", "\(name).\(suffix)"] + arguments)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let back = try glint(in: folder, "render", "\(name).\(suffix)", "-o", "\(name).png")
            #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
        }
        let output = try python(
            in: folder,
            """
            \(Self.maker)
            expected = load("\(source)").astype(int)
            mode = Image.open("\(source)").mode
            def error(name): return np.abs(np.asarray(Image.open(name).convert(mode)).astype(int) - expected)
            print(error("exact.png").max() == 0, error("high.png").mean() <= 1.5, error("low.png").mean() <= 16,
                  os.path.getsize("low.\(suffix)") < os.path.getsize("high.\(suffix)"))
            """)
        #expect(output == "True True True True\n")
    }

    @Test("a page, a frame or a picture of an icon is selected by number")
    func pages() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            pages = [Image.new("RGB", (20 + 4 * n, 16), (40 * n, 0, 0)) for n in range(1, 4)]
            pages[0].save("a.tif", save_all=True, append_images=pages[1:])
            frames = [Image.new("RGB", (20, 16), (40 * n, 0, 0)) for n in range(1, 4)]
            frames[0].save("a.gif", save_all=True, append_images=frames[1:])
            frames[0].save("a.webp", save_all=True, append_images=frames[1:], lossless=True)
            Image.new("RGBA", (64, 64), (80, 0, 0, 255)).save("a.ico", sizes=[(64, 64), (32, 32), (16, 16)])
            """)
        for name in ["a.tif", "a.gif", "a.webp"] {
            for page in 1...3 {
                let run = try glint(in: folder, "render", name, "-o", "p.png", "-y", "--page", "\(page)")
                #expect(run.status == 0 && run.errors.hasSuffix("\(name): this is page \(page) of 3\n"))
                let output = try python(
                    in: folder, "print(Image.open('p.png').convert('RGB').size[0], load('p.png')[0, 0, 0])")
                #expect(
                    output == "\(name == "a.tif" ? 20 + 4 * page : 20) \(40 * page)\n",
                    "\(name) \(page)")
            }
            let run = try glint(in: folder, "render", name, "-o", "q.png", "--page", "4")
            expectRefusal(run, status: 1, mentions: name, "no picture 4; it contains 3")
            let info = try glint(in: folder, "info", name)
            #expect(info.output.contains(/pictures +3\n/), "\(info.output)")
        }
        expectRefusal(
            try glint(in: folder, "render", "p.png", "-o", "q.png", "--page", "2"), status: 1,
            mentions: "p.png", "no picture 2; it contains 1")
        for (page, side) in [(1, 64), (2, 32), (3, 16)] {
            let run = try glint(in: folder, "render", "a.ico", "-o", "p.png", "-y", "--page", "\(page)")
            #expect(run.status == 0)
            #expect(try python(in: folder, "print(Image.open('p.png').width)") == "\(side)\n")
        }
    }

    @Test("a drawing has the requested size, and loads no external resources")
    func drawings() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save("secret.png", np.full((4, 4, 3), 255, "u1"))
            open("a.svg", "w").write('''<?xml version="1.0"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="20" fill="#ff0000"/>
            <image x="20" href="file://''' + os.getcwd() + '''/secret.png" width="20" height="20"/></svg>''')
            """)
        for (arguments, width, height) in [
            ([], 40, 20), (["--size", "400x400"], 400, 200), (["--size", "20x5"], 10, 5),
        ] {
            let run = try glint(in: folder, arguments: ["render", "a.svg", "-o", "a.png", "-y"] + arguments)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let output = try python(
                in: folder,
                "a = load('a.png'); print(a.shape[1], a.shape[0], a[2, 2].tolist(), a[..., 3][:, a.shape[1] * 3 // 4].max())"
            )
            #expect(output == "\(width) \(height) [255, 0, 0, 255] 0\n")
        }
        try python(
            in: folder,
            "open('b.svg', 'w').write('<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"90000\"/>')"
        )
        expectRefusal(
            try glint(in: folder, "render", "b.svg", "-o", "b.png"), status: 1, mentions: "b.svg", "90000")
        expectRefusal(
            try glint(in: folder, "render", "a.svg", "-o", "b.png", "--size", "40"), status: 2,
            mentions: "--size")
    }

    @Test(
        "a drawing whose size is a length has 96 pixels per inch, and is recognized whatever precedes it",
        arguments: [
            ("", "width='1in' height='0.5in'", 96, 48), ("", "width=\"25.4mm\" height=\"12.7mm\"", 96, 48),
            ("<!DOCTYPE  svg [ <!ENTITY ns 'http://x'> ]>", "width='40' height='20'", 40, 20),
            ("<?xml version='1.0'?><!-- <html> -->\n", "width='40px' height='20px'", 40, 20),
        ])
    func drawingSizes(before: String, size: String, width: Int, height: Int) throws {
        let folder = try temporaryFolder()
        try folder.write(
            before + "<svg xmlns='http://www.w3.org/2000/svg' \(size)><rect width='9' height='9'/></svg>",
            to: "a.svg")
        let run = try glint(in: folder, "render", "a.svg", "-o", "a.png")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try python(in: folder, "print(*Image.open('a.png').size)") == "\(width) \(height)\n")
    }

    @Test("valid but unsupported files are distinguished from damaged ones")
    func unread() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.floats + """
                open("deep.exr", "wb").write(exr(light, deep=True))
                save("a.jpg", noise(16, 16))
                data = bytearray(open("a.jpg", "rb").read())
                frame = data.index(b"\\xff\\xc0")
                data[frame + 4] = 12
                open("twelve.jpg", "wb").write(data)
                data[frame + 1], data[frame + 4] = 0xC5, 8
                open("hierarchical.jpg", "wb").write(data)
                """)
        for (name, mention) in [
            ("deep.exr", "deep OpenEXR"), ("twelve.jpg", "12 bits"), ("hierarchical.jpg", "hierarchical"),
        ] {
            let run = try glint(in: folder, "render", name, "-o", "a.png")
            expectRefusal(run, status: 1, mentions: name, mention)
            #expect(!run.errors.contains("damaged"))
        }
    }

    @Test("a small file that claims to be huge is rejected before memory is allocated")
    func hugeClaims() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import struct
            open("a.tga", "wb").write(struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, 16000, 16000, 32, 8) + bytes(60))
            open("a.qoi", "wb").write(b"qoif" + struct.pack(">IIBB", 16000, 16000, 4, 0) + bytes(60) + bytes(7) + b"\\1")
            open("a.psd", "wb").write(b"8BPS" + struct.pack(">H6xHIIHH", 1, 3, 16000, 30000, 8, 3) + bytes(12) + b"\\0\\1" + bytes(90))
            open("a.pfm", "wb").write(b"PF\\n30000 16000\\n-1.0\\n" + bytes(90))
            """)
        for name in ["a.tga", "a.qoi", "a.psd", "a.pfm"] {
            expectRefusal(
                try glint(in: folder, "render", name, "-o", "b.png"), status: 1, mentions: name, "too early")
        }
    }

    @Test("a file truncated anywhere gives a one-line error, whatever its format")
    func cutShort() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + Self.floats + """
                save("a.bmp", rgb); save("a.tga", rgb); save("a.ppm", rgb)
                run("ffmpeg", "-v", "error", "-i", "a.png", "a.qoi"); run("convert", "a.png", "a.psd")
                run("convert", "a.png", "-compress", "none", "b.psd"); run("ffmpeg", "-v", "error", "-i", "a.png", "a.jls")
                open("a.pfm", "wb").write(pfm(light)); open("a.exr", "wb").write(exr(light))
                tifffile.imwrite("f.tif", light.astype("f8"), photometric="rgb")
                Image.fromarray(rgba).resize((48, 48)).save("a.ico", sizes=[(48, 48)], bitmap_format="bmp")
                """)
        for suffix in ["jxl", "avif"] {
            _ = try glint(in: folder, "render", "a.png", "-o", "a.\(suffix)")
        }
        for name in [
            "a.bmp", "a.tga", "a.ppm", "a.qoi", "a.psd", "b.psd", "a.jls", "a.pfm", "a.exr", "f.tif", "a.ico",
            "a.jxl",
            "a.avif",
        ] {
            let bytes = try folder.bytes(name)
            for share in [0.3, 0.6, 0.9] {
                try bytes.prefix(Int(Double(bytes.count) * share)).write(
                    to: URL(fileURLWithPath: folder.file("cut-\(name)")))
                let run = try glint(in: folder, "render", "cut-\(name)", "-o", "cut.png", "-y")
                expectRefusal(run, status: 1, mentions: "cut-\(name)")
            }
        }
    }
}

/// The folder that contains all tests.
let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path
