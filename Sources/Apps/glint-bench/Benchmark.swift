import System
import Imaging

/// One of the benchmarks.
struct Benchmark: Sendable {
    /// Its name on the command line.
    let name: String
    /// What it measures, in one line.
    let title: String
    /// Runs the benchmark; throws errors of the device or the files.
    let run: @Sendable () throws -> [Figure]

    /// All benchmarks, in the order they run.
    static let all = [invert, points, blur, ntsc, preview, decode, export, size, bandwidth]

    /// One measured number.
    struct Figure {
        let name: String
        let value: Double
        let unit: String
    }
}

/// The reason a benchmark failed, as a sentence.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String
}

/// Thrown when a signal asked the program to end, so that files are deleted first.
struct Interruption: Error {
    /// Throws if a signal asked the program to end.
    static func check() throws(Interruption) {
        if TerminationSignal.isReceived { throw Interruption() }
    }
}
