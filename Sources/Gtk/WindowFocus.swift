@preconcurrency import CAdwaita

extension Object {
    /// Makes a window take the focus back from widgets that are no longer on screen.
    ///
    /// GTK 4.8 moves the focus within a menu that was closed from one of its submenus: keys go to an invisible widget,
    /// and nothing handles them.
    package func keepFocusOnScreen() {
        connect("notify::focus-widget") { [weak self] in
            guard let window = self else { return }
            // The focused widget may be about to appear.
            onMainThread {
                guard gtk_widget_get_mapped(window.widget) != 0,
                    let focus = gtk_window_get_focus(window.pointer()), gtk_widget_get_mapped(focus) == 0
                else { return }
                gtk_window_set_focus(window.pointer(), nil)
            }
        }
    }
}
