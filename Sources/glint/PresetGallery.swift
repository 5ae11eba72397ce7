@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Rendering

/// The looks behind “Presets”: a small picture of each, made from the picture that is open. A click applies it, and the list
/// stays for the next.
@MainActor
final class PresetGallery {
    /// Asked each time it opens for what there is.
    var library: @MainActor () -> PresetLibrary? = { nil }
    /// Asked for what makes the small picture of a recipe; the longer side is in pixels.
    var sketch:
        @MainActor (Recipe, Int, CancellationToken, @escaping @MainActor @Sendable (Thumbnail) -> Void) ->
            Void = {
                _, _, _, _ in
            }
    var chosen: (@MainActor (Preset) -> Void)?
    /// Asked to take one of the person's own away.
    var removed: (@MainActor (Preset) -> Void)?

    private let button: Object
    private let popover: Object
    private let list: Object
    private var token = CancellationToken()

    private static let width = 104
    private static let height = 70
    private static let columns = 3

    /// - Parameter button: the GtkMenuButton that opens it.
    init(button: Object) {
        self.button = button
        let interface = Interface(resource: UI.path("preset-gallery"))
        popover = interface["popover"]
        list = interface["list"]
        gtk_menu_button_set_popover(button.pointer(), popover.widget)
        popover.connect("show") { [weak self] in self?.fill() }
        popover.connect("closed") { [weak self] in self?.token.cancel() }
        interface["save"].connect("clicked") { [weak self] in self?.close() }
    }

    func open() { gtk_menu_button_popup(button.pointer()) }

    func close() { gtk_menu_button_popdown(button.pointer()) }

    /// Shows what there is by now, where it is open.
    func reload() {
        if gtk_widget_get_visible(popover.widget) != 0 { fill() }
    }

    private func fill() {
        token.cancel()
        token = CancellationToken()
        while let child = gtk_widget_get_first_child(list.widget) { gtk_box_remove(list.pointer(), child) }
        guard let library = library() else { return }
        if !library.own.isEmpty {
            addHeading("Your Presets")
            addGrid(library.own)
            addHeading("Shipped Presets")
        }
        addGrid(library.shipped)
    }

    private func addHeading(_ title: String) {
        let label = Object(gtk_label_new(title))
        gtk_label_set_xalign(label.pointer(), 0)
        for style in ["caption-heading", "dim-label"] { gtk_widget_add_css_class(label.widget, style) }
        gtk_box_append(list.pointer(), label.widget)
    }

    private func addGrid(_ presets: [Preset]) {
        let grid = Object(gtk_grid_new())
        for (index, preset) in presets.enumerated() {
            let cell = cell(preset)
            let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
            gtk_grid_attach(grid.pointer(), cell.widget, gint(column), gint(row), 1, 1)
        }
        gtk_box_append(list.pointer(), grid.widget)
    }

    private func cell(_ preset: Preset) -> Object {
        let button = Object(gtk_button_new())
        let column = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
        let picture = Object(gtk_picture_new())
        gtk_picture_set_content_fit(picture.pointer(), GTK_CONTENT_FIT_COVER)
        gtk_picture_set_can_shrink(picture.pointer(), 1)
        // What lies over a frame does not make it larger, whatever the picture's shape.
        let frame = Object(gtk_overlay_new())
        let place = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_size_request(place.widget, gint(Self.width), gint(Self.height))
        gtk_overlay_set_child(frame.pointer(), place.widget)
        gtk_overlay_add_overlay(frame.pointer(), picture.widget)
        gtk_widget_set_overflow(frame.widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_add_css_class(frame.widget, "thumbnail")
        let label = Object(gtk_label_new(preset.title))
        gtk_label_set_ellipsize(label.pointer(), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(label.pointer(), 12)
        gtk_widget_add_css_class(label.widget, "caption")
        gtk_box_append(column.pointer(), frame.widget)
        gtk_box_append(column.pointer(), label.widget)
        gtk_button_set_child(button.pointer(), column.widget)
        gtk_widget_add_css_class(button.widget, "flat")
        gtk_widget_set_tooltip_text(button.widget, preset.title)
        button.setAccessibleName(preset.title)
        button.connect("clicked") { [weak self] in self?.chosen?(preset) }
        let side = Int(Double(Self.width) * Double(gtk_widget_get_scale_factor(list.widget)) * 1.3)
        sketch(preset.recipe, side, token) { picture.show($0) }
        guard preset.path != nil else { return button }
        return withRemove(button, preset)
    }

    /// One of the person's own can be taken away: with a button in its corner, or with Delete.
    private func withRemove(_ cell: Object, _ preset: Preset) -> Object {
        let overlay = Object(gtk_overlay_new())
        gtk_overlay_set_child(overlay.pointer(), cell.widget)
        let remove = Object(gtk_button_new_from_icon_name("user-trash-symbolic"))
        for style in ["osd", "circular"] { gtk_widget_add_css_class(remove.widget, style) }
        gtk_widget_set_halign(remove.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(remove.widget, GTK_ALIGN_START)
        gtk_widget_set_tooltip_text(remove.widget, "Remove \(preset.title)")
        remove.setAccessibleName("Remove Preset \(preset.title)")
        gtk_overlay_add_overlay(overlay.pointer(), remove.widget)
        remove.connect("clicked") { [weak self] in onMainThread { self?.removed?(preset) } }
        cell.onKeyAfter { [weak self] press in
            guard press.key == Int(GDK_KEY_Delete) else { return false }
            onMainThread { self?.removed?(preset) }
            return true
        }
        return overlay
    }
}

extension Object {
    /// Shows a small picture in a GtkPicture.
    fileprivate func show(_ thumbnail: Thumbnail) {
        let bytes = g_bytes_new(thumbnail.bytes, gsize(thumbnail.bytes.count))
        defer { g_bytes_unref(bytes) }
        guard
            let texture = gdk_memory_texture_new(
                gint(thumbnail.size.x), gint(thumbnail.size.y), GDK_MEMORY_R8G8B8A8, bytes,
                gsize(thumbnail.size.x * 4))
        else { return }
        gtk_picture_set_paintable(pointer(), texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }
}
