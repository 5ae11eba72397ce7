import Exporting
import Filters
import FoundationEssentials
import GPU
import Imaging
import Rendering

/// A job of `serve` whose input and output are frames in memory, or bytes in the job and its answer.
struct FrameJob {
    let input: FrameInput
    /// The filters of recipes and presets, which precede the others.
    let stored: [Recipe.Stage]
    let stages: [Recipe.Stage]

    /// Filters the frame; returns the keys of the answer.
    func run(on device: SharedDevice) throws(CommandError) -> [String: JSONValue] {
        let start = ContinuousClock.now
        let recipe = try FilterSet.recipe(stored: stored, typed: stages)
        do {
            let (memory, layout) = try device.inTurn { renderer in
                var filter: FrameFilter?
                defer { renderer.release(&filter) }
                let prepared = try renderer.frameFilter(recipe, over: input.format.layout)
                filter = prepared
                return try filtered(by: prepared, on: renderer)
            }
            var output: [String: JSONValue] = ["format": .string(StreamFormat.name(of: layout.result))]
            switch input.samples {
            case .bytes:
                output["bytes"] = .string(
                    withExtendedLifetime(memory) { Data(memory.result(layout)) }.base64EncodedString())
            case .memory(let path):
                output["memory"] = .string(path)
                output["offset"] = .number(Double(layout.resultOffset))
            }
            return [
                "input": .null, "output": .object(output), "error": .null,
                "width": .number(Double(layout.result.size.x)),
                "height": .number(Double(layout.result.size.y)),
                "milliseconds": .number(((.now - start) / .milliseconds(1)).rounded()),
            ]
        } catch {
            throw .files(Self.sentence(error))
        }
    }

    /// The memory with the filtered frame, and where it is.
    private func filtered(
        by filter: FrameFilter, on renderer: Renderer
    ) throws -> (StreamMemory, StreamLayout) {
        let layout = StreamLayout(filter)
        let memory = try input.memory(layout)
        try withExtendedLifetime(memory) {
            try renderer.filter(
                try memory.frame(layout.source, filter.sourceFormat), at: input.frameTime, with: filter,
                shouldStop: { false }, into: memory.result(layout))
        }
        return (memory, layout)
    }

    /// The sentence of an error about a frame.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as CommandError: error.sentence
        case let error as RecipeError: error.sentence
        case is Cancelled: "it was cancelled"
        default: "\(error)"
        }
    }
}
