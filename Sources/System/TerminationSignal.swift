@preconcurrency import Glibc
import Synchronization

/// Handles signals that terminate the program, so that unfinished files are removed first.
///
/// The first signal only calls the handler. A second signal, or a timeout, removes unfinished files and
/// terminates the program even if it hangs.
package enum TerminationSignal {
    private static let received = Atomic<Int32>(0)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The time in seconds that the program has to exit by itself, unless it asks for another.
    package static let timeout = 2

    /// Wakes the watching thread: posting a semaphore is one of the few operations allowed in a signal
    /// handler.
    private nonisolated(unsafe) static let semaphore = {
        let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
        return semaphore
    }()
    private static let onSignal = Mutex<(timeout: Int?, call: @Sendable () -> Void)>((timeout, {}))

    /// True if a terminating signal has arrived.
    package static var isReceived: Bool { received.load(ordering: .relaxed) != 0 }

    /// Starts watching. Signals that are ignored at startup, as with `nohup`, stay ignored.
    ///
    /// - Parameters:
    ///   - timeout: the time in seconds that the program has to exit by itself; nil for any time until a
    ///     second signal.
    ///   - handler: called at the first signal, on a separate thread.
    package static func watch(
        timeout: Int? = timeout, _ handler: @escaping @Sendable () -> Void = {}
    ) {
        onSignal.withLock { $0 = (timeout, handler) }
        // Initializes static variables now, since a signal handler must not do so.
        _ = isReceived
        _ = semaphore
        var thread = pthread_t()
        pthread_create(&thread, nil, { _ in TerminationSignal.wait() }, nil)
        for number in signals {
            var inherited = sigaction()
            sigaction(number, nil, &inherited)
            if isIgnored(inherited) { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = {
                TerminationSignal.received.store($0, ordering: .relaxed)
                sem_post(TerminationSignal.semaphore)
            }
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Removes unfinished files and terminates the program with the received signal, so that shells see the
    /// reason.
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
        let (timeout, call) = onSignal.withLock { $0 }
        call()
        if let timeout {
            var end = timespec()
            clock_gettime(CLOCK_REALTIME, &end)
            end.tv_sec += timeout
            while sem_timedwait(semaphore, &end) != 0, errno == EINTR {}
        } else {
            while sem_wait(semaphore) != 0 {}
        }
        endProgram()
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
