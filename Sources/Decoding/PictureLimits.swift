@preconcurrency import Glibc

/// Limits of this process, set anew for each picture.
final class PictureLimits {
    private let limits: DecodingLimits
    /// Opened before confinement forbids it.
    private let statistics = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    private var fileBytes = 0
    /// The process's memory when the picture was begun.
    private var memoryAtStart = 0
    private var secondsAtStart = 0.0

    init(_ limits: DecodingLimits) {
        self.limits = limits
    }

    /// Begins a picture whose size is not known yet.
    func begin(fileBytes: Int) {
        self.fileBytes = fileBytes
        memoryAtStart = dataBytes
        secondsAtStart = usedSeconds
        allow(pixelCount: 0, bytesPerPixel: 0)
    }

    /// Allows what a picture of this size needs.
    func allow(pixelCount: Int, bytesPerPixel: Int) {
        let memory = limits.memory(fileBytes: fileBytes, pixelBytes: pixelCount * bytesPerPixel)
        let (bytes, overflow) = memoryAtStart.addingReportingOverflow(memory)
        set(RLIMIT_DATA, overflow ? .max : rlim_t(bytes))
        let seconds = secondsAtStart + limits.processorSeconds(pixelCount: pixelCount)
        set(RLIMIT_CPU, rlim_t(seconds.rounded(.up)))
    }

    private func set(_ resource: __rlimit_resource, _ most: rlim_t) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(most, limit.rlim_max)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    /// What RLIMIT_DATA counts, and the stack: the sixth number of statm, in pages.
    private var dataBytes: Int {
        var text = [UInt8](repeating: 0, count: 256)
        let length = pread(statistics, &text, text.count, 0)
        let words = text.prefix(max(0, length)).split(separator: 32)
        guard words.count > 5, let pages = Int(String(decoding: words[5], as: UTF8.self)) else {
            return 1 << 30
        }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Processor seconds used, over all cores.
    private var usedSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
}
