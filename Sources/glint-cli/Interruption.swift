@preconcurrency import Glibc
import Synchronization

/// Signals that end the program, held back until files under way are put away.
enum Interruption {
    private static let received = Atomic<Int32>(0)
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Whether a signal asked to end.
    static var isWanted: Bool { received.load(ordering: .relaxed) != 0 }

    /// Thrown where a signal asked to end.
    struct Received: Error {}

    /// Throws where a signal asked to end.
    static func check() throws(Received) {
        if isWanted { throw Received() }
    }

    /// Watches from now on. A second signal ends the program at once; one that the shell has it ignore, as `nohup`
    /// does, stays ignored.
    static func watch() {
        // Made before a signal can come: a handler must not be the first to use it.
        _ = isWanted
        // A reader of standard error that goes away is no reason to leave a file half saved.
        signal(SIGPIPE, SIG_IGN)
        for number in signals {
            var inherited = sigaction()
            sigaction(number, nil, &inherited)
            if isIgnored(inherited) { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { Interruption.received.store($0, ordering: .relaxed) }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Ends the program the way the signal would have, so that shells see why.
    static func endProgram() -> Never {
        let number = received.load(ordering: .relaxed)
        signal(number, SIG_DFL)
        raise(number)
        exit(128 + number)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
