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
    static func watch() {
        // If standard error is closed, a save should still be completed.
        signal(SIGPIPE, SIG_IGN)
        // Created now, before other threads need it.
        let end = alarm.writeEnd
        TerminationSignal.watch { _ = write(end, [1], 1) }
    }

    /// Waits until input or its end is available; false if a signal asks the program to end.
    static func waitForInput(on descriptor: Int32) -> Bool {
        while !isWanted {
            var waiting = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: alarm.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            // If polling fails, the subsequent read will report the reason.
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 else {
                if errno == EINTR { continue }
                return true
            }
            if waiting[0].revents != 0 { return true }
        }
        return false
    }

    /// Ends the program by the signal itself, so that shells can report the cause.
    static func endProgram() -> Never { TerminationSignal.endProgram() }
}
