import Batch
import Foundation
import TestSupport
import Testing

/// What the batch dialog asks of a plan.
@Suite("Batches") struct BatchTests {
    @Test("pictures that would be one file are passed over, and the others are made")
    func sharedOutput() throws {
        let folder = try TemporaryFolder()
        let inputs = ["a.gif", "a.heic", "a.png", "b.png"].map { folder.file($0) }
        for input in inputs { try Data(input.utf8).write(to: URL(fileURLWithPath: input)) }
        let output = folder.file("Edited")
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        let plan = try BatchPlan(inputs: inputs, output: output, existing: .isError, sharing: .isPassedOver)
        #expect(plan.jobs.map(\.output) == [output + "/b.png"])
        #expect(plan.problems.map(\.job.input) == Array(inputs.dropLast()))
        // Each says which other one is in its way.
        let sentences = plan.problems.map(\.problem.description)
        #expect(sentences[0].contains(inputs[1]) && sentences[2].contains(inputs[0]))
    }
}
