import Exporting
import Filters
import Localization

/// The result of rendering to one output file.
struct JobReport {
    enum Outcome {
        /// - Parameter size: the size of the result in pixels; nil if there are several results, or if the
        ///   result has no size.
        case saved(size: SIMD2<Int>?, milliseconds: Int)
        /// A file with this name already existed and was left unchanged.
        case kept
        /// A signal arrived; nothing was written.
        case cancelled
        case failed(String)
    }

    let input: String
    let output: String
    let outcome: Outcome

    init(_ job: BatchPlan.Job, _ outcome: Outcome) {
        self.init(input: job.input, output: job.output, outcome)
    }

    init(input: String, output: String, _ outcome: Outcome) {
        self.input = input
        self.output = output
        self.outcome = outcome
    }

    /// Why there is no output file; nil if there is one.
    var error: String? {
        switch outcome {
        case .saved, .kept: nil
        case .cancelled: "it was cancelled"
        case .failed(let sentence): sentence
        }
    }

    /// A description of what was saved, for the user; nil if nothing was saved.
    var remark: String? {
        guard case .saved(let size, let milliseconds) = outcome else { return nil }
        let pixels = size.map { ", \($0.x) × \($0.y) pixels" } ?? ""
        return "\(StandardStreams.outputName(output).shortened)\(pixels), \(milliseconds) ms"
    }

    /// The output of `--json` and `serve`, with null for absent values.
    var keys: [String: JSONValue] {
        // If a job cannot be parsed, its output file is unknown.
        func path(_ name: String) -> JSONValue { name.isEmpty ? .null : .string(name) }
        var (width, height, time) = (JSONValue.null, JSONValue.null, JSONValue.null)
        if case .saved(let size, let milliseconds) = outcome {
            if let size { (width, height) = (.number(Double(size.x)), .number(Double(size.y))) }
            time = .number(Double(milliseconds))
        }
        return [
            "input": path(input), "output": path(output), "width": width, "height": height,
            "milliseconds": time, "error": error.map(JSONValue.string) ?? .null,
        ]
    }
}
