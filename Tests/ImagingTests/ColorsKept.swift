import Imaging
import TestSupport
import Testing

/// Charts in the color spaces of photographers' files, compared with lcms2.
@Suite struct ColorsKept {
    /// Creates a chart of 1,000 colors (ten levels of each channel) in every space and at both depths; prints
    /// the names.
    private static let charts =
        ColorConversion.color + #"""

            from PIL import Image, ImageCms
            folder = sys.argv[1]
            P3 = (.3127, .3290, .680, .320, .265, .690, .150, .060)
            PROPHOTO = (.3457, .3585, .7347, .2653, .1596, .8404, .0366, .0001)
            REC2020 = (.3127, .3290, .708, .292, .170, .797, .131, .046)
            def srgb_curve():
                values = np.round(decode(np.arange(1024) / 1023) * 65535).astype(">u2")
                return b"curv\0\0\0\0" + struct.pack(">I", 1024) + values.tobytes()
            def with_curve(chromaticities, data):
                m = to_d50(chromaticities)
                return tagged(b"RGB ", NAMES + [(n + b"XYZ", fixed(m[:, i])) for i, n in enumerate((b"r", b"g", b"b"))]
                    + [(n + b"TRC", data) for n in (b"r", b"g", b"b")])
            spaces = {
                "srgb": with_curve(SRGB, srgb_curve()),
                "p3": with_curve(P3, srgb_curve()),
                "adobe": matrix_profile(ADOBE, 563 / 256),
                "prophoto": matrix_profile(PROPHOTO, 1.8),
                "rec2020": matrix_profile(REC2020, 2.4),
                "gray": gray_profile(1.75),
                "linear": matrix_profile(SRGB, 1),
            }
            steps = np.round(np.linspace(0, 255, 10)).astype(int)
            grid = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(25, 40, 3)
            def icc(p): return chunk(b"iCCP", b"p\0\0" + zlib.compress(p))
            for name, profile in spaces.items():
                open(folder + "/%s.icc" % name, "wb").write(profile)
                for depth in (8, 16):
                    samples = grid * (257 if depth == 16 else 1)
                    if name == "gray": samples = (np.arange(1000).reshape(25, 40, 1) * (65 if depth == 16 else 1)) % (1 << depth)
                    pixels = [[tuple(int(s) for s in p) for p in row] for row in samples]
                    path = folder + "/%s-%d.png" % (name, depth)
                    open(path, "wb").write(png(40, 25, 0 if name == "gray" else 2, depth, pixels, before=icc(profile)))
                    print(name, depth)
            """#

    /// The tolerance for 16-bit samples, of 65535: the rounding error where a file's curve is steeper than
    /// sRGB's.
    private static let maxMoved = 40

    @Test func whatIsNotChangedComesOutWithTheSameColorsAndProfile() throws {
        let folder = try temporaryFolder()
        let lines = try runPython(Self.charts, arguments: [folder.path]).split(separator: "\n")
        #expect(lines.count == 14)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let (source, depth) = (folder.file("\(words[0])-\(words[1]).png"), words[1] == "8" ? 8 : 16)
            let picture = try Picture(contentsOf: source)
            #expect(picture.depth.rawValue == depth, "\(line)")
            let samples = try decodedElsewhere(source, depth: picture.depth)
            for format in depth == 8 ? ["png", "tif", "webp", "jpg"] : ["png", "tif"] {
                let path = folder.file("saved.\(format)")
                try picture.write(to: path, options: EncodingOptions(quality: 100), overwrite: true)
                if format == "webp", picture.channels.isGray {
                    // WebP has no grayscale, so its profile is for RGB.
                    #expect(try Array(profile(of: path)[16..<20]) == Array("RGB ".utf8), "\(line)")
                    continue
                }
                #expect(
                    try profile(of: path) == contents(folder.file("\(words[0]).icc")), "\(line) \(format)")
                // Only lossless formats are compared: compression losses are not the subject here.
                guard format == "png" || format == "tif" else { continue }
                let saved = try decodedElsewhere(path, depth: picture.depth)
                if depth == 8 {
                    #expect(saved == samples, "\(line) \(format)")
                } else {
                    #expect(moved(saved, samples) <= Self.maxMoved, "\(line) \(format)")
                }
            }
        }
    }

    @Test func aFileWithoutAProfileStaysWithout() throws {
        let folder = try temporaryFolder()
        let picture = try Picture(contentsOf: folder.file(try madeWithoutProfile(in: folder)))
        for format in ["png", "tif", "webp", "jpg"] {
            let path = folder.file("saved.\(format)")
            try picture.write(to: path)
            #expect(try profile(of: path).isEmpty, "\(format)")
        }
    }

    /// Compared with lcms2 with black point compensation, as called by Pillow. lcms2 has only 14 bits for
    /// light, a difference of two levels where a curve begins as steeply as the inverse of gamma 2.4.
    @Test(arguments: ["srgb", "p3", "adobe", "prophoto", "rec2020"])
    func aConversionAgreesWithLCMS(to target: String) throws {
        let folder = try temporaryFolder()
        try runPython(Self.charts, arguments: [folder.path])
        try runPython(
            """
            import sys
            from PIL import Image, ImageCms
            folder, target = sys.argv[1:]
            for name in ("srgb", "p3", "adobe", "prophoto", "rec2020", "linear"):
                image = Image.open(folder + "/%s-8.png" % name)
                made = ImageCms.profileToProfile(image, folder + "/%s.icc" % name, folder + "/%s.icc" % target,
                    renderingIntent=1, flags=0x2000)
                made.save(folder + "/%s-expected.png" % name, icc_profile=None)
            """, arguments: [folder.path, target])
        let wanted = try contents(folder.file("\(target).icc"))
        for name in ["srgb", "p3", "adobe", "prophoto", "rec2020", "linear"] {
            let path = folder.file("\(name)-converted.png")
            try Picture(contentsOf: folder.file("\(name)-8.png")).write(
                to: path, options: EncodingOptions(profile: .profile(wanted, name: target)))
            let made = try decodedElsewhere(path, depth: .eight)
            let expected = try decodedElsewhere(folder.file("\(name)-expected.png"), depth: .eight)
            let difference = zip(made, expected).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
            #expect(
                difference <= (target == "rec2020" ? 2 : 1), "\(name) to \(target): \(difference) levels off")
            #expect(try profile(of: path) == wanted)
        }
    }

    @Test func aProfileThatCannotBeUsedIsRefused() throws {
        let folder = try temporaryFolder()
        try runPython(Self.charts, arguments: [folder.path])
        let picture = try Picture(contentsOf: folder.file("p3-8.png"))
        for (bytes, reason) in [
            ([UInt8](repeating: 7, count: 400), "not an ICC profile"),
            (try contents(folder.file("gray.icc")), "a gray profile"),
        ] {
            let options = EncodingOptions(profile: .profile(bytes, name: "a.icc"))
            let error = try #require(throws: ImagingError.self) {
                try picture.write(to: folder.file("refused.png"), options: options)
            }
            #expect("\(error)".contains("a.icc") && "\(error)".contains(reason), "\(error)")
        }
    }

    /// Cameras mark Adobe RGB in this way, without a profile (DCF 2.0).
    @Test func aJPEGThatStatesAdobeRGBHasItsColors() throws {
        let folder = try temporaryFolder()
        try runPython(
            ColorConversion.color + #"""

