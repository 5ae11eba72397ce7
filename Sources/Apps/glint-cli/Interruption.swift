import System
@preconcurrency import Glibc
import Imaging

/// Signals that end the program, deferred until files in progress are cleaned up.
enum Interruption {
    /// True if a signal asked the program to end.
    static var isWanted: Bool { TerminationSignal.isReceived }

    /// Becomes readable once a signal has arrived; the read end is -1 if the pipe could not be created. The
    /// write end stays open.
    private static let alarm: (readEnd: Int32, writeEnd: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, -1) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// Starts watching.
    static func watch() {
        // A closed standard error is no reason to leave a file half saved.
        signal(SIGPIPE, SIG_IGN)
        // Created here, before another thread needs it.
        let end = alarm.writeEnd
        TerminationSignal.watch { _ = write(end, [1], 1) }
    }

    /// Waits for input or its end; false if a signal asks the program to end.
    static func waitForInput(on descriptor: Int32) -> Bool {
        while !isWanted {
            var waiting = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: alarm.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            // If polling fails, reading will report the reason.
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 else {
                if errno == EINTR { continue }
                return true
            }
            if waiting[0].revents != 0 { return true }
        }
        return false
    }

    /// Ends the program the way the signal would have, so that shells see why.
    static func endProgram() -> Never { TerminationSignal.endProgram() }
}
