@preconcurrency import CAdwaita

/// The display that windows open on.
@MainActor
package enum Display {
    /// Opens the display and reads GTK's settings; false if there is no display.
    package static func open() -> Bool {
        guard gtk_init_check() != 0 else { return false }
        glint_correct_accessible_bounds()
        return true
    }

    /// The display's name, such as `:0` or `wayland-0`.
    package static var name: String? {
        gdk_display_get_default().flatMap { gdk_display_get_name($0) }.map { String(cString: $0) }
    }

    /// The token that lets a window of this process be raised, if the launching program has provided one.
    package static var startupID: String? {
        gdk_display_get_default().flatMap { gdk_display_get_startup_notification_id($0) }
            .map { String(cString: $0) }
    }
}
