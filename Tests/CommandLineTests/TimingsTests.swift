import TestSupport
import Testing

@Suite struct TimingsTests {
    @Test func timingsAreALinePerPassInOrder() throws {
        let folder = try temporaryFolder()
        // The picture is processed in several strips, but each pass still has only one line.
        try python(in: folder, "save('a.png', noise(1500, 2000))")
        let run = try glint(
            in: folder, "render", "a.png", "-o", "b.png", "--compression", "fast", "--timings", "--",
            "saturation", "amount=0.3", "gaussian-blur", "radius=10", "invert")
        #expect(run.status == 0 && run.output.isEmpty)
        let rows = try run.errorLines.map { line in
            let match = try #require(line.wholeMatch(of: /(.+?) +(\d+\.\d+) ms/), "\(line)")
            return (name: String(match.1), milliseconds: Double(match.2) ?? -1)
        }
        let names = rows.map(\.name)
        #expect(Set(names).count == names.count)
        let blur = try #require(names.firstIndex { $0.contains("blur") })
        let saturation = try #require(names.firstIndex { $0.contains("saturation") })
        let invert = try #require(names.lastIndex { $0.contains("invert") })
        #expect(names.first == "decode" && saturation <= blur && blur < invert && names.last == "total")
        let parts = rows.dropLast().reduce(0) { $0 + $1.milliseconds }
        #expect(abs(parts - (rows.last?.milliseconds ?? 0)) < 1)
    }

    @Test func theTimesOfAPictureThatFailsAreNotTheNextOnes() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder, "save('a.png', noise(1500, 2000)); save('b.png', noise(8, 8)); os.mkdir('out')")
        // The filtered noise exceeds the file size limit, a small picture does not.
        let run = try glint(
            in: folder, prefix: "ulimit -f 100;", "render", "a.png", "b.png", "-o", "out", "--timings", "--",
            "gaussian-blur", "radius=10")
        #expect(run.status == 1 && run.errors.contains("out/a.png"))
        let milliseconds = run.errorLines.compactMap { $0.wholeMatch(of: /.+? +(\d+\.\d+) ms/) }
            .compactMap { Double($0.1) }
        let total = try #require(milliseconds.last)
        #expect(abs(milliseconds.dropLast().reduce(0, +) - total) < 1, "\(run.errors)")
    }

    @Test func withoutTimingsNothingIsPrinted() throws {
        let run = try glint(in: folderWithPicture(), "render", "a.png", "-o", "b.png", "--", "invert")
        #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty)
    }
}
