import Dispatch
import Filters
import GPU
import Rendering
import Synchronization

extension Renderer {
    /// Opens a device, as ``init()`` does, for the filters that come with Glint and your own.
    ///
    /// Each of these is first compiled and run over small pictures of noise, once in a process: it must not read farther than
    /// its header says, and has to end. A run of this check over a megapixel that takes longer than three seconds is an error
    /// (more on a busy device, at most thirty), as is a dispatch that takes longer than thirty when the filter is used later.
    ///
    /// The filters run in your process, and so the check has bounds: a filter that makes the driver fail ends your program, and
    /// what a driver has begun cannot be stopped. A filter without an end keeps the device busy until the driver resets it, or,
    /// where it does not, until your program ends; a software renderer computes no others meanwhile. It is no border against
    /// filters that mean harm. Glint's own programs try filters in a process of their own: let `glint-cli render` have those
    /// that you did not write.
    ///
    /// - Parameter filters: your own, each with another id.
    /// - Throws: ``OwnFilterError`` if one of them does not work, ``GPUError`` if there is no device.
    public convenience init(filters: [OwnFilter]) throws {
        let declarations = filters.map(\.declaration)
        for (index, filter) in declarations.enumerated() {
            if declarations[..<index].contains(where: { $0.id == filter.id }) {
                let problem = FilterProblem(
                    path: filter.file, line: 1, "another filter has the id “\(filter.id)” already")
                throw OwnFilterError(problems: [problem])
            }
            let problems = try CheckInProcess.problems(with: filter)
            guard problems.isEmpty else { throw OwnFilterError(problems: problems) }
        }
        try self.init(catalog: .builtIn.adding(declarations))
        secondsPerDispatch = CheckInProcess.secondsAllowed
    }
}

/// The check of a filter in the program that uses it.
private enum CheckInProcess {
    /// The most seconds that a run of the check, and later a dispatch, may take: on a software renderer of the processor, else by
    /// the clock.
    static let secondsAllowed = FilterTrial.secondsByTheClock

    /// The filters that worked before.
    private static let working = Mutex<Set<FilterDeclaration>>([])

    /// What is wrong with a filter. It is run on a thread of its own, since a driver may not return from it: that thread is
    /// left behind then.
    static func problems(with filter: FilterDeclaration) throws -> [FilterProblem] {
        if working.withLock({ $0.contains(filter) }) { return [] }
        let outcome = Outcome()
        DispatchQueue(label: "check of a filter", qos: .userInitiated).async {
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

    /// What another thread finds out.
    private final class Outcome: Sendable {
        private let result = Mutex<Result<[FilterProblem], any Error>?>(nil)
        private let clock = Mutex<DriverClock?>(nil)
        private let news = DispatchSemaphore(value: 0)

        /// How often the time of a run is looked at.
        private static let interval = DispatchTimeInterval.milliseconds(100)

        func use(_ driver: DriverClock) { clock.withLock { $0 = driver } }

        func runEnded() { news.signal() }

        func set(_ result: Result<[FilterProblem], any Error>) {
            self.result.withLock { $0 = result }
            news.signal()
        }

        /// Waits for the result; nil where a run takes longer.
        func wait(secondsPerRun: Int) -> Result<[FilterProblem], any Error>? {
            var (start, processorStart) = (ContinuousClock.now, 0.0)
            while true {
                guard news.wait(timeout: .now() + Self.interval) == .success else {
                    let seconds = (.now - start) / .seconds(1)
                    guard seconds > Double(secondsPerRun) else { continue }
                    // Others may hold up a software renderer for long, but not for ever.
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
