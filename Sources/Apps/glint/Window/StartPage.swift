@preconcurrency import CAdwaita
import Gtk
import Localization

/// The recent pictures on the page of a window without a picture.
@MainActor
final class StartPage {
    /// Called with the file that the user has chosen.
    var chosen: @MainActor (File) -> Void = { _ in }

    private let box: Object
    private let list: Object
    private let thumbnails: FolderThumbnails

    /// Two rows in a window of the default size.
    private static let count = 8
    /// The size of a thumbnail, in logical pixels.
    private static let size = (width: 128, height: 84)

    init(_ interface: Interface, _ thumbnails: FolderThumbnails) {
        self.thumbnails = thumbnails
        box = interface["recent"]
        list = interface["recent-list"]
    }

    /// Shows the pictures that were opened last, if any.
    func show() {
        let files = RecentFiles.files(count: Self.count)
        gtk_widget_set_visible(box.widget, files.isEmpty ? 0 : 1)
        while let child = gtk_widget_get_first_child(list.widget) {
            gtk_flow_box_remove(list.pointer(), child)
        }
        for file in files {
            let button = button(for: file)
            gtk_flow_box_append(list.pointer(), button.widget)
        }
    }

    private func button(for file: File) -> Object {
        let picture = Object.thumbnail(width: Self.size.width, height: Self.size.height)
        let label = Object(gtk_label_new(file.name))
        gtk_label_set_ellipsize(label.pointer(), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(label.pointer(), 14)
        gtk_widget_add_css_class(label.widget, "caption")
        let box = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        gtk_box_append(box.pointer(), picture.widget)
        gtk_box_append(box.pointer(), label.widget)
        let button = Object(gtk_button_new())
        gtk_button_set_child(button.pointer(), box.widget)
        gtk_widget_add_css_class(button.widget, "flat")
        gtk_widget_set_tooltip_text(button.widget, file.path)
        button.setAccessibleName(file.name)
        button.connect("clicked") { [weak self] in self?.chosen(file) }
        if let path = file.path {
            thumbnails.make(path) { picture.showPixels($0.thumbnail.shownBytes, size: $0.thumbnail.size) }
        }
        return button
    }
}
