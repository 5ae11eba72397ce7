import System
import Imaging

/// A benchmark.
struct Benchmark: Sendable {
    /// The benchmark's name on the command line.
    let name: String
    /// A summary of what it measures, in one line.
    let title: String
    /// Runs the benchmark; throws errors of the device or the files.
    let run: @Sendable () throws -> [Figure]

    /// All benchmarks, in the order in which they run.
    static let all = [invert, points, blur, memory, ntsc, preview, decode, export, size, bandwidth]

    /// A measured number.
    struct Figure {
        let name: String
        let value: Double
        let unit: String
    }
}

/// Why a benchmark failed, as a sentence.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String
}

/// Thrown when a signal has asked the program to end, so that temporary files are deleted first.
struct Interruption: Error {
    /// Throws if a signal has asked the program to end.
    static func check() throws(Interruption) {
        if TerminationSignal.isReceived { throw Interruption() }
    }
}
