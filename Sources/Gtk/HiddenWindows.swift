@preconcurrency import CAdwaita

/// Keeps GTK from crashing when assistive technology asks for a window that has just closed.
///
/// Asked for a window beyond the last visible one, as happens when a dialog closes between two questions, GTK
/// answers with the last window it has, visible or not, and crashes if that one has no accessible path
/// (`GetChildAtIndex` in gtkatspiroot.c). A window loses its path when it is hidden, and one that was never
/// shown, like the list of shortcuts, has none. Hidden windows therefore get a path here.
@MainActor
package enum HiddenWindows {
    package static func keepAccessible() {
        guard let windows = gtk_window_get_toplevels() else { return }
        Object(windows).connect("items-changed") { updateSoon() }
    }

    /// Updates the windows once the current call of GTK is over, before the next question is answered: a new
    /// window is listed before it is complete.
    private static func updateSoon() {
        g_idle_add_full(beforeAllElse, Callback.runOnce, Callback(update).retained, Callback.release)
    }

    private static func update() {
        guard let windows = gtk_window_get_toplevels() else { return }
        for index in 0..<g_list_model_get_n_items(windows) {
            guard let pointer = g_list_model_get_item(windows, index) else { continue }
            let window = Object(owned: pointer)
            if g_object_get_data(window.pointer(), key) == nil {
                g_object_set_data(window.pointer(), key, pointer)
                window.connect("unmap") { updateSoon() }
            }
            if gtk_widget_get_mapped(window.widget) == 0 { window.addAccessiblePath() }
        }
    }

    /// Marks windows whose hiding is followed.
    private static let key = "glint-follows-hiding"
}

extension Object {
    /// Makes GTK create the accessible path of a window that has none: it does so to announce a change.
    fileprivate func addAccessiblePath() {
        let isFocusable = gtk_widget_get_focusable(widget)
        gtk_widget_set_focusable(widget, isFocusable == 0 ? 1 : 0)
        gtk_widget_set_focusable(widget, isFocusable)
    }
}
