@preconcurrency import CAdwaita
import Gtk

/// Short messages over the picture.
@MainActor
struct Toasts {
    private let overlay: Object

    init(overlay: Object) {
        self.overlay = overlay
    }

    /// Says that something went well.
    func show(_ text: String, button: String? = nil, _ pressed: @escaping @MainActor () -> Void = {}) {
        guard let toast = adw_toast_new(escapedMarkup(text)) else { return }
        if let button {
            adw_toast_set_button_label(toast, button)
            Object(toast).connect("button-clicked", pressed)
        }
        adw_toast_overlay_add_toast(overlay.pointer(), toast)
    }

    /// Says what went wrong, however many lines that takes, and stays longer.
    func showFailure(_ text: String) {
        guard let toast = adw_toast_new(""), let made = gtk_label_new(text) else { return }
        let label = Object(made)
        gtk_label_set_wrap(label.pointer(), 1)
        gtk_label_set_natural_wrap_mode(label.pointer(), GTK_NATURAL_WRAP_NONE)
        gtk_label_set_xalign(label.pointer(), 0)
        gtk_label_set_max_width_chars(label.pointer(), 80)
        adw_toast_set_custom_title(toast, label.widget)
        adw_toast_set_timeout(toast, 10)
        adw_toast_overlay_add_toast(overlay.pointer(), toast)
    }
}
