@preconcurrency import Glibc

/// The times, in milliseconds, of repeated runs of the same work.
struct Samples {
    /// The time of one run: wall-clock time, and the CPU time of all cores together.
    struct Time {
        var wall: Double
        var processor: Double
    }

    private let wall: [Double]
    private let processor: [Double]

    init(_ times: [Time]) {
        wall = times.map(\.wall).sorted()
        processor = times.map(\.processor).sorted()
    }

    /// Runs `work` a number of times after a warm-up run that is not counted; throws the errors of `work`,
    /// and ``Interruption``.
    init(_ count: Int, of work: () throws -> Void) throws {
        try work()
        self.init(
            try (0..<count).map { _ in
                try Interruption.check()
                return try Self.time(work)
            })
    }

    /// Samples of several tasks that alternate, so that other load on the machine affects all of them.
    ///
    /// Short tasks run several times per turn; the times are those of a single run.
    static func inTurns(_ count: Int, of works: [() throws -> Void]) throws -> [Samples] {
        let repeats = try works.map { work in
            try work()
            let once = try time(work).wall
            return max(1, min(100, Int(shortestTurn / once)))
        }
        var times: [[Time]] = works.map { _ in [] }
        for _ in 0..<count {
            for (index, work) in works.enumerated() {
                try Interruption.check()
                let several = Double(repeats[index])
                let time = try time { for _ in 0..<repeats[index] { try work() } }
                times[index].append(
                    Time(wall: time.wall / several, processor: time.processor / several))
            }
        }
        return times.map(Samples.init)
    }

    /// Measures how long `work` takes.
    static func time(_ work: () throws -> Void) rethrows -> Time {
        let start = ContinuousClock.now
        let processorStart = processorMilliseconds()
        try work()
        return Time(
            wall: (.now - start) / .milliseconds(1), processor: processorMilliseconds() - processorStart)
    }

    /// The minimum duration of a turn, in milliseconds, that the clock can measure accurately enough.
    private static let shortestTurn = 20.0

    /// The CPU time used by all threads of this program.
    private static func processorMilliseconds() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
    }

    var median: Double { percentile(50) }
    var processorMedian: Double { Self.percentile(50, of: processor) }
    var sum: Double { wall.reduce(0, +) }
    var count: Int { wall.count }

    /// The smallest sample that is not exceeded by `percent` of the samples.
    func percentile(_ percent: Double) -> Double { Self.percentile(percent, of: wall) }

    private static func percentile(_ percent: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
        return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
    }
}

extension Samples {
    /// The median wall-clock time and the CPU time.
    func figures(_ name: String) -> [Benchmark.Figure] {
        [
            .init(name: name, value: median, unit: "ms"),
            .init(name: "\(name): processor time", value: processorMedian, unit: "ms"),
        ]
    }
}
