import Foundation
import TestSupport
import Testing

/// Profiles of gray pictures with another curve than sRGB's: where 128 is half of the light, sRGB has 188.
@Suite("Profiles of gray") struct GrayProfileTests {
    /// Makes `a.*` of 128, 200 and 10 with a profile of linear light, `t.png` with alpha and `d.tif` of 16 bits.
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
        "keep their meaning in every format, with one of colors where a file has no gray",
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
            print(back.mode, *[back.convert("RGB").getpixel(place)[channel] for place in ((10, 20), (40, 20), (10, 4))
                               for channel in (0, 2)])
            """
        ).split(separator: " ").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        // Gray stays gray where the format has it.
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
}
