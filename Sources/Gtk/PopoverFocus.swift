@preconcurrency import CAdwaita

/// Has every window of the program take the keyboard back when a popover closes.
///
/// GTK 4.8 leaves the focus in a popover that was closed from one of its submenus: keys go to a widget that is not on screen, and
/// nothing answers them.
@MainActor
package func returnFocusFromPopovers() {
    // A signal is known once its class is there, which stays.
    _ = g_type_class_ref(gtk_popover_get_type())
    g_signal_add_emission_hook(
        g_signal_lookup("closed", gtk_popover_get_type()), 0,
        { _, count, values, _ in
            guard count > 0, let values, let popover = g_value_get_object(values) else { return 1 }
            nonisolated(unsafe) let closed = popover
            MainActor.assumeIsolated { returnFocus(from: Object(closed)) }
            return 1
        }, nil, nil)
}

@MainActor
private func returnFocus(from popover: Object) {
    guard let root = gtk_widget_get_root(popover.widget) else { return }
    let window = Object(root)
    // By then GTK has done with the focus what it does.
    onMainThread {
        guard gtk_widget_get_mapped(window.widget) != 0,
            let focus = gtk_root_get_focus(window.pointer()), gtk_widget_get_mapped(focus) == 0
        else { return }
        gtk_root_set_focus(window.pointer(), nil)
    }
}
