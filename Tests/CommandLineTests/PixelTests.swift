import TestSupport
import Testing

/// The pixels of written files, compared with formulas in double precision.
@Suite struct PixelTests {
    /// Renders `a.png` to `b.png`, and compares the result with `expected` in Python, in 8-bit levels.
    private func largestDifference(
        _ make: String, _ filters: [String], expected: String, options: [String] = []
    ) throws -> Double {
        let folder = try temporaryFolder()
        try python(in: folder, make)
        let run = try glint(
            in: folder, arguments: ["render", "a.png", "-o", "b.png"] + options + ["--"] + filters)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let output = try python(
            in: folder,
            Self.reference + """

                a = load('a.png').astype(np.float64) / 255
                b = load('b.png').astype(np.float64) / 255
                expected = \(expected)
                assert b.shape == expected.shape, (b.shape, expected.shape)
                print(np.abs(b - np.clip(expected, 0, 1)).max() * 255)
                """)
        return try #require(Double(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// The formulas: BT.601 luma on encoded values; a direct sum with clamped edges and alpha-weighted
    /// colors.
    private static let reference = """
        def saturation(a, amount):
            luma = (a[..., :3] * [0.299, 0.587, 0.114]).sum(-1, keepdims=True)
            return np.concatenate([luma + amount * (a[..., :3] - luma), a[..., 3:]], -1)
        def axis_blur(a, sigma, axis):
            reach = int(np.ceil(sigma * 6))
            x = np.arange(-reach, reach + 1)
            weights = np.exp(-x * x / (2 * sigma * sigma)); weights /= weights.sum()
            padded = np.pad(a, [(reach, reach) if i == axis else (0, 0) for i in range(a.ndim)], mode='edge')
            length = a.shape[axis]
            return sum(w * np.take(padded, range(k, k + length), axis) for k, w in enumerate(weights))
        def blur(a, radius):
            if a.ndim == 2 or a.shape[2] == 3:
                return axis_blur(axis_blur(a, radius / 2, 0), radius / 2, 1)
            weighted = np.concatenate([a[..., :3] * a[..., 3:], a[..., 3:]], -1)
            b = axis_blur(axis_blur(weighted, radius / 2, 0), radius / 2, 1)
            alpha = b[..., 3:]
            return np.concatenate([np.where(alpha > 0, b[..., :3] / np.maximum(alpha, 1e-9), 0), alpha], -1)
        """

    /// A picture with edges, a gradient and noise.
    private static let scene = """
        y, x = np.mgrid[0:90, 0:120]
        a = np.stack([x * 2, y * 2.5, (x // 20 + y // 15) % 2 * 255.0], -1)
        a = np.clip(a + noise(90, 120) / 8.0 - 16, 0, 255).astype(np.uint8)
        save('a.png', a)
        """

    @Test(arguments: [0, 0.3, 1.5, 2]) func saturation(amount: Double) throws {
        let difference = try largestDifference(
            Self.scene, ["saturation", "amount=\(amount)"], expected: "saturation(a, \(amount))")
        #expect(difference <= 1)
    }

    @Test(arguments: [0.25, 1]) func invert(amount: Double) throws {
        let difference = try largestDifference(
            Self.scene, ["invert", "amount=\(amount)"], expected: "a + \(amount) * (1 - 2 * a)")
        #expect(difference <= 1)
    }

    @Test(arguments: [0.5, 3, 10, 60]) func blur(radius: Double) throws {
        let difference = try largestDifference(
            Self.scene, ["gaussian-blur", "radius=\(radius)"], expected: "blur(a, \(radius))")
        #expect(difference <= 1.01)
    }

    @Test func blurWeighsByAlphaSoHiddenColorsDoNotBleed() throws {
        let make = """
            a = np.zeros((60, 80, 4), np.uint8)
            a[..., 0] = 255
            a[20:40, 20:60] = [0, 0, 255, 255]
            save('a.png', a)
            """
        let folder = try temporaryFolder()
        try python(in: folder, make)
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "gaussian-blur", "radius=8")
        #expect(run.status == 0)
        // The opaque rectangle is pure blue, so everything visible must be pure blue.
        let worst = try python(
            in: folder,
            Self.reference + """

                a = load('a.png') / 255.0; b = load('b.png') / 255.0
                expected = blur(a, 8)
                visible = expected[..., 3] > 0.05
                print(max(np.abs(b - expected)[visible].max(), np.abs(b - expected)[..., 3].max()) * 255)
                """)
        #expect(try #require(Double(worst.trimmingCharacters(in: .whitespacesAndNewlines))) <= 1.01)
    }

    @Test func filtersApplyInOrderAndTwiceWhenNamedTwice() throws {
        let difference = try largestDifference(
            Self.scene,
            ["saturation", "amount=0.5", "gaussian-blur", "radius=4", "saturation", "amount=2", "invert"],
            expected: "1 - saturation(blur(saturation(a, 0.5), 4), 2)")
        #expect(difference <= 1.01)
    }

