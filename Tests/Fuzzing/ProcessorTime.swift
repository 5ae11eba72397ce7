import Foundation

enum ProcessorTime {
    /// The CPU time of this process, in nanoseconds; wall-clock time would depend on other load.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Ends the program like a trap if `body` uses more than a number of CPU seconds.
    static func limited<Result>(to seconds: Int, _ body: () throws -> Result) rethrows -> Result {
        signal(SIGPROF) { _ in abort() }
        arm(seconds)
        defer { arm(0) }
        return try body()
    }

    private static func arm(_ seconds: Int) {
        var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }
}
