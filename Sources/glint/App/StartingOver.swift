import CArguments
@preconcurrency import Glibc
import Gtk

/// Starting the program over in the same process, with the same command line.
enum StartingOver {
    /// Starts over; returns if that fails.
    @MainActor
    static func now() {
        // GTK has taken it out of the environment, or other programs that this one starts would have it, too.
        if let id = Display.startupID {
            setenv("DESKTOP_STARTUP_ID", id, 1)
            setenv("XDG_ACTIVATION_TOKEN", id, 1)
        }
        execv("/proc/self/exe", carguments_words())
    }
}
