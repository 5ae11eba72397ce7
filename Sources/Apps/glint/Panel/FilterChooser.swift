@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The list that “Add Filter” opens: typing searches, arrow keys select, Return adds.
@MainActor
final class FilterChooser {
    /// Called with the chosen filter.
    var chosen: (@MainActor (FilterDeclaration) -> Void)?
    /// Returns the filters to choose from; called each time the list opens.
    var filters: @MainActor () -> [FilterDeclaration] = { [] }

    private let button: Object
    private let popover: Object
    private let search: Object
    private let list: Object
    private let scroller: Object
    private let pages: Object
    /// The rows of the list; nil for headings.
    private var rows: [(row: Object, filter: FilterDeclaration?)] = []

    /// - Parameter button: the GtkMenuButton that opens it.
    init(button: Object) {
        self.button = button
        let interface = Interface(resource: UI.path("filter-chooser"))
        popover = interface["popover"]
        search = interface["search"]
        list = interface["list"]
        scroller = interface["scroller"]
        pages = interface["pages"]
        gtk_menu_button_set_popover(button.pointer(), popover.widget)
        popover.connect("show") { [weak self] in self?.begin() }
        // Not “search-changed”, which is delayed: Return would add a match of an earlier query.
        search.connect("changed") { [weak self] in self?.showMatches() }
        search.connect("activate") { [weak self] in self?.takeSelected() }
        search.connect("stop-search") { [weak self] in self?.close() }
        search.onKeyBefore { [weak self] in self?.key($0) ?? false }
        list.connect("row-activated") { [weak self] in self?.takeSelected() }
        gtk_search_entry_set_key_capture_widget(search.pointer(), popover.widget)
    }

    func open() { gtk_menu_button_popup(button.pointer()) }

    private func close() { gtk_menu_button_popdown(button.pointer()) }

    private func begin() {
        gtk_editable_set_text(search.pointer(), "")
        showMatches()
        gtk_widget_grab_focus(search.widget)
    }

    private func showMatches() {
        for (row, _) in rows { gtk_list_box_remove(list.pointer(), row.widget) }
        rows = []
        let query = search.text
        let matches = FilterSearch.find(query, in: FilterSearch.listed(filters()))
        if query.isEmpty { showOftenUsed() }
        var group: String?
        for filter in matches {
            // Matches are ordered by how well they match, regardless of group.
            if query.isEmpty, filter.group != group { append(Self.heading(filter.group), nil) }
            group = filter.group
            append(Self.row(of: filter, showsGroup: !query.isEmpty), filter)
        }
        gtk_stack_set_visible_child_name(pages.pointer(), matches.isEmpty ? "nothing" : "list")
        select(rows.firstIndex { $0.filter != nil })
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.pointer()), 0)
    }

    /// The most frequently added filters, before all others.
    private func showOftenUsed() {
        let used = Settings.standard.oftenUsedFilters.compactMap { id in filters().first { $0.id == id } }
        guard !used.isEmpty else { return }
        append(Self.heading(tr("Often Used")), nil)
        for filter in used { append(Self.row(of: filter, showsGroup: true), filter) }
    }

    private func append(_ row: Object, _ filter: FilterDeclaration?) {
        gtk_list_box_append(list.pointer(), row.widget)
        rows.append((row, filter))
    }

    private func takeSelected() {
        guard let row = gtk_list_box_get_selected_row(list.pointer()),
            let filter = rows.first(where: { $0.row.isSame(as: UnsafeMutableRawPointer(row)) })?.filter
        else { return }
        close()
        Settings.standard.noteUse(ofFilter: filter.id)
        // The popover restores the focus as it closes; the added stage takes it afterwards.
        onMainThread { [weak self] in self?.chosen?(filter) }
    }

    private func key(_ press: KeyPress) -> Bool {
        switch press.key {
        case Int(GDK_KEY_Down): moveSelection(by: 1)
        case Int(GDK_KEY_Up): moveSelection(by: -1)
        case Int(GDK_KEY_Page_Down): moveSelection(by: 6)
        case Int(GDK_KEY_Page_Up): moveSelection(by: -6)
        default: return false
        }
        return true
    }

    private func moveSelection(by count: Int) {
        let indices = rows.indices.filter { rows[$0].filter != nil }
        guard !indices.isEmpty else { return }
        let selected = gtk_list_box_get_selected_row(list.pointer()).map { UnsafeMutableRawPointer($0) }
        let now = indices.firstIndex { rows[$0].row.isSame(as: selected) } ?? 0
        select(indices[min(max(now + count, 0), indices.count - 1)])
    }

    private func select(_ index: Int?) {
        gtk_list_box_select_row(list.pointer(), index.map { rows[$0].row.pointer() } ?? nil)
        guard let index else { return }
        // The focus stays in the search entry, so the list does not scroll automatically.
        let first = index > 0 && rows[index - 1].filter == nil ? index - 1 : index
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.pointer())
        guard let top = extent(of: rows[first].row), let row = extent(of: rows[index].row) else { return }
        gtk_adjustment_clamp_page(adjustment, top.lowerBound, row.upperBound)
    }

    /// The vertical extent of a row in the list; nil before layout.
    private func extent(of row: Object) -> ClosedRange<Double>? {
        let height = Double(gtk_widget_get_height(row.widget))
        guard height > 0, let start = row.point(.zero, in: list) else { return nil }
        return start.y...(start.y + height)
    }

    private static func heading(_ group: String) -> Object {
        let row = Object(gtk_list_box_row_new())
        let label = Object(gtk_label_new(group))
        gtk_label_set_xalign(label.pointer(), 0)
        for style in ["caption-heading", "dim-label"] { gtk_widget_add_css_class(label.widget, style) }
        gtk_list_box_row_set_child(row.pointer(), label.widget)
        gtk_list_box_row_set_activatable(row.pointer(), 0)
        gtk_list_box_row_set_selectable(row.pointer(), 0)
        gtk_widget_set_focusable(row.widget, 0)
        gtk_widget_add_css_class(row.widget, "group")
        return row
    }

    private static func row(of filter: FilterDeclaration, showsGroup: Bool) -> Object {
        let row = Object(gtk_list_box_row_new())
        let column = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let line = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        let title = Object(gtk_label_new(filter.title))
        gtk_label_set_xalign(title.pointer(), 0)
        gtk_widget_set_hexpand(title.widget, 1)
        gtk_box_append(line.pointer(), title.widget)
        if showsGroup {
            let group = Object(gtk_label_new(filter.group))
            for style in ["caption", "dim-label"] { gtk_widget_add_css_class(group.widget, style) }
            gtk_box_append(line.pointer(), group.widget)
        }
        let summary = Object(gtk_label_new(filter.summary))
        gtk_label_set_xalign(summary.pointer(), 0)
        gtk_label_set_wrap(summary.pointer(), 1)
        // In characters, so that the list grows with the text size.
        gtk_label_set_width_chars(summary.pointer(), 44)
        gtk_label_set_max_width_chars(summary.pointer(), 44)
        for style in ["caption", "dim-label"] { gtk_widget_add_css_class(summary.widget, style) }
        gtk_box_append(column.pointer(), line.widget)
        gtk_box_append(column.pointer(), summary.widget)
        gtk_list_box_row_set_child(row.pointer(), column.widget)
        row.setAccessibleName(filter.title)
        return row
    }
}
