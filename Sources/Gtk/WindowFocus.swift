@preconcurrency import CAdwaita

extension Object {
    /// Has a window take the keyboard back from what is not on screen any more.
    ///
    /// GTK 4.8 moves the focus within a menu that was closed from one of its submenus: keys go to a widget that nobody
    /// sees, and nothing answers them.
    package func keepFocusOnScreen() {
        connect("notify::focus-widget") { [weak self] in
            guard let window = self else { return }
            // What has the focus may be on its way to the screen.
            onMainThread {
                guard gtk_widget_get_mapped(window.widget) != 0,
                    let focus = gtk_window_get_focus(window.pointer()), gtk_widget_get_mapped(focus) == 0
                else { return }
                gtk_window_set_focus(window.pointer(), nil)
            }
        }
    }
}
