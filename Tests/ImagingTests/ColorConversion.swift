import Imaging
import TestSupport
import Testing

/// Profiles and gAMA/cHRM chunks, compared with the formulas in double precision.
@Suite struct ColorConversion {
    /// `matrix_profile` creates a minimal ICC profile; `to_srgb` applies its definition, through linear light
    /// and Bradford-adapted XYZ at D50.
    static let color =
        pngEncoder + #"""

            import numpy as np
            BRADFORD = np.array([[.8951, .2664, -.1614], [-.7502, 1.7135, .0367], [.0389, -.0685, 1.0296]])
            D50 = np.array([.9642, 1, .8249])
            SRGB = (.3127, .3290, .64, .33, .30, .60, .15, .06)
            ADOBE = (.3127, .3290, .64, .33, .21, .71, .15, .06)

            def xyz(x, y): return np.array([x / y, 1, (1 - x - y) / y])
            def to_d50(c):
                white = xyz(*c[:2])
                primaries = np.array([xyz(c[i], c[i + 1]) for i in (2, 4, 6)]).T
                matrix = primaries * np.linalg.solve(primaries, white)
                adapt = np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ D50) / (BRADFORD @ white)) @ BRADFORD
                return adapt @ matrix
            def encode(v):
                v = np.clip(v, 0, 1)
                return np.where(v <= .0031308, 12.92 * v, 1.055 * v ** (1 / 2.4) - .055)
            def decode(v): return np.where(v <= .04045, v / 12.92, ((v + .055) / 1.055) ** 2.4)
            def to_srgb(rgb, chromaticities, exponent):
                linear = rgb ** exponent if exponent else decode(rgb)
                return encode(linear @ to_d50(chromaticities).T @ np.linalg.inv(to_d50(SRGB)).T)

            def tagged(space, tags):
                def padded(b): return b + b"\0" * (-len(b) % 4)
                table, body, offset = b"", b"", 132 + 12 * len(tags)
                for name, data in tags:
                    table += struct.pack(">4sII", name, offset + len(body), len(data))
                    body += padded(data)
                size = offset + len(body)
                header = struct.pack(">I4sI4s4s4s", size, b"\0" * 4, 0x02400000, b"mntr", space, b"XYZ ")
                header += struct.pack(">6H4s", 2024, 1, 1, 0, 0, 0, b"acsp") + b"\0" * 28
                header += struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D)
                return header.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body
            def fixed(v): return b"XYZ \0\0\0\0" + struct.pack(">3i", *[round(x * 65536) for x in v])
            def curve(exponent): return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(exponent * 256)) + b"\0\0"
            def text(s): return b"desc\0\0\0\0" + struct.pack(">I", len(s) + 1) + s + b"\0" * 79
            NAMES = [(b"desc", text(b"test")), (b"cprt", b"text\0\0\0\0none\0"), (b"wtpt", fixed(D50))]
            def matrix_profile(chromaticities, exponent):
                m = to_d50(chromaticities)
                return tagged(b"RGB ", NAMES + [(n + b"XYZ", fixed(m[:, i])) for i, n in enumerate((b"r", b"g", b"b"))]
                    + [(n + b"TRC", curve(exponent)) for n in (b"r", b"g", b"b")])
            def gray_profile(exponent): return tagged(b"GRAY", NAMES + [(b"kTRC", curve(exponent))])

            def save_rgba(path, values, alpha, deep):
                full = 65535 if deep else 255
                rgba = np.concatenate([np.round(values * full), np.full(values.shape[:2] + (1,), alpha)], 2)
                open(path, "wb").write(rgba.astype("=u2" if deep else "u1").tobytes())
            """#

    /// The picture converted to sRGB and written with its own depth.
    private func savedAsSRGB(_ picture: Picture) throws -> Picture {
        let folder = try temporaryFolder()
        try picture.write(to: folder.file("srgb.png"), options: EncodingOptions(profile: .sRGB))
        let saved = try Picture(contentsOf: folder.file("srgb.png"))
        #expect(saved.pixels.depth == picture.depth)
        return saved
    }

    @Test func pngProfilesGammaAndPrimariesBecomeSRGB() throws {
        let script =
            Self.color + #"""

                folder = sys.argv[1]
                rng = np.random.default_rng(5)
                def icc(p): return chunk(b"iCCP", b"p\0\0" + zlib.compress(p))
                def gama(g): return chunk(b"gAMA", struct.pack(">I", round(g * 100000)))
                def chrm(c): return chunk(b"cHRM", struct.pack(">8I", *[round(v * 100000) for v in c]))
                cases = {
                    "icc": (2, icc(matrix_profile(ADOBE, 563 / 256)), ADOBE, 563 / 256),
                    "linear": (6, gama(1), SRGB, 1),
                    "mac": (2, gama(1 / 1.8), SRGB, 1.8),
                    "ordinary": (2, gama(.45455) + chrm(SRGB), None, 0),
                    "plain": (2, b"", None, 0),
                    "primaries": (2, gama(.45455) + chrm(ADOBE), ADOBE, 0),
                    "srgb-wins": (2, gama(1) + chunk(b"sRGB", b"\0"), None, 0),
                    "gray-icc": (0, icc(gray_profile(1.75)), SRGB, 1.75),
                    "gray-gamma": (4, gama(1), SRGB, 1),
                }
                for name, (color, before, chromaticities, exponent) in cases.items():
                    for depth in (8, 16):
                        full = (1 << depth) - 1
                        samples = rng.integers(0, full + 1, (16, 16, CHANNELS[color]))
                        alpha = samples[..., -1:] if color in (4, 6) else np.full((16, 16, 1), full)
                        rgb = samples[..., :3] if color in (2, 6) else np.repeat(samples[..., :1], 3, 2)
                        v = rgb / full
                        if chromaticities: v = to_srgb(v, chromaticities, exponent)
                        pixels = [[tuple(int(s) for s in p) for p in row] for row in samples]
                        path = folder + "/%s-%d" % (name, depth)
                        open(path + ".png", "wb").write(png(16, 16, color, depth, pixels, before=before))
                        rgba = np.concatenate([np.round(v * full), alpha], 2)
                        open(path + ".rgba", "wb").write(rgba.astype("=u2" if depth == 16 else "u1").tobytes())
                        print("%s-%d" % (name, depth), int(chromaticities is None))
                """#
        let folder = try temporaryFolder()
        let lines = try runPython(script, arguments: [folder.path]).split(separator: "\n")
        #expect(lines.count == 18)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let picture = try Picture(contentsOf: folder.file(words[0] + ".png"))
            let expected = try contents(folder.file(words[0] + ".rgba"))
            if words[1] == "1" {
                #expect(picture.bytes == expected, "\(line): the pixels stay bit for bit")
            } else {
                let deep = picture.depth == .sixteen
                let reference = Picture(
                    pixels: PixelBuffer(width: 16, height: 16, depth: picture.depth) {
                        $0.copyBytes(from: expected)
                    }, channels: .rgba)
                let difference = try savedAsSRGB(picture).largestDifference(from: reference)
                #expect(difference <= (deep ? 0.5 : 1), "\(line): \(difference) levels off")
            }
        }
    }

    @Test func profilesOfJPEGAndTIFFBecomeSRGB() throws {
        let script =
            Self.color + #"""

                from PIL import Image
                folder = sys.argv[1]
                y, x = np.mgrid[0:32, 0:32]
                v = np.stack([x * 8, y * 8, (x + y) * 4], 2).astype("u1")
                image = Image.fromarray(v)
                profile = matrix_profile(ADOBE, 563 / 256)
                image.save(folder + "/p.tif", icc_profile=profile)
                image.save(folder + "/p.jpg", icc_profile=profile, quality=100, subsampling=0)
                image.save(folder + "/p.webp", icc_profile=profile, lossless=True)
                for name in ("p.tif", "p.jpg", "p.webp"):
                    stored = np.asarray(Image.open(folder + "/" + name).convert("RGB")) / 255
                    save_rgba(folder + "/" + name + ".rgba", to_srgb(stored, ADOBE, 563 / 256), 255, False)
                """#
        let folder = try temporaryFolder()
        try runPython(script, arguments: [folder.path])
        for name in ["p.tif", "p.jpg", "p.webp"] {
            let picture = try Picture(contentsOf: folder.file(name))
            let expected = try contents(folder.file(name + ".rgba"))
            let reference = Picture(
                pixels: PixelBuffer(width: 32, height: 32, depth: .eight) { $0.copyBytes(from: expected) },
                channels: .rgb)
            #expect(try savedAsSRGB(picture).largestDifference(from: reference) <= 1, "\(name)")
        }
    }

    /// Swaps the channels, so that ignoring it would show; the profile of an XYB JPEG is similar.
    @Test func aProfileWithATableForPerceptualAloneIsUsed() throws {
        let script =
            Self.color + #"""

                from PIL import Image, ImageCms
                folder = sys.argv[1]
                GRID = 17
                def lab(rgb):
                    xyz = decode(rgb) @ to_d50(SRGB).T / D50
                    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
                    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)
                r, g, b = np.mgrid[0:GRID, 0:GRID, 0:GRID] / (GRID - 1)
                values = lab(np.stack([g, b, r], -1))
                # ICC.1:2001, 6.5.9: 16 bits, L from 0 to 0xFF00, a and b from -128 on.
                codes = np.round(values * [652.8, 256, 256] + [0, 32768, 32768]).clip(0, 65535).astype(">u2")
                ramp = struct.pack(">2H", 0, 65535) * 3
                table = (b"mft2\0\0\0\0" + bytes([3, 3, GRID, 0]) + struct.pack(">9i", *[65536, 0, 0, 0, 65536, 0, 0, 0, 65536])
                    + struct.pack(">2H", 2, 2) + ramp + codes.tobytes() + ramp)
                profile = bytearray(tagged(b"RGB ", NAMES + [(b"A2B0", table)]))
                profile[20:24] = b"Lab "
                y, x = np.mgrid[0:32, 0:32]
                stored = np.stack([x * 8, y * 8, (x + y) * 4], 2).astype("u1")
                Image.fromarray(stored).save(folder + "/p.png", icc_profile=bytes(profile))
                Image.fromarray(stored).save(folder + "/p.tif", icc_profile=bytes(profile))
                import io
                perceptual = ImageCms.profileToProfile(Image.fromarray(stored), io.BytesIO(bytes(profile)),
                    ImageCms.createProfile("sRGB"), renderingIntent=ImageCms.Intent.PERCEPTUAL, flags=0x2000)
                save_rgba(folder + "/expected", np.asarray(perceptual) / 255, 255, False)
                assert np.abs(np.asarray(perceptual).astype(int) - stored[..., [1, 2, 0]]).max() < 12
                """#
        let folder = try temporaryFolder()
        try runPython(script, arguments: [folder.path])
        let expected = try contents(folder.file("expected"))
        let reference = Picture(
            pixels: PixelBuffer(width: 32, height: 32, depth: .eight) { $0.copyBytes(from: expected) },
            channels: .rgb)
        for name in ["p.png", "p.tif"] {
            let difference = try savedAsSRGB(Picture(contentsOf: folder.file(name))).largestDifference(
                from: reference)
            #expect(difference <= 2, "\(name): \(difference) levels off")
        }
    }

    @Test func anSRGBProfileLeavesThePixelsBitForBit() throws {
        let script = #"""
            import sys
            import numpy as np
            from PIL import Image, ImageCms
            profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
            values = np.random.default_rng(2).integers(0, 256, (40, 50, 3)).astype("u1")
            for name in ("s.png", "s.tif"):
                Image.fromarray(values).save(sys.argv[1] + "/" + name, icc_profile=profile)
            """#
        let folder = try temporaryFolder()
        try runPython(script, arguments: [folder.path])
        for name in ["s.png", "s.tif"] {
            let expected = try decodedElsewhere(folder.file(name), depth: .eight)
            #expect(try Picture(contentsOf: folder.file(name)).bytes == expected, "\(name)")
        }
    }
}
