import System
import Foundation
import TestSupport
import Testing

@Suite("Folders as input") struct RecursionTests {
    /// A folder `in` with pictures at three levels, among other files and dangling or circular links.
    private func tree() throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            for path in ['in/b10/deep', 'in/b9', 'in/.hidden', 'in/out', 'out']: os.makedirs(path)
            for n, path in enumerate(['z.jpg', 'a10.png', 'A2.png', 'b10/deep/x.png', 'b9/x.png', '.hidden/h.png', '.h.png']):
                save('in/' + path, noise(8, 8 + n))
            open('in/notes.txt', 'w').write('none'); open('in/b9/film.srt', 'w').write('none')
            os.symlink('..', 'in/b9/up'); os.symlink('deep', 'in/b10/again'); os.symlink('.', 'in/self'); os.symlink('../..', 'in/b9/out-of-it')
            save('other.png', noise(4, 4))
            """)
        return folder
    }

    private func files(_ path: String, in folder: TemporaryFolder) throws -> String {
        try python(
            in: folder,
            "print(*sorted(os.path.relpath(os.path.join(at, n), '\(path)') for at, _, names in os.walk('\(path)') for n in names))"
        )
    }

    private func inputs(_ run: Run) throws -> [String] {
        try run.output.split(separator: "\n").map {
            let line = try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            return line["input"] as? String ?? ""
        }
    }

    @Test("without the option a folder is an error that names it")
    func refused() throws {
        let folder = try tree()
        expectRefusal(
            try glint(in: folder, "render", "in", "-o", "out"), status: 1, mentions: "in is a folder",
            "--recursive")
        let several = try glint(in: folder, "render", "in", "other.png", "-o", "out")
        #expect(several.status == 1 && folder.has("out/other.png"))
    }

    @Test(
        "all pictures below are rendered once, in natural order, and keep their relative paths below OUTPUT")
    func keepsTree() throws {
        let folder = try tree()
        let run = try glint(in: folder, "render", "in", "-o", "out", "--recursive", "--json", "--", "invert")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors == "5 saved, 2 are not pictures\n")
        #expect(try files("out", in: folder) == "A2.png a10.png b10/deep/x.png b9/x.png z.jpg\n")
        let names = try inputs(run)
        #expect(names.prefix(3) == ["in/A2.png", "in/a10.png", "in/z.jpg"] && names.count == 5)
        #expect(names.suffix(2) == ["in/b9/x.png", "in/b10/deep/x.png"])
        #expect(
            try python(in: folder, "print(np.array_equal(load('out/b9/x.png'), 255 - load('in/b9/x.png')))")
                == "True\n")
        let again = try glint(in: folder, "render", "in", "-o", "out", "--recursive", "-n")
        #expect(again.status == 0 && again.errors.contains("0 saved, 5 skipped, 2 are not pictures"))
    }

    @Test("results inside of the folder are not inputs, however often it is repeated")
    func outputInside() throws {
        let folder = try tree()
        for _ in 0..<2 {
            let run = try glint(in: folder, "render", "in", "-o", "in/out", "--recursive", "-y")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try files("in/out", in: folder) == "A2.png a10.png b10/deep/x.png b9/x.png z.jpg\n")
        }
        let pattern = try glint(in: folder, "render", "in", "-o", "in/out/{stem}-{index}.webp", "--recursive")
        #expect(pattern.status == 0 && pattern.errors == "5 saved, 2 are not pictures\n", "\(pattern.errors)")
    }

    @Test("{folder} keeps the tree in a pattern, and missing folders are created")
    func pattern() throws {
        let folder = try tree()
        let run = try glint(
            in: folder, "render", "in", "other.png", "-o", "web/{folder}/{stem}.webp", "--recursive",
            "--jobs", "3")
        #expect(run.status == 0, "\(run.errors)")
        let path = PathName(folder.path)
        #expect(
            try files("web", in: folder)
                == "\(path)/other.webp in/A2.webp in/a10.webp in/b10/deep/x.webp in/b9/x.webp in/z.webp\n"
                || files("web", in: folder)
                    == "in/A2.webp in/a10.webp in/b10/deep/x.webp in/b9/x.webp in/z.webp \(path)/other.webp\n"
        )
    }

    private func PathName(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

    @Test("two folders whose results would be the same file are an error before anything is written")
    func sameOutput() throws {
        let folder = try tree()
        let run = try glint(in: folder, "render", "in/b9", "in/b10/deep", "-o", "out", "--recursive")
        expectRefusal(run, status: 1, mentions: "would both be saved as out/x.png")
        #expect(try files("out", in: folder) == "\n")
    }

    @Test("a broken picture fails alone, an empty folder is reported, and OUTPUT must be a folder or pattern")
    func failures() throws {
        let folder = try tree()
        try folder.write("no picture", to: "in/b9/bad.png")
        let run = try glint(in: folder, "render", "in", "-o", "out", "--recursive")
        #expect(run.status == 1 && run.errorLines.count == 2, "\(run.errors)")
        #expect(
            run.errors.contains("in/b9/bad.png")
                && run.errors.contains("5 saved, 1 failed, 2 are not pictures"))
        try python(in: folder, "os.mkdir('empty')")
        let empty = try glint(in: folder, "render", "empty", "-o", "out", "--recursive", "-q")
        expectRefusal(empty, status: 1, mentions: "empty and its subfolders contain no pictures")
        expectRefusal(
            try glint(in: folder, "render", "in", "-o", "one.png", "--recursive"), status: 1,
            mentions: "no folder")
        expectRefusal(
            try glint(in: folder, "render", "in", "-o", "missing", "--recursive"), status: 1,
            mentions: "mkdir missing")
    }
}
