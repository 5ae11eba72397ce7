/// One of the benchmarks of `bench`.
struct Benchmark: Sendable {
    /// What the command line calls it.
    let name: String
    /// What it measures, in one line.
    let title: String
    /// Measures; throws what the device or the files throw.
    let run: @Sendable () throws -> [Figure]

    /// All of them, in the order they are run.
    static let all = [invert, preview, decode, export]

    /// One measured number.
    struct Figure {
        let name: String
        let value: Double
        let unit: String
    }
}

/// Times of the same work, in milliseconds.
struct Samples {
    private let sorted: [Double]

    init(_ milliseconds: [Double]) {
        sorted = milliseconds.sorted()
    }

    /// Runs `work` a number of times, after one time that does not count; throws what it throws, and
    /// ``Interruption/Received``.
    init(_ count: Int, of work: () throws -> Void) throws {
        try work()
        self.init(
            try (0..<count).map { _ in
                try Interruption.check()
                return try Self.milliseconds(work)
            })
    }

    /// How long `work` takes.
    static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try work()
        return (.now - start) / .milliseconds(1)
    }

    var median: Double { percentile(50) }
    var sum: Double { sorted.reduce(0, +) }
    var count: Int { sorted.count }

    /// The smallest sample that `percent` of all do not exceed.
    func percentile(_ percent: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
        return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
    }
}
