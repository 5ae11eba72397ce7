import Exporting
import Foundation
import Imaging
import TestSupport
import Testing

/// How the batch dialog uses a plan.
@Suite("Batches") struct BatchTests {
    @Test("pictures with the same output file are skipped, and the others are rendered")
    func sharedOutput() throws {
        let folder = try TemporaryFolder()
        let inputs = ["a.gif", "a.heic", "a.png", "b.png"].map { folder.file($0) }
        for input in inputs { try Data(input.utf8).write(to: URL(fileURLWithPath: input)) }
        let output = folder.file("Edited")
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        let plan = try BatchPlan(inputs: inputs, output: output, existing: .isError, sharing: .isPassedOver)
        #expect(plan.jobs.map(\.output) == [output + "/b.png"])
        #expect(plan.problems.map(\.job.input) == Array(inputs.dropLast()))
        // Each message names the other file that it conflicts with.
        let sentences = plan.problems.map(\.problem.description)
        #expect(sentences[0].contains(inputs[1]) && sentences[2].contains(inputs[0]))
    }

    @Test("names follow the pattern, the format and each input's kind")
    func patterns() throws {
        let folder = try TemporaryFolder()
        let inputs =
            (1...10).map { folder.file("p\($0).png") } + [folder.file("{n}.jpeg"), folder.file("x.gif")]
        for input in inputs { try Data(input.utf8).write(to: URL(fileURLWithPath: input)) }
        func names(_ pattern: String, _ format: PictureFormat?) -> [String] {
            BatchPlan(
                inputs: inputs, folder: folder.file(""), name: pattern, format: format, existing: .overwrite
            ).jobs.map { URL(fileURLWithPath: $0.output).lastPathComponent }
        }
        #expect(names("{name}-edited", nil).first == "p1-edited.png")
        // Braces in the names of input files are not placeholders, and read-only formats become PNG.
        #expect(names("{name}-edited", nil).suffix(2) == ["{n}-edited.jpeg", "x-edited.png"])
        #expect(names("{stem}_a", .jpeg).suffix(3) == ["p10_a.jpg", "{n}_a.jpeg", "x_a.jpg"])
        #expect(names("trip {n}", .webp) == (1...12).map { "trip \($0 < 10 ? "0" : "")\($0).webp" })
        #expect(names("{n}{n}-{name}", .png).first == "0101-p1.png")
    }

    @Test("inputs are never replaced, and conflicting outputs are not written")
    func inputsStay() throws {
        let folder = try TemporaryFolder()
        let inputs = ["a.png", "b.png"].map { folder.file($0) }
        for input in inputs { try Data(input.utf8).write(to: URL(fileURLWithPath: input)) }
        let same = BatchPlan(
            inputs: inputs, folder: folder.file(""), name: "{name}", format: nil, existing: .overwrite)
        #expect(same.jobs.isEmpty && same.problems.count == 2)
        let one = BatchPlan(
            inputs: inputs, folder: folder.file(""), name: "c", format: nil, existing: .overwrite)
        #expect(one.jobs.isEmpty && one.problems.count == 2)
    }
}
