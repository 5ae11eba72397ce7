import CSystem
@preconcurrency import Glibc
import Gtk

/// Restarts the program in the same process, with the same command line.
enum StartingOver {
    /// Restarts; returns if that fails.
    @MainActor
    static func now() {
        // GTK has removed the startup token from the environment, so that programs started by this one do not
        // inherit it.
        if let id = Display.startupID {
            setenv("DESKTOP_STARTUP_ID", id, 1)
            setenv("XDG_ACTIVATION_TOKEN", id, 1)
        }
        execv("/proc/self/exe", carguments_list())
    }
}
