/// A parser or decoder of untrusted input, with the code that runs it on an input.
struct FuzzTarget: Sendable {
    /// The name, as in `make fuzz TARGET=` and the folders of Tests/Corpus.
    let name: String
    /// True for a decoder, each run of which takes about a hundred times as long as one of a text parser.
    var isDecoder = false
    /// Reads the input. An error is as acceptable as success; only a trap is a finding.
    let run: @Sendable (UnsafeRawBufferPointer) throws -> Void

    static let all = pictures + videos + metadata + texts

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

    /// The CPU time limit of a run, in seconds.
    private static let longestRun = 5

    /// Runs one input to completion; returns the CPU time in nanoseconds.
    func callAsFunction(_ input: UnsafeRawBufferPointer) -> UInt64 {
        let before = ProcessorTime.now
        ProcessorTime.limited(to: Self.longestRun) { try? run(input) }
        return ProcessorTime.now - before
    }
}

/// Traps if the result is wrong; `what` appears in the fuzzer's report.
func demand(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fatalError("not so: \(what())") }
}
