import Foundation
import TestSupport
import Testing

/// Checks that the programs in Examples/ do what their first lines say.
@Suite struct ExampleTests {
    /// Runs an example in a folder; returns its output.
    @discardableResult
    private func run(
        _ name: String, in folder: TemporaryFolder, _ arguments: [String] = [], succeeds: Bool = true
    ) throws -> String {
        let run = try runProgram(
            "/bin/sh",
            arguments: ["-c", "cd \"$1\"; shift; exec \"$@\"", "sh", folder.path, builtProgram(name)]
                + arguments)
        #expect((run.status == 0) == succeeds, "\(run.output)\(run.errors)")
        return run.output
    }

    /// Expects a Python expression of two arrays to be true.
    private func expect(_ condition: String, in folder: TemporaryFolder) throws {
        #expect(try python(in: folder, "print(bool(\(condition)))") == "True\n", "\(condition)")
    }

    @Test func theExampleProgramDoesWhatTheCommandLineDoes() throws {
        let folder = try folderWithPicture()
        try run("saturate-and-blur", in: folder, ["a.png", "example.png"])
        let run = try glint(
            in: folder, "render", "a.png", "-o", "cli.png", "--", "saturation", "amount=0.3", "gaussian-blur",
            "radius=10")
        #expect(run.status == 0)
        #expect(try folder.bytes("example.png") == folder.bytes("cli.png"))
    }

    @Test func theFirstProgramOfTheDocumentationMakesAPostcard() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('photo.jpg', noise(1000, 1800), quality=95)")
        try run("postcard", in: folder)
        try expect("load('postcard.jpg').shape == (667, 1200, 3)", in: folder)
        // Sepia makes red stronger than blue, and a vignette darkens the corners.
        try expect(
            "load('postcard.jpg')[..., 0].mean() > load('postcard.jpg')[..., 2].mean() + 20", in: folder)
        try expect(
            "load('postcard.jpg')[:99, :99].mean() < load('postcard.jpg')[300:400, 500:600].mean() - 20",
            in: folder)
    }

    @Test func pixelsBecomePixels() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "open('in', 'wb').write(noise(9, 14).tobytes())")
        let program = "'\(try builtProgram("pixels-to-pixels"))'"
        let command = "cd '\(folder.path)'; \(program) 14 9 < in > out; ! \(program) 14 8 < in 2> errors"
        let run = try runProgram("/bin/sh", arguments: ["-ec", command])
        #expect(run.status == 0, "\(run.errors)")
        try expect(
            """
            np.abs(np.clip((np.fromfile('in', np.uint8) / 255 - 0.1) / 0.8, 0, 1) * 255
                - np.fromfile('out', np.uint8)).max() <= 0.75
            """, in: folder)
        let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
        #expect(errors.contains("378 bytes were given, but the picture takes 336"))
    }

    @Test func manyPicturesAreMadeAtOnce() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "os.mkdir('out'); [save(f'{n}.png', noise(30, 40, seed=n)) for n in range(5)]; save('large.png', noise(800, 1500))"
        )
        try run("many-at-once", in: folder, ["out", "large.png"] + (0..<5).map { "\($0).png" })
        try expect("load('out/large.png').shape == (640, 1200, 3)", in: folder)
        for number in 0..<5 {
            // The matrix of CSS's sepia() (Filter Effects Module 1).
            try expect(
                """
                np.abs(np.clip(load('\(number).png') @ np.array([[.393, .769, .189], [.349, .686, .168],
                    [.272, .534, .131]]).T, 0, 255) - load('out/\(number).png')).max() <= 1
                """, in: folder)
        }
    }

    @Test func ofManyPicturesNoneIsLeftHalfDoneWhereOneFails() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder, "os.mkdir('out'); save('a.png', noise(30, 40)); open('b.png', 'w').write('no')")
        try run("many-at-once", in: folder, ["out", "b.png", "a.png"], succeeds: false)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("out"))
        #expect(names.isEmpty || names == ["a.png"])
    }

    @Test func aFilterFromAFileIsApplied() throws {
        let folder = try folderWithPicture()
        let dim = """
            // filter: dim
            // title: Dim
            // group: Own
            // summary: Divides light.
            // parameter: divisor "Divisor" number 1..4 default=2 identity=1
            vec4 dim(vec4 color, float divisor) { return vec4(color.rgb / divisor, color.a); }
            """
        try folder.write(dim, to: "dim.glsl")
        try run("custom-filter", in: folder, ["dim.glsl", "a.png", "out.png", "divisor=4"])
        try expect("np.abs(load('a.png') / 4 - load('out.png')).max() <= 0.75", in: folder)
        try folder.write(dim.replacing("/ divisor", with: "/ divider"), to: "wrong.glsl")
        let output = try run("custom-filter", in: folder, ["wrong.glsl", "a.png", "no.png"], succeeds: false)
        #expect(output.contains("wrong.glsl:6: ") && output.contains("divider"))
        #expect(!folder.has("no.png"))
    }

    @Test func aFilterThatNeverEndsIsAnErrorAndNoHang() throws {
        let folder = try folderWithPicture()
        // Mesa 22.3 ends the loops of a pixel after 65,535 iterations in total, which takes too long for a
        // megapixel.
        let loops = (0..<4).map { "while (color.r < 2.0 + float(\($0))) { color.g += 0.1;" }.joined(
            separator: " ")
        try folder.write(
            """
            // filter: endless
            // title: Endless
            // group: Own
            // summary: Never ends.
            vec4 endless(vec4 color) { \(loops) } } } } return color; }
            """, to: "endless.glsl")
        let output = try run(
            "custom-filter", in: folder, ["endless.glsl", "a.png", "no.png"], succeeds: false)
        #expect(output.contains("does it contain an endless loop?") && !folder.has("no.png"))
    }

    @Test func framesOfAVideoAreFilteredOneByOne() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "in.mkv", in: folder,
            "-f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -c:v ffv1 -pix_fmt bgr0 OUT")
        try run("filter-video", in: folder, ["in.mkv", "out.mkv", "invert"])
        let before = try Media.frames(of: folder.file("in.mkv"), as: "rgb24")
        let after = try Media.frames(of: folder.file("out.mkv"), as: "rgb24")
        #expect(before.count == 10 * 64 * 48 * 3 && before.count == after.count)
        #expect(zip(before, after).allSatisfy { abs(255 - Int($0) - Int($1)) <= 2 })
    }

    @Test func framesOfAnotherSizeAndErrorsEndNoExample() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "clip.mp4", in: folder,
            "-f lavfi -i testsrc2=size=320x240:rate=10:duration=0.5 -f lavfi -i sine=duration=0.5 -pix_fmt yuv420p OUT"
        )
        try run("filter-video", in: folder, ["clip.mp4", "out.mp4", "ntsc"])
        #expect(try Media.probe(folder.file("out.mp4"), "stream=codec_name", stream: "a") == ["aac"])
        #expect(try Media.probe(folder.file("out.mp4"), "stream=height") == ["480"])
        let output = try run("filter-video", in: folder, ["clip.mp4", "out.mp4", "ntsc"], succeeds: false)
        #expect(output == "out.mp4 already exists\n")
    }
}
