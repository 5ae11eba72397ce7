import Foundation
import TestSupport
import Testing

@Suite("The reports of render") struct ReportTests {
    private func lines(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test("JSON has a line for each file, including failed and skipped ones")
    func json() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save('a.png', noise(20, 30)); save('b.png', noise(8, 8)); save('kept.jpg', noise(8, 8))
            os.mkdir('out'); save('out/kept.jpg', noise(8, 8))
            """)
        try folder.write("no picture", to: "bad.png")
        let run = try glint(
            in: folder, "render", "a.png", "bad.png", "b.png", "kept.jpg", "-o", "out", "-n", "--json", "--",
            "crop", "right=50")
        #expect(run.status == 1)
        let reported = try lines(run.output)
        let byInput = Dictionary(uniqueKeysWithValues: reported.map { ($0["input"] as? String ?? "", $0) })
        #expect(reported.count == 4)
        for line in reported {
            #expect(Set(line.keys) == ["input", "output", "width", "height", "milliseconds", "error"])
        }
        #expect(byInput["a.png"]?["width"] as? Int == 15 && byInput["a.png"]?["height"] as? Int == 20)
        #expect(byInput["a.png"]?["output"] as? String == "out/a.png")
        #expect(byInput["a.png"]?["error"] is NSNull && byInput["a.png"]?["milliseconds"] is Int)
        #expect((byInput["bad.png"]?["error"] as? String)?.contains("bad.png") == true)
        #expect(byInput["bad.png"]?["width"] is NSNull)
        #expect(byInput["kept.jpg"]?["error"] is NSNull && byInput["kept.jpg"]?["milliseconds"] is NSNull)
    }

    @Test("quiet suppresses remarks but not errors; verbose reports each file")
    func loudness() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "pages = [Image.new('RGB', (9, 7))] * 2\npages[0].save('a.tif', save_all=True, append_images=pages[1:])"
        )
        #expect(
            try glint(in: folder, "render", "a.tif", "-o", "b.png").errors == "a.tif: this is page 1 of 2\n")
        let quiet = try glint(in: folder, "render", "a.tif", "none.png", "-o", "{stem}-q.png", "-q")
        #expect(quiet.status == 1 && quiet.errorLines.count == 1 && quiet.errors.contains("none.png"))
        let verbose = try glint(in: folder, "render", "a.tif", "-o", "c.png", "--verbose")
        #expect(verbose.errors.contains(/c\.png, 9 × 7 pixels, \d+ ms\n/))
        expectRefusal(
            try glint(in: folder, "render", "a.tif", "-o", "d.png", "-q", "--verbose"), status: 2,
            mentions: "cannot be combined")
    }

    @Test(
        "names are built from the input's name, extension, folder and index; a mistyped placeholder is rejected"
    )
    func marks() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "os.mkdir('trip')\nfor n in range(11): save(f'trip/p{n}.png', noise(4, 4))")
        let inputs = (0..<11).map { "trip/p\($0).png" }
        let run = try glint(
            in: folder, arguments: ["render"] + inputs + ["-o", "{folder}-{index}-{name}.{ext}.webp"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.file("trip-01-p0.png.webp")))
        #expect(FileManager.default.fileExists(atPath: folder.file("trip-11-p10.png.webp")))
        expectRefusal(
            try glint(in: folder, "render", "trip/p0.png", "-o", "{stme}.png"), status: 2,
            mentions: "“{stme}”", "{stem}")
        #expect(try glint(in: folder, "render", "trip/p0.png", "-o", "./{folder}.png").status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.file("trip.png")))
        // A brace that is not a placeholder may be part of a name.
        #expect(try glint(in: folder, "render", "trip/p0.png", "-o", "{1}.png").status == 0)
    }

    @Test("several recipes are applied in order, before the named filters")
    func recipes() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(12, 12))")
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "one.json")
        try folder.write(
            #"{"glint": 1, "filters": [{"id": "saturation", "parameters": {"amount": 0.3}}]}"#, to: "two.json"
        )
        let several = try glint(
            in: folder, "render", "a.png", "-o", "b.png", "--recipe", "one.json", "--recipe", "two.json",
            "--", "exposure", "stops=0.5")
        #expect(several.status == 0, "\(several.errors)")
        let named = try glint(
            in: folder, "render", "a.png", "-o", "c.png", "--", "invert", "saturation", "amount=0.3",
            "exposure", "stops=0.5")
        #expect(named.status == 0)
        #expect(try python(in: folder, "print(np.array_equal(load('b.png'), load('c.png')))") == "True\n")
    }
}
