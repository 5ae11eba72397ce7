@preconcurrency import CAdwaita

extension Object {
    /// Keeps a click on the menu button from moving the keyboard focus, since its menu restores the focus.
    package func leaveFocusOnClick() {
        if let button = gtk_widget_get_first_child(widget) { gtk_widget_set_focus_on_click(button, 0) }
    }

    /// Calls a handler whenever the menu button is about to open, so that it can replace the menu.
    package func connectBeforeMenu(_ handler: @escaping @MainActor () -> Void) {
        gtk_menu_button_set_create_popup_func(
            pointer(),
            { _, box in
                guard let box else { return }
                let callback = Unmanaged<Callback>.fromOpaque(box).takeUnretainedValue()
                MainActor.assumeIsolated { callback.run() }
            }, Callback(handler).retained, Callback.release)
    }
}
