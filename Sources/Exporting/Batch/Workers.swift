@preconcurrency import Glibc

/// Threads that work on one job in parallel.
///
/// They are dedicated threads rather than a queue's: they wait for files, decoders and each other, and queues
/// have no more threads than there are cores.
package enum Workers {
    /// Runs `work` on `count` threads, including the caller's, and returns when all have finished.
    package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
        let threads = (1..<max(1, count)).compactMap { _ in start(work) }
        work()
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Nil if the system has no more threads: the others do the work.
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
