@preconcurrency import Glibc

/// Measures the CPU time of a thread and of the threads of a driver that renders on the CPU.
///
/// A driver's threads can be identified because they inherit the name of the thread that opened the driver.
package struct DriverClock: Sendable {
    /// Names of threads have at most 15 bytes.
    private static let name = "glint-driver"

    private let thread: clockid_t

    /// Creates a clock for the calling thread, which must be the one that uses the driver.
    package init() {
        var thread = clockid_t()
        self.thread = pthread_getcpuclockid(pthread_self(), &thread) == 0 ? thread : CLOCK_PROCESS_CPUTIME_ID
    }

    /// The seconds so far; those of the whole process if the driver was not opened in ``openingDriver(_:)``,
    /// or if the thread has no clock.
    package var seconds: Double {
        let threads = Self.driverThreads
        guard !threads.isEmpty, thread != CLOCK_PROCESS_CPUTIME_ID else {
            return Self.seconds(of: CLOCK_PROCESS_CPUTIME_ID)
        }
        return threads.reduce(Self.seconds(of: thread)) { $0 + Self.seconds(of: $1) }
    }

    /// Runs `body`; threads that it creates count as driver threads.
    static func openingDriver<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let own = "/proc/thread-self/comm"
        let before = threadName(own)
        rename(own, to: name)
        defer { if let before { rename(own, to: before) } }
        return try body()
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        // Threads that have since ended no longer count.
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The clocks of the driver's threads.
    private static var driverThreads: [clockid_t] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var clocks: [clockid_t] = []
        while let entry = readdir(folder) {
            let number = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let thread = clockid_t(number), isDriver("/proc/self/task/\(number)/comm") else { continue }
            // The kernel's clock id for the CPU time of a thread (CPUCLOCK_PERTHREAD_MASK and
            // CPUCLOCK_SCHED).
            clocks.append(~thread << 3 | 6)
        }
        return clocks
    }

    /// True if a thread is named like a driver thread; Mesa gives some of its threads other names.
    private static func isDriver(_ path: String) -> Bool {
        guard let thread = threadName(path) else { return false }
        return thread == name || thread.hasPrefix("llvmpipe-")
    }

    private static func threadName(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self) : nil
    }

    private static func rename(_ path: String, to name: String) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = Array(name.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }
}
