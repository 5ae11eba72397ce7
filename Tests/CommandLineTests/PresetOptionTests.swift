import Foundation
import TestSupport
import Testing

@Suite("Presets on the command line") struct PresetOptionTests {
    private func presets() throws -> [[String: Any]] {
        let run = try glint(in: temporaryFolder(), "presets", "--json")
        #expect(run.status == 0 && run.errors.isEmpty)
        return try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    }

    @Test("are listed by their file names") func listing() throws {
        let presets = try presets()
        let ids = presets.compactMap { $0["id"] as? String }
        #expect(ids.count == presets.count && ids.first == "crisp" && ids.contains("vivid"))
        let lines = try glint(in: temporaryFolder(), "presets").output.split(separator: "\n")
        #expect(lines.map { $0.split(separator: " ").first.map(String.init) } == ids)
    }

    @Test("render the same as their recipes in a file") func sameAsFile() throws {
        let folder = try folderWithPicture()
        for preset in try presets() {
            let id = try #require(preset["id"] as? String)
            let recipe = try JSONSerialization.data(withJSONObject: try #require(preset["recipe"]))
            try recipe.write(to: URL(fileURLWithPath: folder.file("\(id).json")))
            try glint(in: folder, "render", "a.png", "-o", "named.png", "-y", "--preset", id)
            try glint(in: folder, "render", "a.png", "-o", "file.png", "-y", "--recipe", "\(id).json")
            #expect(try folder.bytes("named.png") == folder.bytes("file.png"), "\(id)")
        }
    }

    @Test("and recipes are applied in the order given, before the filters") func order() throws {
        let folder = try folderWithPicture()
        try folder.write(#"{"glint":1,"filters":[{"id":"invert","parameters":{}}]}"#, to: "i.json")
        let darker = ["--", "exposure", "stops=-0.5"]
        try glint(in: folder, "render", "a.png", "-o", "1.png", "--preset", "cyanotype")
        try glint(in: folder, "render", "1.png", "-o", "2.png", "--recipe", "i.json")
        try glint(in: folder, arguments: ["render", "2.png", "-o", "3.png"] + darker)
        try glint(
            in: folder,
            arguments: ["render", "a.png", "-o", "both.png", "--preset", "cyanotype", "--recipe", "i.json"]
                + darker)
        try glint(
            in: folder,
            arguments: ["render", "a.png", "-o", "other.png", "--recipe", "i.json", "--preset", "cyanotype"]
                + darker)
        // The tolerance is for intermediate files, which are rounded to 8 bits.
        let difference = try python(
            in: folder,
            """
            one, both, other = (load(n).astype(int) for n in ('3.png', 'both.png', 'other.png'))
            print(abs(one - both).max(), abs(one - other).max())
            """
        ).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(difference.count == 2 && difference[0] <= 4 && difference[1] > 20, "\(difference)")
    }

    @Test("work in histogram and in jobs of serve") func elsewhere() throws {
        let folder = try folderWithPicture()
        try glint(in: folder, "render", "a.png", "-o", "b.png", "--preset", "vivid")
        let plain = try glint(in: folder, "histogram", "b.png", "--json").output
        #expect(try glint(in: folder, "histogram", "a.png", "--json", "--preset", "vivid").output == plain)
        try folder.write(#"{"input":"a.png","output":"c.png","preset":"vivid"}"# + "\n", to: "jobs")
        let served = try glint(in: folder, prefix: "cat jobs |", "serve")
        #expect(served.status == 0 && served.output.contains(#""error":null"#), "\(served.output)")
        #expect(try folder.bytes("c.png") == folder.bytes("b.png"))
    }

    @Test("filters are found by titles, ids and search words; an id finds itself alone")
    func search() throws {
        func found(_ word: String) throws -> [String] {
            let run = try glint(in: temporaryFolder(), "filters", word, "--json")
            #expect(run.status == 0, "\(run.errors)")
            let filters = try #require(
                JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
            return filters.compactMap { $0["id"] as? String }
        }
        #expect(try found("vhs") == ["ntsc"])
        #expect(try found("grayscale").contains("black-white"))
        #expect(Set(try found("blur")).isSuperset(of: ["gaussian-blur", "box-blur", "zoom-blur"]))
        #expect(try found("saturation") == ["saturation"])
        #expect(try found("Lens Blur") == ["lens-blur"])
        // This text occurs only in a summary, and summaries are not searched.
        #expect(try glint(in: temporaryFolder(), "filters", "around middle gray").status == 2)
    }
}
