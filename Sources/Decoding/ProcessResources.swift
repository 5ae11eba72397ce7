@preconcurrency import Glibc

/// This process's use of system resources, and its limits.
final class ProcessResources {
    /// Opened early, since the sandbox forbids opening it.
    private let statistics = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)

    /// Limits memory to this many bytes in total.
    func allow(dataBytes: Int) { set(RLIMIT_DATA, rlim_t(max(0, dataBytes))) }

    /// Limits CPU time to this many seconds in total, over all cores.
    func allow(seconds: Double) { set(RLIMIT_CPU, rlim_t(max(0, seconds.rounded(.up)))) }

    private func set(_ resource: __rlimit_resource, _ maximum: rlim_t) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(maximum, limit.rlim_max)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    /// The memory counted by RLIMIT_DATA, plus the stack: the sixth field of statm, in pages.
    var dataBytes: Int {
        var text = [UInt8](repeating: 0, count: 256)
        let length = pread(statistics, &text, text.count, 0)
        let words = text.prefix(max(0, length)).split(separator: 32)
        guard words.count > 5, let pages = Int(String(decoding: words[5], as: UTF8.self)) else {
            return 1 << 30
        }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// CPU seconds used so far, over all cores.
    var usedSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
}

extension Int {
    /// The sum, clamped to the largest integer.
    func addingUpToMost(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