    @Test func aFilterWithoutParametersUsesItsDefault() throws {
        #expect(try largestDifference(Self.scene, ["invert"], expected: "1 - a") < 1e-6)
        #expect(
            try largestDifference(Self.scene, ["gaussian-blur"], expected: "blur(a, 10)")
                <= 1.01)
    }

    @Test(arguments: [
        [], ["saturation", "amount=1"], ["invert", "amount=0"], ["gaussian-blur", "radius=0"],
        ["saturation", "invert", "amount=0", "gaussian-blur", "radius=0"],
    ]) func identityKeepsEveryBit(filters: [String]) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save('rgb.png', noise(33, 57)); save('rgba.png', noise(33, 57, 4)); save('gray.png', noise(33, 57, 1))
            save('gray-alpha.png', noise(33, 57, 2))
            Image.fromarray(np.random.default_rng(3).integers(0, 65536, (33, 57), dtype=np.uint16)).save('gray16.png')
            """)
        // ImageMagick writes the file, since Pillow cannot write 16-bit color.
        let wide = try runProgram(
            "/usr/bin/env",
            arguments: [
                "convert", "-size", "57x33", "-depth", "16", "-seed", "7", "xc:", "+noise", "Random",
                "PNG48:" + folder.file("rgb16.png"),
            ])
        #expect(wide.status == 0, "\(wide.errors)")
        for name in ["rgb", "rgba", "gray", "gray-alpha", "gray16", "rgb16"] {
            let run = try glint(
                in: folder, arguments: ["render", name + ".png", "-y", "-o", "out.png", "--"] + filters)
            #expect(run.status == 0, "\(run.errors)")
            let format = "%z %[channels] %#\n"
            let input = try described(folder.file(name + ".png"), format)
            #expect(try described(folder.file("out.png"), format) == input, "\(name)")
        }
    }

    /// A file as read by ImageMagick: depth, channels, and a hash of its pixels.
    private func described(_ path: String, _ format: String) throws -> String {
        let result = try runProgram("/usr/bin/env", arguments: ["identify", "-format", format, path])
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test(arguments: ["png", "tif"]) func sixteenBitsComeOutAsSixteenBits(suffix: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            ramp = np.arange(60000, dtype=np.uint16).reshape(200, 300)
            Image.fromarray(ramp).save('a.png')
            """)
        let run = try glint(in: folder, "render", "a.png", "-o", "b." + suffix, "--", "invert")
        #expect(run.status == 0, "\(run.errors)")
        let difference = try python(
            in: folder,
            """
            a = load('a.png').astype(np.int64)
            b = np.asarray(Image.open('b.\(suffix)')).astype(np.int64)
            print(b.dtype.kind, np.abs(b - (65535 - a)).max() <= 1)
            """)
        #expect(difference == "i True\n")
    }

    @Test func aColorOfSixteenBitsIsTheColorOfThePixels() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder, "Image.fromarray(np.array([[0, 65535, 21845]], dtype=np.uint16)).save('a.png')")
        // No component of either color is within half a 16-bit level of an 8-bit level.
        let dark: [Double] = [1001, 20_002, 40_003]
        let bright: [Double] = [60_100, 33_333, 128]
        let arguments = [("shadows", dark), ("highlights", bright)].map { name, levels in
            name + "=" + levels.map { "\($0 / 65535)" }.joined(separator: ",")
        }
        let arrays = [("shadows", dark), ("highlights", bright)].map { name, levels in
            "\"\(name)\": [\(levels.map { "\($0 / 65535)" }.joined(separator: ", "))]"
        }
        try folder.write(
            #"{"glint": 1, "filters": [{"id": "gradient-map", "parameters": {"usesMidtones": false, "#
                + arrays.joined(separator: ", ") + "}}]}", to: "recipe.json")
        for (name, arguments) in [
            ("words", ["--", "gradient-map", "usesMidtones=false"] + arguments),
            ("recipe", ["--recipe", "recipe.json"]),
        ] {
            let run = try glint(
                in: folder, arguments: ["render", "a.png", "-y", "-o", "out.png"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
            let pixels = try runProgram(
                "/usr/bin/env",
                arguments: [
                    "convert", folder.file("out.png"), "-depth", "16", "-endian", "LSB",
                    "rgb:" + folder.file("out.rgb"),
                ])
            #expect(pixels.status == 0, "\(pixels.errors)")
            let levels = try folder.bytes("out.rgb").withUnsafeBytes { bytes in
                bytes.bindMemory(to: UInt16.self).map { Double(UInt16(littleEndian: $0)) }
            }
            let lumas: [Double] = [0, 1, 21845 / 65535]
            let expected = lumas.flatMap { luma in
                zip(dark, bright).map { dark, bright in dark * (1 - luma) + bright * luma }
            }
            try #require(levels.count == expected.count)
            for (level, expected) in zip(levels, expected) {
                #expect(abs(level - expected) <= 1, "\(name): \(levels)")
            }
        }
    }

    @Test func depthIsAsAsked() throws {
        let folder = try folderWithPicture()
        for (arguments, depth) in [
            (["a.png", "-o", "16.png", "--depth", "16"], "16"),
            (["16.png", "-o", "8.png", "--depth", "8"], "8"),
            (["16.png", "-o", "same.png"], "16"),
            (["a.png", "-o", "16.tif", "--depth=16", "--", "invert"], "16"),
        ] {
            let run = try glint(in: folder, arguments: ["render"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
            // The depth is read from the PNG header: ImageMagick reports 8 if every sample would fit into 8
            // bits.
            if arguments[2].hasSuffix("png") {
                #expect(String(try folder.bytes(arguments[2])[24]) == depth, "\(arguments)")
            } else {
                #expect(try described(folder.file(arguments[2]), "%z") == depth, "\(arguments)")
            }
        }
        #expect(try python(in: folder, "print((load('8.png') == load('a.png')).all())") == "True\n")
    }

    @Test func qualityAndCompressionChangeTheSize() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save('a.png', np.tile(noise(20, 20), (10, 15, 1)))
            """)
        func size(_ arguments: [String]) throws -> Int {
            let run = try glint(in: folder, arguments: ["render", "a.png", "-y", "-o"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
            return try folder.bytes(arguments[0]).count
        }
        for name in ["b.jpg", "b.webp"] {
            #expect(try size([name, "--quality", "10"]) < size([name]))
            #expect(try size([name, "--quality", "100"]) > size([name]))
        }
        #expect(try size(["b.png", "--compression", "smallest"]) < size(["b.png", "--compression", "fast"]))
        #expect(try python(in: folder, "print((load('b.png') == load('a.png')).all())") == "True\n")
    }

    @Test func grayStaysGrayAndAlphaIsNotInvented() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save('L.png', noise(9, 9, 1)); save('LA.png', noise(9, 9, 2)); save('RGB.png', noise(9, 9))
            save('RGBA.png', noise(9, 9, 4))
            """)
        for mode in ["L", "LA", "RGB", "RGBA"] {
            let run = try glint(
                in: folder, "render", mode + ".png", "-y", "-o", "b.png", "--", "gaussian-blur", "radius=3",
                "saturation", "amount=1.4", "invert")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try python(in: folder, "print(Image.open('b.png').mode)") == mode + "\n")
        }
    }

    @Test(arguments: [(1, 1), (2, 2), (1, 5000), (5000, 1)]) func oddShapesWithEveryFilter(
        width: Int, height: Int
    ) throws {
        for filter in [
            "saturation amount=0.3", "invert amount=0.5", "gaussian-blur radius=3",
            "gaussian-blur radius=200",
        ] {
            let arguments = filter.split(separator: " ").map(String.init)
            let formula =
                switch arguments[0] {
                case "saturation": "saturation(a, 0.3)"
                case "invert": "0.5 + 0 * a"
                default: "blur(a, \(arguments[1].dropFirst("radius=".count)))"
                }
            let difference = try largestDifference(
                "save('a.png', noise(\(height), \(width)))", arguments, expected: formula)
            #expect(difference <= 1.01, "\(filter)")
        }
    }

    @Test func metadataIsKeptAndTheOrientationApplied() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            exif = Image.Exif(); exif[0x0112] = 6; exif[0x010f] = 'Lantern Works'; exif[0x8298] = 'us'
            save('a.jpg', noise(40, 60), exif=exif, quality=95)
            """)
        for suffix in ["jpg", "png", "webp", "tif"] {
            let run = try glint(in: folder, "render", "a.jpg", "-o", "b." + suffix, "--", "invert")
            #expect(run.status == 0, "\(run.errors)")
            let output = try python(
                in: folder,
                """
                picture = Image.open('b.\(suffix)'); exif = picture.getexif()
                print(picture.size, exif.get(0x010f), exif.get(0x8298), exif.get(0x0112, 1))
                """)
            #expect(output == "(40, 60) Lantern Works us 1\n", "\(suffix)")
        }
    }

    @Test func transparencyIsBlendedWhereTheFormatHasNone() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "a = np.zeros((16, 16, 4), np.uint8); a[:, :, 0] = 255; a[:, :, 3] = 128; save('a.png', a)")
        let run = try glint(in: folder, "render", "a.png", "-o", "b.jpg", "--quality", "100")
        #expect(run.status == 0)
        #expect(
            try python(
                in: folder, "b = load('b.jpg').astype(int); print(abs(b - [255, 127, 127]).max() <= 3)")
                == "True\n")
    }
}
