import Foundation

enum ProcessorTime {
    /// What this process has used of the processors, in nanoseconds: on a busy machine more time passes than a run takes.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
