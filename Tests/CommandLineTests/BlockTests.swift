import Foundation
import TestSupport
import Testing

@Suite("EXIF blocks that are written") struct BlockTests {
    @Test(
        "a WebP without one in its source has none, and one of the resolution alone where that is stated",
        arguments: ["a.png", "alpha.png", "stated.png"], [[], ["--strip", "all"], ["--lossless"]])
    func webP(source: String, options: [String]) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            Image.new("RGB", (8, 6)).save("a.png")
            Image.new("RGBA", (8, 6), (9, 99, 9, 80)).save("alpha.png")
            Image.new("RGB", (8, 6)).save("stated.png", dpi=(300, 200))
            """)
        let run = try glint(in: folder, words: ["render", source, "-o", "b.webp"] + options)
        #expect(run.status == 0, "\(run.errors)")
        let tags = try runProgram(
            "/usr/bin/exiftool", arguments: ["-G0", "-s", "-EXIF:all", folder.file("b.webp")]
        )
        .output.split(separator: "\n")
        #expect(tags.count == (source == "stated.png" ? 3 : 0), "\(tags)")
        let size = try runProgram(
            "/usr/bin/python3",
            arguments: [
                "-c", "import sys; from PIL import Image; print(Image.open(sys.argv[1]).size)",
                folder.file("b.webp"),
            ])
        #expect(size.output == "(8, 6)\n")
    }

    @Test("a block too large for a JPEG loses its largest entries alone")
    func tooLarge() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            exif = Image.Exif()
            exif[0x010F], exif[0x010E] = "A maker", "d" * 30000
            exif[0x8769] = {
                0x9286: b"ASCII\\0\\0\\0" + b"u" * 50000, 0x927C: b"Unknown maker" + b"m" * 1000, 0xA434: "A lens"}
            exif[0x8825] = {1: "N", 2: (52.0, 30.0, 0.0)}
            Image.new("RGB", (8, 6)).save("a.png", exif=exif.tobytes())
            """)
        let run = try glint(in: folder, "render", "a.png", "-o", "a.jpg")
        #expect(run.status == 0)
        #expect(
            run.errorLines == [
                "a.jpg: a JPEG has no room for parts of its EXIF block, which were left out: “MakerNote”, “UserComment”"
            ])
        let tags = try runProgram("/usr/bin/exiftool", arguments: ["-s", "-EXIF:all", folder.file("a.jpg")])
            .output
        for kept in ["A maker", "A lens", "ddd", "GPSLatitude"] {
            #expect(tags.contains(kept), "\(kept) in \(tags)")
        }
        for gone in ["UserComment", "Unknown maker"] { #expect(!tags.contains(gone), "\(gone) in \(tags)") }
        // Other formats hold all of it.
        let other = try glint(in: folder, "render", "a.png", "-o", "b.webp")
        #expect(other.status == 0 && other.errors.isEmpty, "\(other.errors)")
    }
}
