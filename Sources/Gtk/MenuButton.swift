@preconcurrency import CAdwaita

extension Object {
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
