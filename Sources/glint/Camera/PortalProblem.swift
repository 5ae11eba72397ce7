import Gtk
import Live
import Wording

/// What keeps a portal from giving something.
enum PortalProblem: Error, Equatable {
    /// There is no portal, or it knows nothing of the kind.
    case missing
    /// The person said no, now or earlier.
    case cancelled
    /// The system's settings forbid it.
    case forbidden
    /// No answer comes.
    case silent
    /// Anything else, in the portal's words.
    case failed(String)

    /// An answer that is not what the portals' documentation says.
    static let nonsense = PortalProblem.failed(tr("its answer has another form than expected"))

    /// What a person reads, who asked for this.
    func error(for thing: String) -> LiveError {
        switch self {
        case .missing:
            .portal(
                reason: tr(
                    """
                    this desktop has no portal that shares \(thing); on Wayland install the one that fits it, \
                    xdg-desktop-portal-gnome, -kde or -wlr, and log in again; with X11 most desktops have none
                    """))
        case .cancelled: .cancelled
        case .forbidden: .denied(name: thing)
        case .silent:
            .portal(
                reason: tr(
                    """
                    the desktop's portal, which is asked for \(thing), does not answer; restart it with \
                    “systemctl --user restart xdg-desktop-portal”, or log in again
                    """))
        case .failed(let reason):
            .portal(
                reason: tr(
                    """
                    the desktop's portal does not give \(thing): \(reason.shortened); try again, and if that \
                    does not help log in again
                    """))
        }
    }

    init(_ error: BusError) {
        let name = error.name ?? ""
        self =
            if error.isTimeout || Self.silences.contains(name) {
                .silent
            } else if Self.absences.contains(where: name.hasPrefix) {
                .missing
            } else if Self.refusals.contains(name) {
                .forbidden
            } else {
                .failed(error.description)
            }
    }

    private static let silences: Set = [
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
        "org.freedesktop.DBus.Error.TimedOut",
    ]

    /// How the names of errors begin that a bus or a portal without the asked for thing answers with.
    private static let absences = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        // Of a portal that cannot be started, by the bus and by systemd.
        "org.freedesktop.DBus.Error.Spawn.", "org.freedesktop.systemd1.",
        "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.UnknownMethod",
        "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownProperty",
        // GDBus's for the properties of an interface that is not there.
        "org.freedesktop.DBus.Error.InvalidArgs",
        "org.freedesktop.portal.Error.NotFound",
    ]

    private static let refusals: Set = [
        "org.freedesktop.portal.Error.NotAllowed", "org.freedesktop.DBus.Error.AccessDenied",
    ]
}
