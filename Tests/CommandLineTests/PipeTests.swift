import Foundation
import TestSupport
import Testing

@Suite("Pictures through pipes") struct PipeTests {
    private func same(_ one: String, _ other: String, in folder: TemporaryFolder) throws -> Bool {
        try python(in: folder, "print(np.array_equal(load('\(one)'), load('\(other)')))") == "True\n"
    }

    @Test(
        "standard input and output give the same bytes as files",
        arguments: ["png", "jpg", "tif", "webp", "jxl", "avif", "exr"])
    func bothWays(suffix: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(40, 50))")
        let run = try bash(
            "cat a.png | $G render - -o - --format \(suffix) -- invert > piped.\(suffix)"
                + " && $G render a.png -o file.\(suffix) -- invert && cmp piped.\(suffix) file.\(suffix)",
            in: folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("Glint works between ffmpeg and ImageMagick, and reads process substitutions")
    func chain() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(40, 50))")
        let chain = try bash(
            "ffmpeg -v error -i a.png -f image2pipe -c:v png - | $G render - -o - --format tif -- saturation amount=0 |"
                + " $G render /dev/stdin -o - --format png -- invert | convert png:- b.png", in: folder)
        #expect(chain.status == 0 && chain.errors.isEmpty, "\(chain.errors)")
        let recipe =
            #"{"glint": 1, "filters": [{"id": "saturation", "parameters": {"amount": 0}}, {"id": "invert"}]}"#
        let substituted = try bash(
            "$G render <(cat a.png) -o c.png --recipe <(echo '\(recipe)')", in: folder)
        #expect(substituted.status == 0 && substituted.errors.isEmpty, "\(substituted.errors)")
        #expect(
            try python(
                in: folder,
                "print(np.array_equal(*[np.asarray(Image.open(n).convert('RGB')) for n in ('b.png', 'c.png')]))"
            )
                == "True\n")
    }

    @Test("a frame of a video goes to standard output")
    func frame() throws {
        let folder = try temporaryFolder()
        try Media.make("a.mp4", in: folder, "-f lavfi -i testsrc2=s=64x48:d=0.4 -c:v libx264 OUT")
        let run = try bash(
            "$G render a.mp4 -o - --format png --frame 3 > b.png && $G render a.mp4 -o c.png --frame 3",
            in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try same("b.png", "c.png", in: folder))
    }

    @Test(
        "what cannot go through a pipe is reported in one line, with a status and without output",
        arguments: [
            ("echo no picture | $G render - -o - --format png", 1, "standard input is not a picture"),
            ("$G render a.png -o -", 2, "--format"),
            ("$G render a.png -o b.png --format png", 2, "OUTPUT -"),
            ("$G render a.png a.png -o - --format png", 2, "only one INPUT"),
            ("cat a.png | $G render - - -o c.png", 2, "only once"),
            ("cat a.png | $G render - -o .", 2, "no file name"),
            ("$G render a.png -o - --format gif", 2, "must be one of"),
            ("$G render a.png -o - --format png --json", 2, "standard output"),
            ("cat a.png | $G render - -o b.mp4 --duration 1", 1, "from a pipe"),
        ])
    func refusals(line: String, status: Int32, mention: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(8, 8))")
        let run = try bash("set +o pipefail; " + line + " > out", in: folder)
        #expect(run.status == status && run.errors.contains(mention), "\(run.status) \(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out"))).isEmpty)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["a.png", "out"])
    }
}
