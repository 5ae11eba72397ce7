import Foundation
import TestSupport
import Testing

/// OpenEXR files, compared with FFmpeg's decoder and OpenEXR's own programs.
@Suite("OpenEXR") struct OpenEXRTests {
    private static let maker =
        FileKindTests.floats + """
            import subprocess

            def decoded(name):
                subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", name, "-pix_fmt", "gbrpf32le", "-f", "rawvideo", "b.raw"], check=True)
                size = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", name],
                                      check=True, capture_output=True, text=True).stdout.strip().split(",")
                return read_raw("b.raw", *map(int, size[:2]))

            # The curve in which pixels are worked on costs the last bits.
            def same(a, b): return a.shape == b.shape and bool((np.abs(a - b) <= 1e-6 * (1 + np.abs(b))).all())

            def put(name, contents): open(name, "wb").write(contents)

            """

    /// The output of a script that can access `made`, the rendered picture.
    private func judge(_ name: String, in folder: TemporaryFolder, _ script: String) throws -> String {
        let run = try glint(in: folder, "render", name, "-o", "made.exr", "-y")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        return try python(in: folder, Self.maker + "made = decoded('made.exr')\n" + script)
    }

    @Test(
        "OpenEXR files with long attributes, with layers and of one channel are read",
        arguments: [
            "exr(light, more=[('comments', 'string', b'm' * 255)])",
            "exr(light, more=[('comments', 'string', b'm' * 256)])",
            "exr(light, more=[('comments', 'string', b'm' * 257)])",
            "exr(light, more=[('xmp', 'string', b'x' * 100000), ('writer', 'string', b'w' * 700)])",
            "exr(light, more=[('preview', 'preview', b'\\x28\\0\\0\\0\\x1e\\0\\0\\0' + b'\\1' * 4800)], half=True)",
            "exr(light, more=[('cryptomatte/%d/manifest' % i, 'string', b'{}' * 60 * i) for i in range(9)])",
            "exr(light, names=['ViewLayer.Combined.' + c for c in 'RGB'], others=['ViewLayer.Depth.Z'])",
            "exr(light, names=['a.' + c for c in 'RGB'], more=[('comments', 'string', b'm' * 999)])",
            "exr(light, names=['Z.beauty.' + c for c in 'RGB'], others=['A.R', 'A.G', 'A.B'])",
            "exr(light, names=['L.R', 'L.G', 'L.B'], others=['A', 'M.A'])",
            "exr(light[..., :1], names=['depth'])", "exr(light[..., :1], names=['R'])",
            "exr(light[..., :1], names=['mask'], half=True)",
        ])
    func headers(content: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker + "open('a.exr', 'wb').write(\(content))")
        let run = try glint(in: folder, "render", "a.exr", "-o", "b.exr")
        #expect(run.status == 0, "\(run.errors)")
        let difference = try python(
            in: folder,
            Self.maker + """
                made = decoded("b.exr")
                wanted = light if \(content.contains("[..., :1]") ? "False" : "True") else light[..., :1]
                print(np.abs(made - wanted).max() / max(1, light.max()))
                """)
        #expect(
            Double(difference.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 < 1e-3 } == true,
            "\(difference)")
    }

    @Test(
        "every compression is supported, with 16-bit and 32-bit floats",
        arguments: ["none", "rle", "zip", "piz", "pxr24", "b44", "b44a", "dwaa", "dwab"], ["True", "False"])
    func compressions(compression: String, half: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                put("whole.exr", exr(light, half=\(half)))
                for kind, name, result in (("\(compression)", "whole.exr", "a.exr"), ("none", "a.exr", "plain.exr")):
                    subprocess.run(["exrmaketiled", "-z", kind, "-t", "40", "32", name, result], check=True)
                """)
        let output = try judge(
            "a.exr", in: folder,
            "print(same(made, decoded('plain.exr')), np.median(np.abs(made - light)) < 0.01)")
        #expect(output == "True True\n", "\(output)")
    }

    @Test(
        "the display window is the picture, wherever it and the pixels begin",
        arguments: [
            (0, 0, 0, 0, 63, 47), (0, 0, 4, 4, 67, 51), (-7, 3, 0, 0, 99, 59), (-7, -3, -20, -30, 9, 9),
            (5, 6, 10, 10, 20, 20), (0, 0, 100, 100, 120, 110), (-300, -200, -310, -210, -250, -160),
        ])
    func windows(x: Int, y: Int, left: Int, top: Int, right: Int, bottom: Int) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker
                + "put('a.exr', exr(light, origin=(\(x), \(y)), display=(\(left), \(top), \(right), \(bottom))))"
        )
        let output = try judge(
            "a.exr", in: folder,
            """
            wanted = np.zeros((\(bottom - top + 1), \(right - left + 1), 3), "f4")
            for row in range(48):
                for column in range(64):
                    r, c = row + \(y - top), column + \(x - left)
                    if 0 <= r < wanted.shape[0] and 0 <= c < wanted.shape[1]: wanted[r, c] = light[row, column]
            print(same(made, wanted))
            """)
        #expect(output == "True\n", "\(output)")
    }

    @Test(
        "luminance with half-size chroma becomes RGB, using the file's primaries",
        arguments: [
            (nil, "0.2126, 0.7152, 0.0722"),
            ("0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329", "0.2627, 0.6780, 0.0593"),
            // Degenerate chromaticities are ignored.
            ("0, 0, 0, 0, 0, 0, 0, 0", "0.2126, 0.7152, 0.0722"),
        ])
    func luminance(primaries: String?, shares: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                smooth = np.stack([1 + x / 64, 2 - y / 48, 0.5 + (x + y) / 224], -1).astype("f4")
                put("a.exr", exr(smooth, luminance=(\(shares)), chromaticities=(\(primaries ?? "")) or None))
                put("rgb.exr", exr(smooth, chromaticities=(\(primaries ?? "")) or None))
                """)
        #expect(try glint(in: folder, "render", "rgb.exr", "-o", "wanted.exr").status == 0)
        let output = try judge(
            "a.exr", in: folder, "print((np.abs(made - decoded('wanted.exr')) / made)[:-1, :-1].max())")
        let difference = try #require(Double(output.trimmingCharacters(in: .whitespacesAndNewlines)))
        // The last column and row use the chroma of their neighbors.
        #expect(difference < 0.002, "\(difference)")
    }

    @Test("of several parts, the first that is a picture is read")
    func parts() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                put("motion.exr", exr(light[..., :2], names=["forward.u", "forward.v"]))
                put("picture.exr", exr(light))
                put("other.exr", exr(light * 0.5))
                subprocess.run(["exrmultipart", "-combine", "-i", "motion.exr", "picture.exr", "other.exr", "-o", "a.exr"],
                               check=True, capture_output=True)
                """)
        #expect(try judge("a.exr", in: folder, "print(same(made, light))") == "True\n")
        expectRefusal(
            try glint(in: folder, "render", "motion.exr", "-o", "b.png"), status: 1,
            mentions: "cannot be read",
            "forward.u, forward.v")
    }

    @Test("only the largest level of a mipmapped file is read")
    func sizes() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                put("picture.exr", exr(light))
                subprocess.run(["exrmaketiled", "-m", "-z", "zip", "-t", "16", "16", "picture.exr", "a.exr"], check=True)
                """)
        #expect(try judge("a.exr", in: folder, "print(same(made, light))") == "True\n")
    }

    @Test("the rest of a truncated file is read if damage is accepted")
    func cutOff() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + "put('whole.exr', exr(light)); put('a.exr', open('whole.exr', 'rb').read()[:-20000])"
        )
        expectRefusal(
            try glint(in: folder, "render", "a.exr", "-o", "b.png"), status: 1, mentions: "damaged")
        let run = try glint(in: folder, "render", "a.exr", "-o", "made.exr", "--accept-damaged")
        #expect(run.status == 0 && run.errors.contains("damaged"), "\(run.errors)")
        // 26 of the 48 rows are at least partly missing; some complete rows may be in the same chunk as
        // damaged ones.
        let output = try python(
            in: folder,
            Self.maker + """
                made = decoded("made.exr")
                print([same(made[row], light[row]) for row in (0, 10, 20)], made[30:].max())
                """)
        #expect(output == "[True, True, True] 0.0\n", "\(output)")
    }

    @Test("a truncated or corrupted header is damage, an unknown compression is not")
    func refusals() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + """
                data = exr(light)
                kind = data.index(b"B\\0", data.index(b"channels\\0chlist\\0")) + 2
                put("compression.exr", exr(light, compression=77))
                put("numbers.exr", data[:kind] + b"\\x09" + data[kind + 1:])
                put("header.exr", data[:40])
                import struct
                put("preview.exr", exr(light, more=[("preview", "preview", struct.pack("<II", 30000, 30000))]))
                put("texts.exr", exr(light, more=[("names", "stringvector", struct.pack("<I", 2000000000))]))
                window = data.index(b"box2i\\0") + 6
                put("window.exr", data[:window] + b"\\x14" + data[window + 1:window + 20] + bytes(4) + data[window + 20:])
                """)
        for (name, mention) in [
            ("compression", "OpenEXR's library does not support this kind of file"),
            ("numbers", "is damaged: its data is invalid"), ("header", "is damaged: its data is invalid"),
            ("preview", "is damaged: its data is invalid"), ("texts", "is damaged: its data is invalid"),
            ("window", "is damaged: its data is invalid"),
        ] {
            expectRefusal(
                try glint(in: folder, "render", "\(name).exr", "-o", "b.png"), status: 1, mentions: mention)
        }
    }

    @Test("info reads no pixels")
    func info() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.maker + "put('whole.exr', exr(light)); put('a.exr', open('whole.exr', 'rb').read()[:-20000])"
        )
        let run = try glint(in: folder, "info", "a.exr")
        let whole = try glint(in: folder, "info", "whole.exr")
        #expect(
            run.status == 0 && run.output == whole.output.replacing("whole.exr", with: "a.exr"),
            "\(run.errors)")
        #expect(run.output.contains("64 × 48") && run.output.contains("RGB"), "\(run.output)")
    }
}
