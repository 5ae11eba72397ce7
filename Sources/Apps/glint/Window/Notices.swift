@preconcurrency import CAdwaita
import Gtk

/// Messages above the picture that remain as long as they apply.
@MainActor
struct Notices {
    /// The container of the messages.
    private let header: Object

    init(below header: Object) {
        self.header = header
    }

    /// A message on screen.
    @MainActor
    final class Notice {
        fileprivate let bar: Object

        fileprivate init(_ bar: Object) {
            self.bar = bar
        }

        /// Removes the message.
        func dismiss() {
            guard let parent = gtk_widget_get_parent(bar.widget) else { return }
            gtk_box_remove(Object(parent).pointer(), bar.widget)
        }
    }

    /// Shows a warning until it is dismissed.
    func warn(_ text: String) -> Notice? {
        guard let box = gtk_widget_get_parent(header.widget) else { return nil }
        let (bar, label) = (Object(gtk_info_bar_new()), Object(gtk_label_new(text)))
        gtk_info_bar_set_message_type(bar.pointer(), GTK_MESSAGE_WARNING)
        gtk_label_set_wrap(label.pointer(), 1)
        gtk_label_set_xalign(label.pointer(), 0)
        gtk_widget_set_hexpand(label.widget, 1)
        gtk_info_bar_add_child(bar.pointer(), label.widget)
        gtk_box_insert_child_after(Object(box).pointer(), bar.widget, header.widget)
        return Notice(bar)
    }
}
