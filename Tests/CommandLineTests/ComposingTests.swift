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
