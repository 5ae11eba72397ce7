@preconcurrency import Glibc
import Gtk

/// The already running instance, which handles later launches, as seen by a launch.
///
/// A launch looks for it before opening the graphics driver, which takes long and may restart the program.
/// Only afterwards does it acquire the bus name, so that no other launch waits for a process that gives it up
/// again.
@MainActor
enum RunningProgram {
    /// There is no other instance, or no bus to find it on.
    case none
    /// The instance shows its windows on the display of this process.
    case here
    /// The instance would open windows on another display.
    case elsewhere
    /// The instance does not answer.
    case silent

    /// An action whose state lists the displays of the running instance.
    private static let action = "displays"
    /// How long an instance may take to answer, in milliseconds: longer than any blocking operation on a slow
    /// machine.
    private static let timeout = 20_000

    static func find() -> RunningProgram {
        guard let bus = MessageBus.session() else { return .none }
        let actions = BusInterface("org.gtk.Actions", path: UI.busPath, service: UI.applicationID)
        switch bus.answer(to: "Describe", of: actions, [.string(action)], milliseconds: timeout) {
        case .success(let answer):
            // ((enabled, type of the parameter, [state]))
            let displays = answer[0]?[2]?[0]?.string?.split(separator: "\n").map(String.init) ?? []
            return Display.name.map { displays.contains(withoutScreen($0)) } == true ? .here : .elsewhere
        case .failure(let error): return error.isTimeout ? .silent : .none
        }
    }

    /// Publishes the displays of this program's session to later launches.
    ///
    /// In one session a program may use Wayland, and the next launch X11, depending on where it was started;
    /// both displays belong to the session.
    static func announce(in actions: ActionMap) {
        let session = ["WAYLAND_DISPLAY", "DISPLAY"].map { (name: String) in
            getenv(name).map { String(cString: $0) }
        }
        let names = ([Display.name] + session).compactMap { $0.map(withoutScreen) }
        actions.addText(action, names.joined(separator: "\n"))
    }

    /// Makes later launches start a new instance, since this one can no longer open anything.
    static func retire() {
        let bus = BusInterface(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", service: "org.freedesktop.DBus")
        // Does nothing if another program owns the name, or none does.
        MessageBus.session()?.send("ReleaseName", to: bus, [.string(UI.applicationID)])
    }

    /// A display's name without the number of an X11 screen: `:0.0` becomes `:0`.
    private static func withoutScreen(_ name: String) -> String {
        guard let colon = name.lastIndex(of: ":"), let dot = name[colon...].firstIndex(of: ".") else {
            return name
        }
        return String(name[..<dot])
    }

    // A running instance that ends during a request

    private static let marker = "GLINT_WAS_NOT_HEARD"

    /// True if a running instance ended, or failed, during a request of this launch.
    static var hasFailed: Bool { getenv(marker) != nil }

    /// Restarts this program after the running instance did not respond; returns if that fails.
    static func startOver() {
        printError("glint: the running program ended meanwhile; starting another one.")
        setenv(marker, "1", 1)
        StartingOver.now()
    }
}
