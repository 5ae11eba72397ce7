@preconcurrency import Glibc
import Imaging

/// Signals that end the program, held back until files under way are put away.
enum Interruption {
    /// Whether a signal asked to end.
    static var isWanted: Bool { EndingSignal.isReceived }

    /// Thrown where a signal asked to end.
    struct Received: Error {}

    /// Throws where a signal asked to end.
    static func check() throws(Received) {
        if isWanted { throw Received() }
    }

    /// Watches from now on.
    static func watch() {
        // A reader of standard error that goes away is no reason to leave a file half saved.
        signal(SIGPIPE, SIG_IGN)
        EndingSignal.watch()
    }

    /// Ends the program the way the signal would have, so that shells see why.
    static func endProgram() -> Never { EndingSignal.endProgram() }
}
