@preconcurrency import CAdwaita
import Gtk
import Localization

/// A button with the name of a chosen file, and one that clears it.
@MainActor
final class FileButton {
    /// Called when a file is to be chosen.
    var choose: (@MainActor () -> Void)?
    /// Called when the file is to be cleared.
    var cleared: (@MainActor () -> Void)?

    let object = Object(gtk_button_new())
    let clear = Object(gtk_button_new_from_icon_name("edit-clear-symbolic"))
    private let label = Object(gtk_label_new(nil))
    /// The path that is shown.
    private var shown: String?

    init() {
        gtk_label_set_ellipsize(label.pointer(), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(label.pointer(), 18)
        gtk_button_set_child(object.pointer(), label.widget)
        for style in ["flat", "circular"] { gtk_widget_add_css_class(clear.widget, style) }
        gtk_widget_set_tooltip_text(clear.widget, tr("Clear"))
        object.connect("clicked") { [weak self] in self?.choose?() }
        clear.connect("clicked") { [weak self] in self?.cleared?() }
    }

    /// Shows a path; it is empty if no file is chosen.
    func show(_ path: String) {
        guard path != shown else { return }
        shown = path
        let isGiven = !path.isEmpty
        let name = isGiven ? File(path: path).name : tr("Choose…")
        gtk_label_set_text(label.pointer(), name)
        gtk_widget_set_tooltip_text(object.widget, isGiven ? path : nil)
        gtk_widget_set_visible(clear.widget, isGiven ? 1 : 0)
        object.setAccessibleDescription(name)
    }

    /// Sets the accessible names.
    func setName(_ name: String) {
        object.setAccessibleName(name)
        clear.setAccessibleName(tr("Clear \(name)"))
    }
}
