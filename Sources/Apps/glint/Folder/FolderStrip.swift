import System
@preconcurrency import CAdwaita
import Gtk
import Imaging
import Rendering

/// The thumbnails of a folder below the picture. Only those in view have widgets and are rendered, regardless
/// of the folder's size.
@MainActor
final class FolderStrip {
    /// Called with the chosen path.
    var chosen: @MainActor (String) -> Void = { _ in }

    private let scroller: Object
    private let list: Object
    private let names = Object(gtk_string_list_new(nil))
    private let selection: Object
    private let thumbnails: FolderThumbnails
    private var paths: [String] = []
    private var current: Int?
    /// The file of each item in view, by the item's address.
    private var shown: [UnsafeMutableRawPointer: String] = [:]
    private var isUpdating = false

    /// The size of a thumbnail, in logical pixels.
    private static let size = (width: gint(96), height: gint(64))

    init(_ interface: Interface, _ thumbnails: FolderThumbnails) {
        self.thumbnails = thumbnails
        scroller = interface["folder-strip"]
        list = interface["folder-list"]
        // Both constructors take ownership of a reference.
        g_object_ref(names.pointer() as UnsafeMutableRawPointer)
        selection = Object(owned: UnsafeMutableRawPointer(gtk_single_selection_new(names.pointer())))
        gtk_single_selection_set_autoselect(selection.pointer(), 0)
        gtk_single_selection_set_can_unselect(selection.pointer(), 1)
        gtk_list_view_set_model(list.pointer(), selection.pointer())
        let factory = Object(owned: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        factory.connect("setup") { [weak self] (arguments: SignalArguments) in
            arguments.object(0).map { self?.setUp($0) }
        }
        factory.connect("bind") { [weak self] (arguments: SignalArguments) in
            arguments.object(0).map { self?.bind($0) }
        }
        factory.connect("unbind") { [weak self] (arguments: SignalArguments) in
            arguments.object(0).map { self?.unbind($0) }
        }
        gtk_list_view_set_factory(list.pointer(), factory.pointer())
        // A list cannot scroll before it has a width.
        let adjustment = Object(gtk_scrolled_window_get_hadjustment(scroller.pointer()))
        adjustment.connect("notify::page-size") { [weak self] in onMainThread { self?.scrollToCurrent() } }
        // A mouse wheel scrolls vertically, but the strip scrolls horizontally.
        list.onScroll { scroll in
            let distance = (scroll.steps.x + scroll.steps.y) * Double(Self.size.width)
            gtk_adjustment_set_value(
                adjustment.pointer(), gtk_adjustment_get_value(adjustment.pointer()) + distance)
            return true
        }
        selection.connect("notify::selected") { [weak self] in
            guard let self, !isUpdating else { return }
            let index = Int(gtk_single_selection_get_selected(selection.pointer()))
            if paths.indices.contains(index) { chosen(paths[index]) }
        }
    }

    var isShown: Bool {
        get { gtk_widget_get_visible(scroller.widget) != 0 }
        set { gtk_widget_set_visible(scroller.widget, newValue ? 1 : 0) }
    }

    /// Shows the files of a folder, and which of them is open.
    func show(_ paths: [String], current: Int?) {
        isUpdating = true
        defer { isUpdating = false }
        if paths != self.paths {
            let count = guint(self.paths.count)
            self.paths = paths
            withCStrings(paths) { gtk_string_list_splice(names.pointer(), 0, count, $0) }
        }
        let position = current.map { guint($0) } ?? GTK_INVALID_LIST_POSITION
        gtk_single_selection_set_selected(selection.pointer(), position)
        self.current = current
        scrollToCurrent()
    }

    private func scrollToCurrent() {
        guard let current else { return }
        gtk_widget_activate_action_variant(
            list.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(current)))
    }

    private func setUp(_ item: UnsafeMutableRawPointer) {
        let picture = Object(gtk_picture_new())
        gtk_picture_set_content_fit(picture.pointer(), GTK_CONTENT_FIT_COVER)
        gtk_picture_set_can_shrink(picture.pointer(), 1)
        gtk_widget_set_size_request(picture.widget, Self.size.width, Self.size.height)
        gtk_widget_set_overflow(picture.widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_add_css_class(picture.widget, "thumbnail")
        gtk_list_item_set_child(OpaquePointer(item), picture.widget)
    }

    private func bind(_ item: UnsafeMutableRawPointer) {
        let index = Int(gtk_list_item_get_position(OpaquePointer(item)))
        guard paths.indices.contains(index), let child = gtk_list_item_get_child(OpaquePointer(item)) else {
            return
        }
        let (path, picture) = (paths[index], Object(child))
        let name = PathName.last(of: path)
        gtk_widget_set_tooltip_text(child, name)
        picture.setAccessibleName(name)
        gtk_picture_set_paintable(picture.pointer(), nil)
        shown[item] = path
        thumbnails.make(path) { [weak self] thumbnail in
            // The item may show another file by now.
            if self?.shown[item] == path { picture.showPixels(thumbnail.shownBytes, size: thumbnail.size) }
        }
    }

    private func unbind(_ item: UnsafeMutableRawPointer) {
        if let path = shown.removeValue(forKey: item) { thumbnails.cancel(path) }
    }
}
