@preconcurrency import CAdwaita
import Filters
import Gtk

/// A row of the list of filters: a heading, or a filter with its thumbnail.
@MainActor
struct FilterChooserRow {
    let row = Object(gtk_list_box_row_new())
    /// Nil for a heading.
    let filter: FilterDeclaration?
    private let picture: Object?

    /// The size of a thumbnail, in logical pixels.
    static let size = (width: 72, height: 48)

    /// The longer side of a rendered thumbnail, in logical pixels: pictures of other shapes cover the size.
    static let side = 96

    /// A heading.
    init(heading: String) {
        (filter, picture) = (nil, nil)
        let label = Self.label(heading, styles: ["caption-heading", "dim-label"])
        gtk_list_box_row_set_child(row.pointer(), label.widget)
        gtk_list_box_row_set_activatable(row.pointer(), 0)
        gtk_list_box_row_set_selectable(row.pointer(), 0)
        gtk_widget_set_focusable(row.widget, 0)
        gtk_widget_add_css_class(row.widget, "group")
    }

    /// - Parameter showsGroup: whether the filter's group is beside its title.
    init(_ filter: FilterDeclaration, showsGroup: Bool) {
        self.filter = filter
        let (frame, picture) = Object.framedThumbnail(width: Self.size.width, height: Self.size.height)
        self.picture = picture
        gtk_widget_set_valign(frame.widget, GTK_ALIGN_CENTER)
        let line = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        let title = Self.label(filter.title, styles: [])
        gtk_widget_set_hexpand(title.widget, 1)
        gtk_box_append(line.pointer(), title.widget)
        if showsGroup {
            let group = Self.label(filter.group, styles: ["caption", "dim-label"])
            gtk_box_append(line.pointer(), group.widget)
        }
        let summary = Self.label(filter.summary, styles: ["caption", "dim-label"])
        gtk_label_set_wrap(summary.pointer(), 1)
        // In characters, so that the list grows with the text size.
        gtk_label_set_width_chars(summary.pointer(), 40)
        gtk_label_set_max_width_chars(summary.pointer(), 40)
        let column = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_valign(column.widget, GTK_ALIGN_CENTER)
        for child in [line, summary] { gtk_box_append(column.pointer(), child.widget) }
        let content = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        for child in [frame, column] { gtk_box_append(content.pointer(), child.widget) }
        gtk_list_box_row_set_child(row.pointer(), content.widget)
        row.setAccessibleName(filter.title)
    }

    /// Shows the thumbnail.
    func show(_ texture: Object) {
        if let picture { gtk_picture_set_paintable(picture.pointer(), texture.pointer()) }
    }

    private static func label(_ text: String, styles: [String]) -> Object {
        let label = Object(gtk_label_new(text))
        gtk_label_set_xalign(label.pointer(), 0)
        for style in styles { gtk_widget_add_css_class(label.widget, style) }
        return label
    }
}
