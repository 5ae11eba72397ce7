@preconcurrency import Glibc
import Gtk

/// The running program, which opens what later launches ask for, as a launch sees it.
///
/// A launch asks before it tries the graphics driver, which takes long and may restart the program. It takes
/// the name on the bus only after that, so that no other launch waits for a program that gives the name up
/// again.
@MainActor
enum RunningProgram {
    /// There is none, or no bus to find it on.
    case none
    /// It shows its windows on the display of this process.
    case here
    /// Its windows would open on another display.
    case elsewhere
    /// It does not answer.
    case silent

    /// The state of this action is the display of the running program's windows.
    private static let action = "displays"
    /// The time it may be busy, in milliseconds: longer than any blocking operation on a slow machine.
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

    /// Publishes the display of this program's windows to later launches.
    ///
    /// In one session a program may be on Wayland, and the next on X11 because of where it was started: they
    /// belong together.
    static func announce(in actions: ActionMap) {
        let session = ["WAYLAND_DISPLAY", "DISPLAY"].map { (name: String) in
            getenv(name).map { String(cString: $0) }
        }
        let names = ([Display.name] + session).compactMap { $0.map(withoutScreen) }
        actions.addText(action, names.joined(separator: "\n"))
    }

    /// Makes later launches start a program of their own, since this one cannot open anything any more.
    static func retire() {
        let bus = BusInterface(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", service: "org.freedesktop.DBus")
        // Does nothing if another program has the name, or none has.
        MessageBus.session()?.send("ReleaseName", to: bus, [.string(UI.applicationID)])
    }

    /// A display's name without the number of an X11 screen: `:0.0` is `:0`.
    private static func withoutScreen(_ name: String) -> String {
        guard let colon = name.lastIndex(of: ":"), let dot = name[colon...].firstIndex(of: ".") else {
            return name
        }
        return String(name[..<dot])
    }

    // A running program that ends during a request

    private static let marker = "GLINT_WAS_NOT_HEARD"

    /// True if a running program ended, or failed, during a request of this launch.
    static var hasFailed: Bool { getenv(marker) != nil }

    /// Restarts this program after the running program did not respond; returns if that fails.
    static func startOver() {
        printError("glint: the running program ended meanwhile; starting another one.")
        setenv(marker, "1", 1)
        StartingOver.now()
    }
}