                from PIL import Image
                folder = sys.argv[1]
                image = Image.new("RGB", (16, 16), (40, 200, 60))
                exif = Image.Exif()
                exif[0x8769] = {0xA001: 0xFFFF, 0xA005: {1: "R03"}}
                image.save(folder + "/a.jpg", exif=exif, quality=100, subsampling=0)
                stored = np.asarray(Image.open(folder + "/a.jpg")) / 255
                save_rgba(folder + "/expected", to_srgb(stored, ADOBE, 563 / 256), 255, False)
                """#, arguments: [folder.path])
        let picture = try Picture(contentsOf: folder.file("a.jpg"))
        try picture.write(to: folder.file("a.png"), options: EncodingOptions(profile: .sRGB))
        let expected = try contents(folder.file("expected"))
        let made = try decodedElsewhere(folder.file("a.png"), depth: .eight)
        #expect(zip(made, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(try !profile(of: folder.file("a.png")).isEmpty)
    }

    private func moved(_ first: [UInt8], _ second: [UInt8]) -> Int {
        func samples(_ bytes: [UInt8]) -> [Int] {
            bytes.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map(Int.init) }
        }
        return zip(samples(first), samples(second)).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    private func madeWithoutProfile(in folder: TemporaryFolder) throws -> String {
        try runPython(
            """
            import sys
            from PIL import Image
            Image.new("RGB", (8, 8), (10, 200, 30)).save(sys.argv[1])
            """, arguments: [folder.file("plain.png")])
        return "plain.png"
    }

    /// A file's profile as read by Pillow.
    private func profile(of path: String) throws -> [UInt8] {
        let folder = try temporaryFolder()
        try runPython(
            """
            import sys
            from PIL import Image
            open(sys.argv[2], "wb").write(Image.open(sys.argv[1]).info.get("icc_profile") or b"")
            """, arguments: [path, folder.file("profile")])
        return try contents(folder.file("profile"))
    }
}
