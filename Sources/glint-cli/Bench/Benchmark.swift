/// One of the benchmarks of `bench`.
struct Benchmark: Sendable {
    /// What the command line calls it.
    let name: String
    /// What it measures, in one line.
    let title: String
    /// Measures; throws what the device or the files throw.
    let run: @Sendable () throws -> [Figure]

    /// All of them, in the order they are run.
    static let all = [invert, points, blur, ntsc, preview, decode, export, size, bandwidth]

    /// One measured number.
    struct Figure {
        let name: String
        let value: Double
        let unit: String
    }
}
