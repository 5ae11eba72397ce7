import Foundation
import TestSupport
import Testing

/// Reads every input with which fuzzing has found a bug.
@Suite struct CorpusTests {
    /// The folder Tests/Corpus, with one folder per target.
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Corpus").path

    @Test(arguments: try FileManager.default.contentsOfDirectory(atPath: corpus).sorted())
    func noInputEndsTheProgramOrTakesLong(target: String) throws {
        let folder = "\(Self.corpus)/\(target)"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        try #require(!files.isEmpty)
        let result = try runProgram(
            try builtProgram("fuzz"), arguments: [target] + files.map { "\(folder)/\($0)" })
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.filter { $0.last == "ms" }.count == files.count, "each is read to its end")
        for line in lines {
            let number = try #require(Int(line[line.count - 2]), "\(line)")
            #expect(number < (line.last == "ms" ? 5_000 : 1_000), "\(line.joined(separator: " "))")
        }
    }

    @Test func whatEndsTheProgramIsNoticed() throws {
        let result = try runProgram(try builtProgram("fuzz"), arguments: ["recipe", "/nowhere"])
        #expect(result.status != 0)
    }
}
