/// Something that reads what strangers made, and what to do with one input for it.
struct FuzzTarget: Sendable {
    /// As `make fuzz TARGET=` and the folders of Tests/Corpus have it.
    let name: String
    /// Whether it is a decoder, each run of which takes a hundred times as long as one of a text.
    var isDecoder = false
    /// Reads the input; errors are as good as success, a trap is a finding.
    let run: @Sendable (UnsafeRawBufferPointer) throws -> Void

    static let all = pictures + videos + metadata + texts

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

    /// The most time of the processors, in seconds, that a run may take.
    private static let longestRun = 5

    /// Runs one input to its end; returns the processors' time in nanoseconds.
    func callAsFunction(_ input: UnsafeRawBufferPointer) -> UInt64 {
        let before = ProcessorTime.now
        ProcessorTime.limited(to: Self.longestRun) { try? run(input) }
        return ProcessorTime.now - before
    }
}

/// Stops the program where what was read is not what it has to be; `what` is seen in the fuzzer's report.
func demand(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fatalError("not so: \(what())") }
}
