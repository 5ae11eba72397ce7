import Foundation
import TestSupport
import Testing

/// Counts are exact: they equal NumPy's.
@Suite struct HistogramTests {
    /// NumPy's counts of the pixels of an 8-bit file.
    private func counted(_ name: String, in folder: TemporaryFolder) throws -> [String: [Int]] {
        let text = try python(
            in: folder,
            """
            import json
            p = load('\(name)').astype(int)
            if p.ndim == 2: p = np.stack([p] * 3, axis=2)
            r, g, b = p[..., 0], p[..., 1], p[..., 2]
            luma = (299 * r + 587 * g + 114 * b + 500) // 1000
            channels = dict(red=r, green=g, blue=b, luma=luma)
            print(json.dumps({k: np.bincount(v.ravel(), minlength=256).tolist() for k, v in channels.items()}))
            """)
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [Int]])
    }

    private func histogram(in folder: TemporaryFolder, _ arguments: String...) throws -> [String: [Int]] {
        let run = try glint(in: folder, arguments: ["histogram", "--json"] + arguments)
        try #require(run.status == 0, "\(run.errors)")
        var object = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let pixels = object.removeValue(forKey: "pixels") as? Int
        let lists = try #require(object as? [String: [Int]])
        for (name, counts) in lists {
            #expect(counts.count == 256 && counts.reduce(0, +) == pixels, "\(name)")
        }
        return lists
    }

    /// Sizes around that of a workgroup's tile, and a size that is processed in several strips.
    @Test(arguments: [(1, 1), (1, 700), (255, 3), (256, 256), (257, 259), (3000, 900)])
    func everyPixelIsCountedOnce(width: Int, height: Int) throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(\(height), \(width)))")
        #expect(try histogram(in: folder, "a.png") == counted("a.png", in: folder))
    }

    @Test func grayAndTransparentPicturesAreCountedToo() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder, "save('gray.png', noise(50, 70, 1)); save('alpha.png', noise(50, 70, 4))")
        for name in ["gray.png", "alpha.png"] {
            #expect(try histogram(in: folder, name) == counted(name, in: folder))
        }
    }

    @Test func filtersAndRecipesAreAppliedAsInASave() throws {
        let folder = try folderWithPicture()
        try folder.write(
            #"{"glint":1,"filters":[{"id":"gaussian-blur","parameters":{"radius":3}}]}"#, to: "blur.json")
        let arguments = ["--recipe", "blur.json", "--", "saturation", "amount=1.7", "opacity=0.6"]
        #expect(try glint(in: folder, arguments: ["render", "a.png", "-o", "b.png"] + arguments).status == 0)
        let run = try glint(in: folder, arguments: ["histogram", "a.png", "--json"] + arguments)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        for (name, counts) in try counted("b.png", in: folder) {
            #expect(object?[name] as? [Int] == counts, "\(name)")
        }
    }

    @Test func sixteenBitsAreRoundedAsASaveWithEightRoundsThem() throws {
        let folder = try temporaryFolder()
        // A gray picture that contains each 16-bit value once.
        _ = try runProgram(
            "/usr/bin/python3",
            arguments: [
                "-c",
                """
                import sys, numpy as np
                from PIL import Image
                Image.fromarray(np.arange(65536, dtype=np.uint16).reshape(256, 256)).save(sys.argv[1])
                """, folder.file("all.png"),
            ])
        #expect(try glint(in: folder, "render", "all.png", "-o", "eight.png", "--depth", "8").status == 0)
        let counts = try histogram(in: folder, "all.png")
        #expect(try counts == counted("eight.png", in: folder))
        // 257 values round to each level except the first and the last, to which half as many round.
        #expect(counts["green"] == [129] + [Int](repeating: 257, count: 254) + [129])
    }

    /// 8-bit PNGs with a gamma curve: one of a single color, and one with every value in every channel.
    private static let ofGamma = """
        import struct, zlib
        def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        def gamma(name, pixels, exponent):
            height, width, channels = pixels.shape
            rows = b"".join(b"\\0" + row.tobytes() for row in pixels)
            chromaticities = struct.pack(">8I", 31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000)
            kind = {1: 0, 3: 2, 4: 6}[channels]
            colors = chunk(b"cHRM", chromaticities) if channels > 1 else b""
            open(name, "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
                + chunk(b"gAMA", struct.pack(">I", round(exponent * 100000))) + colors + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
        ramp = np.arange(256, dtype=np.uint8)

        """

    @Test(
        "Dark values of files with another curve than sRGB's are counted exactly",
        arguments: ["1 / 2.2", "1 / 1.8", "1.0", "1 / 2.4"])
    func darkValues(exponent: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.ofGamma + """
                gamma("constant.png", np.full((9, 7, 3), 3, np.uint8), \(exponent))
                gamma("ramp.png", np.stack([ramp, ramp[::-1], np.roll(ramp, 9)], axis=1)[None], \(exponent))
                gamma("clear.png", np.stack([ramp, ramp, ramp, ramp], axis=1)[None], \(exponent))
                gamma("gray.png", ramp[None, :, None], \(exponent))
                """)
        let constant = try histogram(in: folder, "constant.png")
        for channel in ["red", "green", "blue", "luma"] {
            #expect(constant[channel] == [0, 0, 0, 63] + [Int](repeating: 0, count: 252), "\(channel)")
        }
        for name in ["ramp.png", "clear.png", "gray.png"] {
            let counts = try histogram(in: folder, name)
            for channel in ["red", "green", "blue"] {
                #expect(counts[channel] == [Int](repeating: 1, count: 256), "\(name), \(channel)")
            }
        }
        // With filters, the counts equal those of a saved file.
        #expect(
            try glint(
                in: folder, "render", "ramp.png", "-o", "saved.png", "--depth", "8", "--", "exposure",
                "stops=-1"
            )
            .status == 0)
        #expect(
            try histogram(in: folder, "ramp.png", "--", "exposure", "stops=-1")
                == counted("saved.png", in: folder))
    }

    @Test(
        "Counts are those of a file that keeps the colors", arguments: ["a.dng", "gamma.png"])
    func keptColors(name: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import struct, zlib
            sys.path.insert(0, '\(testsFolder)/Support')
            from dng import dng
            dng("a.dng", pattern=(0, 1, 1, 2))
            def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            # Adobe RGB by its primaries and a gamma of 2.2.
            pixels = np.random.default_rng(1).integers(0, 65536, (200, 300, 3)).astype(">u2")
            rows = b"".join(b"\\0" + row.tobytes() for row in pixels)
            chromaticities = struct.pack(">8I", 31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000)
            open("gamma.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 300, 200, 16, 2, 0, 0, 0))
                + chunk(b"gAMA", struct.pack(">I", 45000)) + chunk(b"cHRM", chromaticities) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
            """)
        #expect(try glint(in: folder, "render", name, "-o", "eight.png", "--depth", "8").status == 0)
        let (found, expected) = (try histogram(in: folder, name), try counted("eight.png", in: folder))
        for (channel, counts) in expected {
            // The average error of a pixel in levels.
            var (ahead, sum) = (0, 0)
            for (count, other) in zip(counts, found[channel] ?? []) {
                ahead += count - other
                sum += abs(ahead)
            }
            #expect(Double(sum) / Double(counts.reduce(0, +)) < 0.05, "\(channel)")
        }
    }

    @Test func withoutJSONItIsAReadableTable() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', np.full((10, 10, 3), (0, 128, 255), np.uint8))")
        let run = try glint(in: folder, "histogram", "a.png")
        #expect(run.output.contains("100 pixels"))
        #expect(run.output.contains(/red +mean 0.0, median 0, 100.00 % at 0, 0.00 % at 255/))
        #expect(run.output.contains(/blue +mean 255.0, median 255, 0.00 % at 0, 100.00 % at 255/))
    }

    @Test func wrongArgumentsAreRefused() throws {
        let folder = try folderWithPicture()
        expectRefusal(try glint(in: folder, "histogram"), status: 2, mentions: "one picture")
        expectRefusal(
            try glint(in: folder, "histogram", "a.png", "a.png"), status: 2, mentions: "one picture")
        expectRefusal(try glint(in: folder, "histogram", "no.png"), status: 1, mentions: "no.png")
        expectRefusal(
            try glint(in: folder, "histogram", "a.png", "--", "nothing"), status: 2, mentions: "nothing")
    }
}
