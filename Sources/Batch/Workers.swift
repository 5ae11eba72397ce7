@preconcurrency import Glibc

/// Threads that do pieces of one work at once.
///
/// Threads of their own, and not a queue's: they wait for files, decoders and each other, and queues have no more threads than
/// there are cores.
package enum Workers {
    /// Runs `work` on `count` threads at once, the caller's among them, and returns when all have come back.
    package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
        let threads = (1..<max(1, count)).compactMap { _ in start(work) }
        work()
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Nil where the system has no more threads: the others do the work.
    private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
        let work = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return nil
        }
        return thread
    }
}
