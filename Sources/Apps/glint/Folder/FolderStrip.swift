import System
@preconcurrency import CAdwaita
import Gtk
import Imaging
import Rendering
import Localization

/// The thumbnails of a folder below the picture. Only those in view have widgets and are rendered, regardless
/// of the folder's size.
@MainActor
final class FolderStrip {
    /// What the user does with the thumbnails.
    enum Event {
        case open(String)
        /// The edits of the open picture are to be copied to these.
        case copyEdits([String])
        /// The edits of these are to be removed.
        case reset([String])
        case showInFolder(String)
    }

    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    private let scroller: Object
    private let list: Object
    private let names = Object(owned: UnsafeMutableRawPointer(gtk_string_list_new(nil)))
    private let selection: Object
    private let thumbnails: FolderThumbnails
    private var paths: [String] = []
    private var current: Int?
    /// The items in view, by their addresses.
    private var shown: [UnsafeMutableRawPointer: Shown] = [:]
    private var isUpdating = false

    /// A thumbnail in view: its file, and the widgets that show it.
    private struct Shown {
        let path: String
        let picture: Object
        let mark: Object
    }

    /// The size of a thumbnail, in logical pixels.
    private static let size = (width: 96, height: 64)

    init(_ interface: Interface, _ thumbnails: FolderThumbnails) {
        self.thumbnails = thumbnails
        scroller = interface["folder-strip"]
        list = interface["folder-list"]
        // Both constructors take ownership of a reference.
        g_object_ref(names.pointer() as UnsafeMutableRawPointer)
        selection = Object(owned: UnsafeMutableRawPointer(gtk_multi_selection_new(names.pointer())))
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
        selection.connect("selection-changed") { [weak self] in self?.selectionChanged() }
    }

    var isShown: Bool {
        get { gtk_widget_get_visible(scroller.widget) != 0 }
        set {
            guard newValue != isShown else { return }
            gtk_widget_set_visible(scroller.widget, newValue ? 1 : 0)
            // Edits that changed meanwhile were not followed.
            if newValue { shown.values.forEach(fill) }
        }
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
        if let current {
            gtk_selection_model_select_item(selection.pointer(), guint(current), 1)
        } else {
            gtk_selection_model_unselect_all(selection.pointer())
        }
        self.current = current
        scrollToCurrent()
    }

    /// Renders the thumbnail of a file again, whose edits have changed.
    func refresh(_ path: String) {
        for item in shown.values where item.path == path { fill(item) }
    }

    private func scrollToCurrent() {
        guard let current else { return }
        gtk_widget_activate_action_variant(
            list.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(current)))
    }

    // Selection

    private var selected: [String] {
        paths.indices.filter { gtk_selection_model_is_selected(selection.pointer(), guint($0)) != 0 }
            .map { paths[$0] }
    }

    /// A single selected picture is opened. Ctrl and Shift select several, which are only acted on.
    private func selectionChanged() {
        guard !isUpdating, case let selected = selected, selected.count == 1, let path = selected.first else {
            return
        }
        happened(.open(path))
    }

    /// The menu of a thumbnail acts on all that are selected, if it is one of them.
    private func choices(for path: String) -> [[MenuChoice]] {
        let open = current.flatMap { paths.indices.contains($0) ? paths[$0] : nil }
        let meant = selected.contains(path) ? selected : [path]
        let others = meant.filter { $0 != open }
        return [
            [MenuChoice(tr("Open"), isEnabled: path != open) { [weak self] in self?.happened(.open(path)) }],
            [
                MenuChoice(
                    trn(
                        "Copy Edits to This Picture", "Copy Edits to \(others.count) Pictures",
                        count: max(1, others.count)),
                    isEnabled: !others.isEmpty && open != nil
                ) { [weak self] in self?.happened(.copyEdits(others)) },
                MenuChoice(tr("Reset to Original")) { [weak self] in self?.happened(.reset(meant)) },
            ],
            [MenuChoice(tr("Show in Folder")) { [weak self] in self?.happened(.showInFolder(path)) }],
        ]
    }

    // Items

    private func setUp(_ item: UnsafeMutableRawPointer) {
        let picture = Object.thumbnail(width: Self.size.width, height: Self.size.height)
        let mark = Object(gtk_image_new())
        gtk_widget_add_css_class(mark.widget, "mark")
        gtk_widget_set_halign(mark.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(mark.widget, GTK_ALIGN_END)
        gtk_widget_set_can_target(mark.widget, 0)
        let overlay = Object(gtk_overlay_new())
        gtk_overlay_set_child(overlay.pointer(), picture.widget)
        gtk_overlay_add_overlay(overlay.pointer(), mark.widget)
        overlay.addContextMenu(choices: { [weak self] in
            guard let self, let path = shown[item]?.path else { return [] }
            return choices(for: path)
        })
        gtk_list_item_set_child(OpaquePointer(item), overlay.widget)
    }

    private func bind(_ item: UnsafeMutableRawPointer) {
        let index = Int(gtk_list_item_get_position(OpaquePointer(item)))
        guard paths.indices.contains(index), let overlay = gtk_list_item_get_child(OpaquePointer(item)),
            let picture = gtk_overlay_get_child(OpaquePointer(overlay)),
            let mark = gtk_widget_get_last_child(overlay)
        else { return }
        let new = Shown(path: paths[index], picture: Object(picture), mark: Object(mark))
        gtk_picture_set_paintable(new.picture.pointer(), nil)
        shown[item] = new
        describe(new, .unedited)
        fill(new)
    }

    private func fill(_ item: Shown) {
        thumbnails.make(item.path) { [weak self] made in
            // The widgets may show another file by now.
            guard let self,
                shown.values.contains(where: {
                    $0.path == item.path && $0.picture.isSame(as: item.picture.pointer())
                })
            else { return }
            item.picture.showPixels(made.thumbnail.shownBytes, size: made.thumbnail.size)
            describe(item, made.state)
        }
    }

    private func describe(_ item: Shown, _ state: FolderThumbnails.EditState) {
        let name = PathName.last(of: item.path)
        let remark: String? =
            switch state {
            case .unedited: nil
            case .edited: tr("Edited, not exported")
            case .exported: tr("Exported")
            }
        gtk_widget_set_visible(item.mark.widget, remark == nil ? 0 : 1)
        gtk_image_set_from_icon_name(
            item.mark.pointer(), state == .exported ? "object-select-symbolic" : "document-edit-symbolic")
        gtk_widget_set_tooltip_text(item.picture.widget, remark.map { "\(name)\n\($0)" } ?? name)
        item.picture.setAccessibleName(name)
        item.picture.setAccessibleDescription(remark ?? "")
    }

    private func unbind(_ item: UnsafeMutableRawPointer) {
        if let path = shown.removeValue(forKey: item)?.path { thumbnails.cancel(path) }
    }
}
