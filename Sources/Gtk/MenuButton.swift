@preconcurrency import CAdwaita

extension Object {
    /// Has a click on the menu button leave the keyboard where it is, as its menu gives it back there.
    package func leaveFocusOnClick() {
        if let button = gtk_widget_get_first_child(widget) { gtk_widget_set_focus_on_click(button, 0) }
    }

    /// Calls a handler whenever the menu button is about to open, which may give it another menu.
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
