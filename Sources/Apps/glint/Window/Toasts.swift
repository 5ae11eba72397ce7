@preconcurrency import CAdwaita
import Gtk

/// Short messages over the picture.
@MainActor
struct Toasts {
    private let overlay: Object

    init(overlay: Object) {
        self.overlay = overlay
    }

    /// A message on screen, or queued.
    @MainActor
    struct Toast {
        fileprivate let object: Object

        /// Dismisses the message.
        func dismiss() { adw_toast_dismiss(object.pointer()) }
    }

    /// Reports a success.
    ///
    /// - Parameter seconds: how long it stays.
    @discardableResult
    func show(
        _ text: String, button: String? = nil, seconds: Int = 5,
        _ pressed: @escaping @MainActor () -> Void = {}
    ) -> Toast? {
        guard let made = adw_toast_new(escapedMarkup(text)) else { return nil }
        let toast = Object(owned: UnsafeMutableRawPointer(made))
        adw_toast_set_timeout(toast.pointer(), guint(seconds))
        if let button {
            adw_toast_set_button_label(toast.pointer(), button)
            toast.connect("button-clicked", pressed)
        }
        return add(toast)
    }

    private func add(_ toast: Object) -> Toast {
        // The overlay takes ownership of a reference.
        g_object_ref(toast.pointer() as UnsafeMutableRawPointer)
        adw_toast_overlay_add_toast(overlay.pointer(), toast.pointer())
        return Toast(object: toast)
    }

    /// Reports a failure in a toast that has as many lines as needed and stays longer.
    @discardableResult
    func showFailure(_ text: String) -> Toast? {
        guard let raised = adw_toast_new(""), let made = gtk_label_new(text) else { return nil }
        let (toast, label) = (Object(owned: UnsafeMutableRawPointer(raised)), Object(made))
        gtk_label_set_wrap(label.pointer(), 1)
        gtk_label_set_natural_wrap_mode(label.pointer(), GTK_NATURAL_WRAP_NONE)
        gtk_label_set_xalign(label.pointer(), 0)
        gtk_label_set_max_width_chars(label.pointer(), 80)
        adw_toast_set_custom_title(toast.pointer(), label.widget)
        adw_toast_set_timeout(toast.pointer(), 10)
        return add(toast)
    }
}
