import Dispatch
import Filters
import GPU
import Rendering
import Synchronization
import System

extension Renderer {
    /// Opens a device, as ``init()`` does, for the built-in filters and custom filters.
    ///
    /// Once per process, each custom filter is first compiled and run on small pictures of noise, to check
    /// that it reads no farther than its header declares, and terminates. It is an error if a run over a
    /// megapixel takes longer than three seconds (more on a busy device, at most thirty), or if, later, a
    /// dispatch takes longer than thirty.
    ///
    /// The filters run in your process, which limits the check: a filter that crashes the driver ends your
    /// program, and work that a driver has begun cannot be stopped. A filter that never terminates keeps the
    /// device busy until the driver resets it or, if it does not, until your program ends; meanwhile, a
    /// software renderer computes nothing else. The check is not a security boundary against malicious
    /// filters. Glint's own programs try filters in a separate process: use `glint-cli render` for filters
    /// that you did not write.
    ///
    /// - Parameter filters: the custom filters, each with a different id.
    /// - Throws: ``CustomFilterError`` if a filter does not work, ``GPUError`` if there is no device.
    public convenience init(filters: [CustomFilter]) throws {
        let declarations = filters.map(\.declaration)
        for (index, filter) in declarations.enumerated() {
            if declarations[..<index].contains(where: { $0.id == filter.id }) {
                let problem = FilterProblem(
                    path: filter.file, line: 1, "another filter already has the id “\(filter.id)”")
                throw CustomFilterError(problems: [problem])
            }
            let problems = try CheckInProcess.problems(with: filter)
            guard problems.isEmpty else { throw CustomFilterError(problems: problems) }
        }
        try self.init(catalog: .builtIn.adding(declarations))
        secondsPerDispatch = CheckInProcess.secondsAllowed
    }
}

/// Checks a filter in the process that uses it.
private enum CheckInProcess {
    /// The time limit in seconds for a run of the check, and later for a dispatch: CPU time on a software
    /// renderer, otherwise wall-clock time.
    static let secondsAllowed = FilterTrial.secondsByTheClock

    /// The filters that have already passed.
    private static let working = Mutex<Set<FilterDeclaration>>([])

    /// The problems in a filter. The filter runs on a separate thread, which is abandoned if a driver never
    /// returns from running it.
    static func problems(with filter: FilterDeclaration) throws -> [FilterProblem] {
        if working.withLock({ $0.contains(filter) }) { return [] }
        let outcome = Outcome()
        WorkerThread("check of a filter") {
            var check = FilterCheck(filter: filter, comparesTime: true) { outcome.runEnded() }
            check.opened = { if $0.isSoftware { outcome.use(DriverClock()) } }
            outcome.set(Result { try check.problems() })
        }
        guard let result = outcome.wait(secondsPerRun: secondsAllowed) else {
            return [FilterProblem(path: filter.file, FilterCheck.isSlow(seconds: secondsAllowed))]
        }
        let problems = try result.get()
        if problems.isEmpty { working.withLock { _ = $0.insert(filter) } }
        return problems
    }

    /// A result produced by another thread.
    private final class Outcome: Sendable {
        private let result = Mailbox<Result<[FilterProblem], any Error>?>(nil)
        private let clock = Mutex<DriverClock?>(nil)

        /// How often the duration of a run is checked.
        private static let interval = DispatchTimeInterval.milliseconds(100)

        func use(_ driver: DriverClock) { clock.withLock { $0 = driver } }

        func runEnded() { result.update { _ in } }

        func set(_ result: Result<[FilterProblem], any Error>) { self.result.update { $0 = result } }

        /// Waits for the result; nil if a run exceeds the time limit.
        func wait(secondsPerRun: Int) -> Result<[FilterProblem], any Error>? {
            var (start, processorStart) = (ContinuousClock.now, 0.0)
            while true {
                guard result.wait(atMost: Self.interval) else {
                    let seconds = (.now - start) / .seconds(1)
                    guard seconds > Double(secondsPerRun) else { continue }
                    // Other processes may delay a software renderer for a long time, but not forever.
                    guard let clock = clock.withLock({ $0 }),
                        seconds < Double(FilterTrial.secondsOnBusyMachine),
                        clock.seconds - processorStart < Double(secondsPerRun)
                    else { return nil }
                    continue
                }
                if let result = result.withLock({ $0 }) { return result }
                (start, processorStart) = (.now, clock.withLock { $0 }?.seconds ?? 0)
            }
        }
    }
}
