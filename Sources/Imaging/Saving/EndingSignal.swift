@preconcurrency import Glibc
import Synchronization

/// The signals that end a program, held back until files under way are put away.
///
/// The first is only told. A second one, or two seconds, end the program wherever it hangs, and remove the files that are
/// not whole.
package enum EndingSignal {
    private static let received = Atomic<Int32>(0)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// How long a program may take to end by itself, in seconds.
    private static let patience = 2

    /// What the watching thread sleeps on: raising a semaphore is among the few things a handler may do.
    private nonisolated(unsafe) static let semaphore = {
        let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
        return semaphore
    }()
    private static let tell = Mutex<@Sendable () -> Void>({})

    /// Whether a signal asked to end.
    package static var isReceived: Bool { received.load(ordering: .relaxed) != 0 }

    /// Watches from now on. A signal that the shell has the program ignore, as `nohup` does, stays ignored.
    ///
    /// - Parameter told: called at the first signal, on a thread of its own.
    package static func watch(_ told: @escaping @Sendable () -> Void = {}) {
        tell.withLock { $0 = told }
        // Made before a signal can come: a handler must not be the first to use them.
        _ = isReceived
        _ = semaphore
        var thread = pthread_t()
        pthread_create(&thread, nil, { _ in EndingSignal.wait() }, nil)
        for number in signals {
            var inherited = sigaction()
            sigaction(number, nil, &inherited)
            if isIgnored(inherited) { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = {
                EndingSignal.received.store($0, ordering: .relaxed)
                sem_post(EndingSignal.semaphore)
            }
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Ends the program the way the signal would have, so that shells see why, and leaves no file that is not whole.
    package static func endProgram() -> Never {
        let number = received.load(ordering: .relaxed)
        TemporaryFiles.removeAll {
            signal(number, SIG_DFL)
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_UNBLOCK, &all, nil)
            raise(number)
            _exit(128 + number)
        }
    }

    private static func wait() -> UnsafeMutableRawPointer? {
        while sem_wait(semaphore) != 0 {}
        tell.withLock { $0 }()
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += patience
        while sem_timedwait(semaphore, &end) != 0, errno == EINTR {}
        endProgram()
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
