import Gtk
import Live
import Localization

/// The reason why a portal request failed.
enum PortalProblem: Error, Equatable {
    /// There is no portal, or it does not support the request.
    case missing
    /// The user refused, now or earlier.
    case cancelled
    /// The system's settings forbid it.
    case forbidden
    /// There was no answer in time.
    case silent
    /// Any other error, in the portal's words.
    case failed(String)

    /// An answer that does not match the portal documentation.
    static let nonsense = PortalProblem.failed(tr("its reply has an unexpected format"))

    /// The message for the user.
    func error(for thing: String) -> LiveError {
        switch self {
        case .missing:
            .portal(
                reason: tr(
                    """
                    this desktop has no portal for sharing \(thing); on Wayland install the one for your \
                    desktop, xdg-desktop-portal-gnome, -kde or -wlr, and log out and back in; on X11 most \
                    desktops have none
                    """))
        case .cancelled: .cancelled
        case .forbidden: .denied(name: thing)
        case .silent:
            .portal(
                reason: tr(
                    """
                    the desktop's portal did not answer the request for \(thing); restart it with “systemctl \
                    --user restart xdg-desktop-portal”, or log out and back in
                    """))
        case .failed(let reason):
            .portal(
                reason: tr(
                    """
                    the desktop's portal does not provide \(thing): \(reason.shortened); try again, and if \
                    that does not help, log out and back in
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

    /// The prefixes of error names with which a bus or a portal reports that the request is not supported.
    private static let absences = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        // Errors of the bus and of systemd for a portal that cannot be started.
        "org.freedesktop.DBus.Error.Spawn.", "org.freedesktop.systemd1.",
        "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.UnknownMethod",
        "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownProperty",
        // GDBus's error for the properties of a missing interface.
        "org.freedesktop.DBus.Error.InvalidArgs",
        "org.freedesktop.portal.Error.NotFound",
    ]

    private static let refusals: Set = [
        "org.freedesktop.portal.Error.NotAllowed", "org.freedesktop.DBus.Error.AccessDenied",
    ]
}
