@preconcurrency import Glibc
import Imaging

/// Signals that end the program, deferred until files under way are cleaned up.
enum Interruption {
    /// Whether a signal asked the program to end.
    static var isWanted: Bool { EndingSignal.isReceived }

    /// Thrown when a signal asked the program to end.
    struct Received: Error {}

    /// Throws if a signal asked the program to end.
    static func check() throws(Received) {
        if isWanted { throw Received() }
    }

    /// Starts watching.
    static func watch() {
        // A closed standard error is no reason to leave a file half saved.
        signal(SIGPIPE, SIG_IGN)
        EndingSignal.watch()
    }

    /// Ends the program the way the signal would have, so that shells see why.
    static func endProgram() -> Never { EndingSignal.endProgram() }
}
