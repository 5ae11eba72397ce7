import Foundation
import TestSupport
import Testing

@Suite("Several files at once") struct JobsTests {
    private func folderWithPictures(_ count: Int = 10) throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "os.mkdir('one'); os.mkdir('many')\nfor n in range(\(count)): save(f'a{n}.png', noise(300 + 9 * n, 400, seed=n))"
        )
        return folder
    }

    private func inputs(_ count: Int = 10) -> [String] { (0..<count).map { "a\($0).png" } }

    private func same(in folder: TemporaryFolder) throws -> String {
        try python(
            in: folder,
            "print(len(os.listdir('one')), sorted(os.listdir('one')) == sorted(os.listdir('many')), all(open(f'one/{n}', 'rb').read() == open(f'many/{n}', 'rb').read() for n in os.listdir('one')))"
        )
    }

    @Test(
        "the files equal those of one job at a time, in every format",
        arguments: ["png", "jpg", "tif", "webp", "jxl"])
    func sameFiles(suffix: String) throws {
        let folder = try folderWithPictures()
        let filters = ["--", "gaussian-blur", "radius=30", "vignette", "rotate", "angle=3"]
        for (output, jobs) in [("one", "1"), ("many", "4")] {
            let run = try glint(
                in: folder,
                arguments: ["render"] + inputs() + ["-o", "\(output)/{stem}.\(suffix)", "--jobs", jobs]
                    + filters)
            #expect(run.status == 0 && run.errors == "10 saved\n", "\(run.errors)")
        }
        #expect(try same(in: folder) == "10 True True\n")
    }

    @Test("videos and pictures share the device")
    func videos() throws {
        let folder = try folderWithPictures()
        for n in 0..<2 {
            try Media.make(
                "v\(n).mkv", in: folder,
                "-f lavfi -i testsrc2=s=\(320 + 64 * n)x240:d=1 -pix_fmt bgr0 -c:v ffv1 OUT")
        }
        for (output, jobs) in [("one", "1"), ("many", "3")] {
            let run = try glint(
                in: folder,
                arguments: ["render", "v0.mkv"] + inputs() + [
                    "v1.mkv", "-o", output, "--jobs", jobs, "--", "gaussian-blur", "ntsc",
                ])
            #expect(run.status == 0, "\(run.errors)")
        }
        for n in 0..<2 {
            #expect(
                try Media.frames(of: folder.file("one/v\(n).mkv"), as: "rgb24")
                    == Media.frames(of: folder.file("many/v\(n).mkv"), as: "rgb24"))
        }
        #expect(
            try python(
                in: folder,
                "print(all(np.array_equal(load(f'one/a{n}.png'), load(f'many/a{n}.png')) for n in range(10)))"
            )
                == "True\n")
    }

    @Test("each file is reported with its line or error, and the summary counts them")
    func failures() throws {
        let folder = try folderWithPictures(4)
        try folder.write("no picture", to: "bad.png")
        try folder.write("kept", to: "many/a0.png")
        let run = try glint(
            in: folder,
            arguments: ["render"] + inputs(4) + [
                "bad.png", "none.png", "-o", "many", "-n", "--json", "--jobs", "5",
            ])
        #expect(run.status == 1)
        let lines = try run.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count == 6 && lines.count { $0["error"] is NSNull } == 4)
        #expect(run.errorLines.last == "3 saved, 1 skipped, 2 failed", "\(run.errors)")
        #expect(run.errors.contains("bad.png") && run.errors.contains("none.png"))
        #expect(try folder.bytes("many/a0.png").count == 4)
    }

    @Test(
        "invalid numbers, and --timings with several jobs, are usage errors",
        arguments: ["0", "65", "-1", "two", "1.5"])
    func invalidCounts(count: String) throws {
        let folder = try folderWithPicture()
        expectRefusal(
            try glint(in: folder, "render", "a.png", "-o", "b.png", "--jobs=\(count)"), status: 2,
            mentions: "--jobs", "1 to 64")
        expectRefusal(
            try glint(in: folder, "render", "a.png", "-o", "b.png", "--jobs", "2", "--timings"), status: 2,
            mentions: "--timings")
        expectRefusal(
            try glint(in: folder, "serve", "--jobs=\(count)"), status: 2, mentions: "--jobs", "1 to 64")
    }
}
