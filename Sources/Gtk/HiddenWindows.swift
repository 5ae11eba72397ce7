@preconcurrency import CAdwaita

/// Keeps GTK from crashing when assistive technology asks for a window that has just closed.
///
/// Asked for a window beyond the last visible one, as happens when a dialog closes between two questions, GTK
/// answers with the last window in its list, and crashes if that one is hidden: hidden windows have no
/// accessible path (`GetChildAtIndex` in gtkatspiroot.c, in 4.8 as in 4.18). The list of shortcuts is hidden
/// before it is used, a color chooser afterwards. So hidden windows are moved to the front of the list.
@MainActor
package enum HiddenWindows {
    package static func keepInFront() {
        guard let windows = gtk_window_get_toplevels() else { return }
        Object(windows).connect("items-changed") { updateSoon() }
    }

    /// Updates the list once the current call of GTK is over, before the next question is answered: a new
    /// window is listed before it is complete.
    private static func updateSoon() {
        g_idle_add_full(beforeAllElse, Callback.runOnce, Callback(update).retained, Callback.release)
    }

    private static func update() {
        guard let list = gtk_window_get_toplevels() else { return }
        var areVisible: [Bool] = []
        for index in 0..<g_list_model_get_n_items(list) {
            guard let pointer = g_list_model_get_item(list, index) else { continue }
            let window = Object(owned: pointer)
            areVisible.append(gtk_widget_get_visible(window.widget) != 0)
            if g_object_get_data(window.pointer(), key) == nil {
                g_object_set_data(window.pointer(), key, pointer)
                window.connect("hide") { updateSoon() }
            }
        }
        // Sorting notifies of a change, so it must not happen each time.
        guard areVisible.last == false, areVisible.contains(true) else { return }
        g_list_store_sort(list, { first, second, _ in isVisible(first) - isVisible(second) }, nil)
    }

    /// Marks windows whose hiding is followed.
    private static let key = "glint-follows-hiding"
}

private func isVisible(_ window: UnsafeRawPointer?) -> gint {
    guard let window = UnsafeMutableRawPointer(mutating: window) else { return 0 }
    return gtk_widget_get_visible(window.assumingMemoryBound(to: GtkWidget.self))
}
