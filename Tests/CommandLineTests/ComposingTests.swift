import Foundation
import TestSupport
import Testing

/// Filters that add to a picture what is not in it: borders, watermarks and backgrounds.
@Suite("Composing") struct ComposingTests {
    @Test("a border is ImageMagick's, exactly")
    func border() throws {
        let folder = try folderWithPicture()
        let run = try glint(
            in: folder, "render", "a.png", "-o", "b.png", "--", "border", "size=7", "unit=px",
            "color=#ff8000")
        #expect(run.status == 0, "\(run.errors)")
        try bash("convert a.png -bordercolor '#ff8000' -border 7 c.png", in: folder)
        #expect(
            try python(in: folder, "print(np.array_equal(load('b.png')[..., :3], load('c.png')[..., :3]))")
                == "True\n")
    }

    @Test("an aspect ratio that is none is a usage error")
    func badRatio() throws {
        let folder = try folderWithPicture()
        expectRefusal(
            try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "border", "ratio=wide"), status: 2,
            mentions: "wide", "3:2")
    }

    /// A mark of 12×9 pixels with every alpha.
    private static let mark = """
        mark = noise(9, 12, 4, seed=5)
        mark[..., 3] = np.linspace(0, 255, 108).astype(np.uint8).reshape(9, 12)
        """

    @Test(
        "an overlay at its own size is Pillow's and ImageMagick's, within 1 of 255",
        arguments: [("top-left", 2, 2, "NorthWest"), ("bottom-right", 18, 13, "SouthEast")])
    func overlay(anchor: String, x: Int, y: Int, gravity: String) throws {
        let folder = try folderWithPicture()
        try python(in: folder, "\(Self.mark)\nsave('mark.png', mark)")
        // 12 of 32 pixels, and 8.4 % of 24.
        let run = try glint(
            in: folder, "render", "a.png", "-o", "b.png", "--", "overlay", "file=mark.png", "scale=37.5",
            "margin=8.4", "anchor=\(anchor)")
        #expect(run.status == 0, "\(run.errors)")
        try bash("convert a.png mark.png -gravity \(gravity) -geometry +2+2 -composite c.png", in: folder)
        let worst = try python(
            in: folder,
            """
            whole = Image.open("a.png").convert("RGBA")
            whole.alpha_composite(Image.open("mark.png"), (\(x), \(y)))
            made = load("b.png").astype(int)
            print(max(np.abs(made - np.asarray(other)[..., :3]).max() for other in (whole, load("c.png"))))
            """)
        #expect(Int(worst.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 255 <= 1)
    }

    @Test("a recipe with an overlay beside it marks several pictures")
    func batch() throws {
        let folder = try folderWithPicture()
        try python(
            in: folder,
            """
            \(Self.mark)
            os.makedirs("looks/marks"); os.makedirs("out")
            save("looks/marks/mark.png", mark)
            save("b.png", noise(48, 64, seed=2))
            """)
        let recipe = """
            {"glint":1,"filters":[{"id":"overlay","parameters":{"file":"marks/mark.png","scale":50}}]}
            """
        try folder.write(recipe, to: "looks/mark.json")
        let run = try glint(
            in: folder, "render", "a.png", "b.png", "-o", "out", "--recipe", "looks/mark.json")
        #expect(run.status == 0, "\(run.errors)")
        let changed = try python(
            in: folder,
            """
            for name in ("a.png", "b.png"):
                changed = (load("out/" + name) != load(name)).any(-1)
                rows, columns = np.where(changed)
                width = changed.shape[1]
                print(int(columns.max() - columns.min() + 1) <= width // 2 and int(columns.min()) > width // 3)
            """)
        #expect(changed == "True\nTrue\n")
    }

    /// Writes a photo with an EXIF block to `A walk.jpg`.
    private func writePhoto(in folder: TemporaryFolder) throws {
        try python(in: folder, "save('A walk.jpg', noise(200, 300, 3))")
        let tags = [
            "Make=Canon", "Model=Canon EOS 5D Mark III", "LensModel=EF24-105mm f/4L IS USM", "FocalLength=24",
            "FNumber=4", "ExposureTime=1/250", "ISO=200", "DateTimeOriginal=2024:05:01 12:30:00",
        ]
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: ["-q", "-overwrite_original"] + tags.map { "-\($0)" } + [folder.file("A walk.jpg")])
        #expect(written.status == 0, "\(written.errors)")
    }

    @Test("a text contains what the photo's file records, in one picture, in several, and in a clip of it")
    func fields() throws {
        let folder = try temporaryFolder()
        try writePhoto(in: folder)
        let fields = #"{name}, {date}\n{camera} | {lens}\n{focal} {aperture} {shutter} {iso}"#
        let values = """
            A walk, 2024-05-01
            Canon EOS 5D Mark III | EF24-105mm f/4L IS USM
            24 mm f/4 1/250 s ISO 200
            """
        try python(in: folder, "os.makedirs('many'); save('b.png', noise(9, 9, 3))")
        for (text, output) in [(fields, "fields"), (values, "values"), ("", "none")] {
            for (inputs, output) in [
                (["A walk.jpg"], "\(output).png"), (["A walk.jpg", "b.png"], "many/{stem} \(output).png"),
            ] {
                let run = try glint(
                    in: folder, arguments: ["render"] + inputs + ["-o", output, "--", "text", "text=\(text)"])
                #expect(run.status == 0, "\(run.errors)")
            }
        }
        let run = try glint(
            in: folder, "render", "A walk.jpg", "-o", "{frame}.png", "--duration", "0.05", "--", "text",
            "text=\(fields)")
        #expect(run.status == 0, "\(run.errors)")
        let same = try python(
            in: folder,
            """
            values = load("values.png")
            others = "fields.png", "many/A walk fields.png", "many/A walk values.png", "000000.png"
            print([np.array_equal(load(other), values) for other in others], np.array_equal(values, load("none.png")))
            """)
        #expect(same == "[True, True, True, True] False\n")
    }

    @Test("of a video, a text contains the name")
    func nameOfVideo() throws {
        let folder = try temporaryFolder()
        try Media.make("take 7.mkv", in: folder, "-f lavfi -i testsrc=size=160x120:rate=5 -t 1 -c:v ffv1 OUT")
        for (text, output) in [("{name} {camera}", "fields"), ("take 7", "values"), ("", "none")] {
            for (name, more) in [("\(output).mkv", []), ("\(output).png", ["--frame", "2"])] {
                let run = try glint(
                    in: folder,
                    arguments: ["render", "take 7.mkv", "-o", name] + more
                        + ["--", "text", "text=\(text)", "size=20"])
                #expect(run.status == 0, "\(run.errors)")
            }
        }
        let frames = try ["fields", "values", "none"].map {
            try Media.frames(of: folder.file("\($0).mkv"), as: "rgb24")
        }
        #expect(frames[0] == frames[1] && frames[0] != frames[2])
        let same = try python(
            in: folder,
            "print(*[np.array_equal(load('fields.png'), load(n + '.png')) for n in ('values', 'none')])")
        #expect(same == "True False\n")
    }

    @Test("a text that is too long, and one that cannot be drawn, are errors with a sentence")
    func textProblems() throws {
        let folder = try folderWithPicture()
        expectRefusal(
            try glint(
                in: folder, "render", "a.png", "-o", "b.png", "--", "text",
                "text=" + String(repeating: "x", count: 1001)),
            status: 2, mentions: "1001 characters", "1000")
        try folder.write(
            "<fontconfig><dir>/nonexistent</dir><cachedir>cache</cachedir></fontconfig>", to: "fonts.conf")
        expectRefusal(
            try glint(
                in: folder, prefix: "FONTCONFIG_FILE='\(folder.file("fonts.conf"))'", "render", "a.png", "-o",
                "b.png", "--",
                "text",
                "text=x"),
            status: 1, mentions: "Pango", "no font is installed")
    }

    @Test("a keyed green screen over a background is opaque in the saved file, and the front is kept")
    func virtualBackground() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            a = np.zeros((40, 60, 3), np.uint8); a[:] = (0, 255, 0); a[10:30, 20:40] = (200, 60, 50)
            save("a.png", a)
            """)
        let run = try glint(
            in: folder, "render", "a.png", "-o", "b.png", "--", "chroma-key", "spill=0", "background",
            "color=#2040c0")
        #expect(run.status == 0, "\(run.errors)")
        let colors = try python(
            in: folder,
            "print(Image.open('b.png').mode, *load('b.png')[2, 2], *load('b.png')[20, 30])")
        #expect(colors == "RGB 32 64 192 200 60 50\n")
    }
}
