import System
@preconcurrency import Glibc
import Imaging

/// Signals that end the program, but only after unfinished files have been deleted.
enum Interruption {
    /// True if a signal has asked the program to end.
    static var isWanted: Bool { TerminationSignal.isReceived }

    /// A pipe that becomes readable once a signal has arrived. Its write end stays open. The read end is -1
    /// if the pipe could not be created.
    private static let alarm: (readEnd: Int32, writeEnd: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, -1) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// Starts handling the signals.
    ///
    /// - Parameters:
    ///   - timeout: the time in seconds that the program has to end by itself; nil for any time until a
    ///     second signal.
    ///   - handler: called at the first signal, on a separate thread.
    static func watch(
        timeout: Int? = TerminationSignal.timeout, _ handler: @escaping @Sendable () -> Void = {}
    ) {
        // If standard error is closed, a save should still be completed.
        signal(SIGPIPE, SIG_IGN)
        // Created now, before other threads need it.
        let end = alarm.writeEnd
        TerminationSignal.watch(timeout: timeout) {
            _ = write(end, [1], 1)
            handler()
        }
    }

    /// Waits until input or its end is available; false if a signal asks the program to end.
    ///
    /// - Parameter limit: the longest time to wait in milliseconds; nil for any time.
    static func waitForInput(on descriptor: Int32, atMost limit: Int32? = nil) -> Bool {
        while !isWanted {
            var waiting = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: alarm.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            // If polling fails, the subsequent read will report the reason.
            let count = poll(&waiting, nfds_t(waiting.count), limit ?? -1)
            guard count >= 0 else {
                if errno == EINTR { continue }
                return true
            }
            if count == 0 || waiting[0].revents != 0 { return true }
        }
        return false
    }

    /// Ends the program by the signal itself, so that shells can report the cause.
    static func endProgram() -> Never { TerminationSignal.endProgram() }
}
