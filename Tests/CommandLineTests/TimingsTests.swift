import TestSupport
import Testing

@Suite struct TimingsTests {
    @Test func timingsAreALinePerPassInOrder() throws {
        let folder = try temporaryFolder()
        // Large enough to be worked on in several strips, which still make one line a pass.
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
        #expect(names.first == "decode" && saturation < blur && blur < invert && names.last == "total")
        let parts = rows.dropLast().reduce(0) { $0 + $1.milliseconds }
        #expect(abs(parts - (rows.last?.milliseconds ?? 0)) < 1)
    }

    @Test func withoutTimingsNothingIsSaid() throws {
        let run = try glint(in: folderWithPicture(), "render", "a.png", "-o", "b.png", "--", "invert")
        #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty)
    }
}
