import Foundation
import TestSupport
import Testing

/// Color tables: those that `lut` saves, and the formats that the filter reads.
@Suite("Color tables") struct LUTCommandTests {
    /// Filters of which each maps colors, with values that leave 0…1.
    private static let look = [
        "exposure", "stops=0.4", "saturation", "amount=1.4", "tone-curve", "all=0,0.05;0.4,0.5;1,0.95",
    ]

    /// The largest difference between the pixels of two pictures, in 8-bit steps.
    private func difference(_ one: String, _ other: String, in folder: TemporaryFolder) throws -> Int {
        let output = try python(
            in: folder,
            """
            from PIL import Image
            one, other = (np.asarray(Image.open(p).convert("RGB")).astype(int) for p in ("\(one)", "\(other)"))
            print(np.abs(one - other).max())
            """)
        return try #require(Int(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func ffmpeg(_ arguments: String..., in folder: TemporaryFolder) throws {
        let run = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: ["-v", "error"] + arguments.map { $0.replacing("@", with: folder.file("")) })
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("of a look give the look, here and in ffmpeg", arguments: ["cube", "png", "tif"])
    func saved(suffix: String) throws {
        let folder = try folderWithPicture()
        try glint(in: folder, arguments: ["render", "a.png", "-o", "direct.png", "--"] + Self.look)
        let options = suffix == "cube" ? ["--size", "65"] : ["--hald", "8"]
        let run = try glint(
            in: folder, arguments: ["lut", "-o", "look.\(suffix)"] + options + ["--"] + Self.look)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "lut", "file=look.\(suffix)")
        #expect(try difference("direct.png", "b.png", in: folder) <= 2)
        if suffix == "cube" {
            try ffmpeg(
                "-i", "@a.png", "-vf", "lut3d=@look.cube:interp=tetrahedral,format=rgb24", "@c.png",
                in: folder)
        } else {
            try ffmpeg(
                "-i", "@a.png", "-i", "@look.\(suffix)", "-filter_complex",
                "[0:v]format=rgb24[a];[a][1:v]haldclut=interp=tetrahedral", "@c.png", in: folder)
        }
        #expect(try difference("b.png", "c.png", in: folder) <= 1)
    }

    @Test("of 3dl files are those of ffmpeg")
    func threeDL() throws {
        let folder = try folderWithPicture()
        try python(
            in: folder,
            """
            lines = [" ".join(str(min(1023, 64 * i)) for i in range(17))]
            for r in range(17):
                for g in range(17):
                    for b in range(17):
                        lines.append(f"{round(4095 * (r / 16) ** .8)} {round(4095 * (1 - g / 16))} {round(230 * b)}")
            open("look.3dl", "w").write("\\n".join(lines))
            """)
        try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "lut", "file=look.3dl")
        try ffmpeg(
            "-i", "@a.png", "-vf", "lut3d=@look.3dl:interp=tetrahedral,format=rgb24", "@c.png", in: folder)
        #expect(try difference("b.png", "c.png", in: folder) <= 1)
    }

    @Test("keep values beyond white, and the input range of the table before")
    func beyond() throws {
        let folder = try folderWithPicture()
        try glint(in: folder, "lut", "-o", "bright.cube", "--size", "2", "--", "exposure", "stops=1")
        let bright = try String(decoding: folder.bytes("bright.cube"), as: UTF8.self).split(separator: "\n")
        #expect(bright[1] == "LUT_3D_SIZE 2" && !bright.contains { $0.hasPrefix("DOMAIN") })
        // Twice the light of white, encoded: 1.055 · 2^(1/2.4) - 0.055.
        let white = try #require(bright.last).split(separator: " ").compactMap { Double($0) }
        #expect(white.count == 3 && white.allSatisfy { abs($0 - 1.353256) < 1e-4 }, "\(white)")
        try folder.write(
            "LUT_3D_SIZE 2\nDOMAIN_MIN -1 -1 -1\nDOMAIN_MAX 3 3 3\n-1 -1 -1\n3 -1 -1\n-1 3 -1\n3 3 -1\n-1 -1 3\n"
                + "3 -1 3\n-1 3 3\n3 3 3\n", to: "wide.cube")
        try glint(
            in: folder, "lut", "-o", "again.cube", "--size", "3", "--", "lut", "file=wide.cube", "invert")
        let again = try String(decoding: folder.bytes("again.cube"), as: UTF8.self).split(separator: "\n")
        #expect(again.contains("DOMAIN_MIN -1.0 -1.0 -1.0") && again.contains("DOMAIN_MAX 3.0 3.0 3.0"))
        #expect(again[4] == "2.0 2.0 2.0" && again.last == "-2.0 -2.0 -2.0")
    }

    @Test("leave out what is not a function of a color, and say so")
    func strict() throws {
        let folder = try folderWithPicture()
        let filters = ["--", "invert", "gaussian-blur", "radius=4", "vignette"]
        let run = try glint(in: folder, arguments: ["lut", "-o", "a.cube"] + filters)
        #expect(run.status == 0 && run.errors.contains("Gaussian Blur, Vignette"), "\(run.errors)")
        try glint(in: folder, "lut", "-o", "b.cube", "--", "invert")
        #expect(
            try folder.bytes("a.cube").split(separator: 10).dropFirst().elementsEqual(
                folder.bytes("b.cube").split(separator: 10).dropFirst()))
        expectRefusal(
            try glint(in: folder, arguments: ["lut", "-o", "c.cube", "--strict"] + filters), status: 1,
            mentions: "Gaussian Blur")
        #expect(!folder.has("c.cube"))
        // A region by color is a function of a color, one with a place is not.
        #expect(
            try glint(
                in: folder, "lut", "-o", "d.cube", "--strict", "--", "invert", "region=color,#ff0000,0.2"
            )
            .status == 0)
        #expect(
            try glint(in: folder, "lut", "-o", "e.cube", "--strict", "--", "invert", "region=ellipse,0,0,1,1")
                .status == 1)
    }

    @Test("are refused with a reason")
    func refused() throws {
        let folder = try folderWithPicture()
        try folder.write("0 512 600 1023\n" + String(repeating: "1 2 3\n", count: 64), to: "uneven.3dl")
        try folder.write("0 1023\n1 2 3\n", to: "short.3dl")
        for (file, reason) in [
            ("a.png", "is not a HaldCLUT"), ("uneven.3dl", "not evenly spaced"),
            ("short.3dl", "does not fit"),
        ] {
            expectRefusal(
                try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "lut", "file=\(file)"),
                status: 1,
                mentions: reason)
        }
        expectRefusal(try glint(in: folder, "lut", "--", "invert"), status: 2, mentions: "-o")
        expectRefusal(
            try glint(in: folder, "lut", "-o", "a.jpg", "--", "invert"), status: 2, mentions: ".cube")
        expectRefusal(
            try glint(in: folder, "lut", "-o", "a.cube", "--size", "1"), status: 2, mentions: "from 2 to 256")
        try folder.write("kept", to: "old.cube")
        expectRefusal(
            try glint(in: folder, "lut", "-o", "old.cube", "--", "invert"), status: 1, mentions: "old.cube")
        #expect(try folder.bytes("old.cube") == Data("kept".utf8))
    }
}
