import Foundation
import TestSupport
import Testing

@Suite("Colors of files on the command line") struct ColorTests {
    /// A chart of sRGB as `chart.png`, and the same colors in Display P3 as `p3.png`.
    private func makeCharts(in folder: TemporaryFolder) throws {
        try python(
            in: folder,
            """
            steps = np.round(np.linspace(60, 190, 6)).astype(np.uint8)
            save("chart.png", np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(12, 18, 3))
            """)
        let run = try glint(
            in: folder, "render", "chart.png", "-o", "p3.png", "--profile", "p3", "--depth", "16")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    /// The largest difference between two files in sRGB, as converted by lcms2, in levels of 255.
    private func difference(_ first: String, _ second: String, in folder: TemporaryFolder) throws -> Int {
        let text = try python(
            in: folder,
            """
            import io
            from PIL import ImageCms
            def srgb(name):
                image = Image.open(name)
                profile = image.info.get("icc_profile")
                image = image.convert("RGB")
                if profile: image = ImageCms.profileToProfile(image, io.BytesIO(profile),
                    ImageCms.createProfile("sRGB"), renderingIntent=1, flags=0x2000)
                return np.asarray(image).astype(int)
            print(np.abs(srgb("\(first)") - srgb("\(second)")).max())
            """)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test(
        "a filter defined in sRGB treats the same colors in Display P3 equally",
        arguments: [
            ["saturation", "amount=0.4"], ["sepia", "amount=0.6"], ["hue", "angle=25"],
            ["temperature", "amount=30"], ["black-white"], ["hue", "angle=20", "saturation", "amount=0.5"],
            ["saturation", "amount=0.5", "gaussian-blur", "radius=1"],
        ])
    func filters(arguments: [String]) throws {
        let folder = try temporaryFolder()
        try makeCharts(in: folder)
        for (source, result) in [("chart.png", "a.png"), ("p3.png", "b.png")] {
            let run = try glint(
                in: folder, arguments: ["render", source, "-o", result, "--depth", "8", "--"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
        }
        // The result differs by color space: a blur works on the values of each.
        let tolerance = arguments.contains("gaussian-blur") ? 4 : 2
        #expect(try difference("a.png", "b.png", in: folder) <= tolerance)
    }

    @Test("a vivid color outside of sRGB is no darker in gray than one inside")
    func vividColors() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('red.png', np.full((4, 4, 3), (255, 0, 0), np.uint8))")
        try glint(in: folder, "render", "red.png", "-o", "p3.png", "--profile", "p3")
        // The purest red of Display P3: the same numbers, with its profile.
        try python(
            in: folder,
            """
            profile = Image.open("p3.png").info["icc_profile"]
            Image.new("RGB", (4, 4), (255, 0, 0)).save("vivid.png", icc_profile=profile)
            """)
        for arguments in [["saturation", "amount=0"], ["black-white"]] {
            for name in ["red", "vivid"] {
                let run = try glint(
                    in: folder,
                    arguments: [
                        "render", "\(name).png", "-y", "-o", "\(name)-gray.png", "--profile", "srgb", "--",
                    ] + arguments)
                #expect(run.status == 0, "\(run.errors)")
            }
            let levels = try python(
                in: folder,
                "print(*[np.asarray(Image.open(n + '-gray.png').convert('L'))[0, 0] for n in ('red', 'vivid')])"
            )
            let grays = levels.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            #expect(grays.count == 2 && abs(grays[0] - grays[1]) <= 6, "\(arguments): \(grays)")
        }
    }

    @Test(
        "code points define the colors if there is no profile: P3, Rec. 2020, PQ and HLG",
        arguments: [
            (12, 13, "png"), (9, 13, "png"), (9, 16, "png"), (12, 16, "png"), (9, 18, "png"),
            (12, 13, "avif"),
            (9, 16, "avif"),
        ])
    func codePoints(primaries: Int, transfer: Int, suffix: String) throws {
        let folder = try temporaryFolder()
        let support = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support").path
        let script = """
            import struct, subprocess, zlib
            sys.path.insert(0, "\(support)")
            from tone_map import tone_mapped, TO_SRGB
            steps = np.linspace(0.1, 0.75, 4)
            chart = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(8, 8, 3).repeat(8, 0).repeat(8, 1)
            stored = np.round(chart * 65535).astype(">u2")

            """
        try python(
            in: folder,
            script + """
                def chunk(name, data):
                    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
                rows = b"".join(b"\\0" + row.tobytes() for row in stored)
                points = chunk(b"cICP", bytes([\(primaries), \(transfer), 0, 1])) if "\(suffix)" == "png" else b""
                open("a.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 16, 2, 0, 0, 0))
                    + points + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
                """)
        if suffix == "avif" {
            try python(in: folder, "os.rename('a.png', 'plain.png')")
            let encoded = try runProgram(
                "/usr/bin/ffmpeg",
                arguments: [
                    "-v", "error", "-i", folder.file("plain.png"), "-vf",
                    "scale=out_color_matrix=bt2020:out_range=pc,format=yuv444p12le,setparams=range=pc:colorspace=9"
                        + ":color_primaries=\(primaries):color_trc=\(transfer)",
                    "-pix_fmt", "yuv444p12le", "-c:v",
                    "libaom-av1", "-crf", "0",
                    "-still-picture", "1", "-f", "avif", folder.file("a.avif"),
                ])
            #expect(encoded.status == 0, "\(encoded.errors)")
        }
        let run = try glint(
            in: folder, "render", "a.\(suffix)", "-o", "b.png", "--profile", "srgb", "--depth", "8")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let output = try python(
            in: folder,
            script + """
                def light(v): return np.where(v <= .04045, v / 12.92, ((v + .055) / 1.055) ** 2.4)
                def value(l): return np.where(l <= .0031308, 12.92 * l, 1.055 * l ** (1 / 2.4) - .055)
                values = stored / 65535
                if \(transfer) == 13: expected = value(np.clip(light(values) @ np.array(TO_SRGB[\(primaries)]).T, 0, 1))
                else: expected = tone_mapped(values, {16: "PQ", 18: "HLG"}[\(transfer)], \(primaries))
                print(np.abs(np.asarray(Image.open("b.png").convert("RGB")) - expected * 255).max())
                """)
        let difference = try #require(Double(output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(difference <= (suffix == "png" ? 1 : 5), "\(difference)")
        let info = try glint(in: folder, "info", "a.\(suffix)")
        #expect(info.output.contains("shown in SDR") == (transfer != 13), "\(info.output)")
    }

    @Test(
        "a matrix profile that libpng rejects is replaced by an equivalent, a table profile is an error")
    func refusedProfiles() throws {
        let folder = try temporaryFolder()
        try makeCharts(in: folder)
        try python(
            in: folder,
            """
            profile = Image.open("p3.png").info["icc_profile"]
            # A printer's class, which no PNG may have.
            odd = profile[:12] + b"prtr" + profile[16:]
            Image.new("RGB", (4, 4), (200, 30, 30)).save("odd.jpg", icc_profile=odd, quality=95)
            Image.new("RGB", (4, 4), (200, 30, 30)).save("right.jpg", icc_profile=profile, quality=95)
            """)
        for name in ["odd", "right"] {
            let run = try glint(in: folder, "render", "\(name).jpg", "-o", "\(name).png")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        #expect(try python(in: folder, "print('icc_profile' in Image.open('odd.png').info)") == "True\n")
        #expect(try difference("odd.png", "right.png", in: folder) == 0)
    }

    @Test("a profile with trailing bytes is embedded, and a broken one is ignored")
    func oddProfiles() throws {
        let folder = try temporaryFolder()
        try makeCharts(in: folder)
        try python(
            in: folder,
            """
            profile = Image.open("p3.png").info["icc_profile"]
            Image.new("RGB", (4, 4), (200, 30, 30)).save("padded.jpg", icc_profile=profile + bytes(3))
            Image.new("RGB", (4, 4), (200, 30, 30)).save("broken.jpg", icc_profile=profile.replace(b"bTRC", b"xTRC"))
            """)
        for name in ["padded", "broken"] {
            let run = try glint(in: folder, "render", "\(name).jpg", "-o", "\(name).png")
            #expect(run.status == 0, "\(run.errors)")
        }
        let lengths = try python(
            in: folder,
            "print(*[len(Image.open(n).info.get('icc_profile', b'')) for n in ('p3.png', 'padded.png')])")
        let counts = lengths.split(whereSeparator: \.isWhitespace)
        #expect(counts.count == 2 && counts[0] == counts[1] && counts[0] != "0", "\(lengths)")
    }

    @Test("a clip of a picture is converted to sRGB, like videos")
    func clips() throws {
        let folder = try temporaryFolder()
        try makeCharts(in: folder)
        let run = try glint(
            in: folder, "render", "p3.png", "-o", "a.mkv", "--duration", "0.1", "--video-codec", "ffv1")
        #expect(run.status == 0, "\(run.errors)")
        let frame = try glint(in: folder, "render", "a.mkv", "-o", "frame.png", "--frame", "0")
        #expect(frame.status == 0, "\(frame.errors)")
        #expect(try difference("chart.png", "frame.png", in: folder) <= 2)
    }

    @Test("info reports the color space and the profile")
    func info() throws {
        let folder = try temporaryFolder()
        try makeCharts(in: folder)
        let text = try glint(in: folder, "info", "p3.png")
        #expect(text.output.contains("Display P3"))
        let run = try glint(in: folder, "info", "--json", "p3.png", "chart.png")
        let files = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        #expect(files?.first?["space"] as? String == "Display P3")
        #expect(files?.first?["profile"] as? String == "Display P3")
        #expect(files?.last?["space"] as? String == "sRGB")
        #expect(files?.last?["profile"] is NSNull)
    }

    @Test("info reports how a picture was taken, and its metadata")
    func shot() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.jpg', noise(8, 8)); save('plain.png', noise(8, 8))")
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-overwrite_original", "-Make=Maker", "-Model=One", "-LensModel=Lens 50", "-ISO=400",
                "-ExposureTime=1/250", "-FNumber=2.8", "-FocalLength=50",
                "-DateTimeOriginal=2024:05:01 12:30:00",
                "-XMP-dc:Title=A title", folder.file("a.jpg"),
            ])
        #expect(written.status == 0)
        let text = try glint(in: folder, "info", "a.jpg").output
        for part in [
            /camera +Maker One/, /lens +Lens 50/, /taken +2024-05-01 12:30:00/, /exposure time +1\/250 s/,
            /aperture +f\/2\.8/, /sensitivity +ISO 400/, /focal length +50\.0 mm/, /metadata +EXIF, XMP/,
        ] {
            #expect(text.contains(part), "\(text)")
        }
        let json = try glint(in: folder, "info", "--json", "a.jpg", "plain.png").output
        let files = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        let shot = try #require(files?.first?["shot"] as? [String: Any])
        #expect(shot["camera"] as? String == "Maker One" && shot["iso"] as? Int == 400)
        #expect(shot["exposureTime"] as? Double == 0.004 && shot["focalLength"] as? Int == 50)
        #expect(files?.first?["metadata"] as? [String] == ["EXIF", "XMP"])
        #expect(files?.last?["shot"] is NSNull && (files?.last?["metadata"] as? [String])?.isEmpty == true)
    }

    @Test("an invalid profile is rejected, and nothing is saved")
    func refusals() throws {
        let folder = try temporaryFolder()
        try makeCharts(in: folder)
        try folder.write("no profile", to: "a.icc")
        expectRefusal(
            try glint(in: folder, "render", "chart.png", "-o", "b.png", "--profile", "a.icc"), status: 1,
            mentions: "a.icc", "not an ICC profile")
        expectRefusal(
            try glint(in: folder, "render", "chart.png", "-o", "b.png", "--profile", "missing.icc"),
            status: 1, mentions: "missing.icc")
        expectRefusal(
            try glint(in: folder, "render", "chart.png", "-o", "b.png", "--intent", "vivid"), status: 2,
            mentions: "--intent", "perceptual")
        #expect(!folder.has("b.png"))
    }
}

@Suite("Compression on the command line") struct CompressionTests {
    @Test("a TIFF is compressed as requested", arguments: ["none", "lzw", "deflate", "zstd"])
    func tiff(compression: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(20, 30))")
        let run = try glint(in: folder, "render", "a.png", "-o", "a.tif", "--tiff-compression", compression)
        #expect(run.status == 0, "\(run.errors)")
        let names = ["none": "Uncompressed", "lzw": "LZW", "deflate": "Adobe Deflate", "zstd": "ZSTD (new)"]
        let found = try runProgram(
            "/usr/bin/exiftool", arguments: ["-s3", "-Compression", folder.file("a.tif")])
        let number = try runProgram(
            "/usr/bin/exiftool", arguments: ["-n", "-s3", "-Compression", folder.file("a.tif")])
        // Debian 12's exiftool prints zstd's compression number, 50000, instead of a name.
        #expect(
            found.output.hasPrefix(names[compression] ?? "?")
                || compression == "zstd" && number.output.hasPrefix("50000"), "\(found.output)")
        try python(
            in: folder,
            "assert (np.asarray(Image.open('a.png')) == np.asarray(Image.open('a.tif'))).all()")
    }

    @Test("a lossless WebP has exactly the same pixels")
    func webp() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(20, 30))")
        for arguments in [["--lossless"], []] {
            let run = try glint(in: folder, arguments: ["render", "a.png", "-y", "-o", "a.webp"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
            let same = try python(
                in: folder,
                "print((np.asarray(Image.open('a.png')) == np.asarray(Image.open('a.webp').convert('RGB'))).all())"
            )
            #expect(same.hasPrefix(arguments.isEmpty ? "False" : "True"))
        }
    }
}
