@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The list that “Add Filter” opens, with a thumbnail of the picture for each filter: typing searches, arrow
/// keys select, Return adds.
@MainActor
final class FilterChooser {
    /// Called with the chosen filter.
    var chosen: (@MainActor (FilterDeclaration) -> Void)?
    /// Returns the filters to choose from; called each time the list opens.
    var filters: @MainActor () -> [FilterDeclaration] = { [] }

    /// The thumbnails of the rows in view.
    let thumbnails = FilterThumbnails()

    private let button: Object
    private let popover: Object
    private let search: Object
    private let list: Object
    private let scroller: Object
    private let pages: Object
    private var rows: [FilterChooserRow] = []
    /// Runs until the rows have their positions.
    private var ticks: FrameTicks?
    private var isRendering = false

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
        popover.connect("closed") { [weak self] in self?.end() }
        // Not “search-changed”, which is delayed: Return would add a match of an earlier query.
        search.connect("changed") { [weak self] in self?.showMatches() }
        search.connect("activate") { [weak self] in self?.takeSelected() }
        search.connect("stop-search") { [weak self] in self?.close() }
        search.onKeyBefore { [weak self] in self?.key($0) ?? false }
        list.connect("row-activated") { [weak self] in self?.takeSelected() }
        gtk_search_entry_set_key_capture_widget(search.pointer(), popover.widget)
        gtk_scrolled_window_get_vadjustment(scroller.pointer()).map { Object($0) }?
            .connect("value-changed") { [weak self] in self?.renderThumbnails() }
    }

    func open() { gtk_menu_button_popup(button.pointer()) }

    private func close() { gtk_menu_button_popdown(button.pointer()) }

    private func begin() {
        thumbnails.begin()
        isRendering = false
        gtk_editable_set_text(search.pointer(), "")
        showMatches()
        gtk_widget_grab_focus(search.widget)
    }

    private func end() {
        ticks?.stop()
        thumbnails.end()
    }

    private func showMatches() {
        for row in rows { gtk_list_box_remove(list.pointer(), row.row.widget) }
        rows = []
        let query = search.text
        let matches = FilterSearch.find(query, in: FilterSearch.listed(filters()))
        if query.isEmpty { showOftenUsed() }
        var group: String?
        for filter in matches {
            // Matches are ordered by how well they match, regardless of group.
            if query.isEmpty, filter.group != group { append(FilterChooserRow(heading: filter.group)) }
            group = filter.group
            append(FilterChooserRow(filter, showsGroup: !query.isEmpty))
        }
        gtk_stack_set_visible_child_name(pages.pointer(), matches.isEmpty ? "nothing" : "list")
        select(rows.firstIndex { $0.filter != nil })
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.pointer()), 0)
        ticks?.stop()
        ticks = FrameTicks(list) { [weak self] _ in self?.renderOncePlaced() }
    }

    /// The most frequently added filters, before all others.
    private func showOftenUsed() {
        let used = Settings.standard.oftenUsedFilters.compactMap { id in filters().first { $0.id == id } }
        guard !used.isEmpty else { return }
        append(FilterChooserRow(heading: tr("Often Used")))
        for filter in used { append(FilterChooserRow(filter, showsGroup: true)) }
    }

    private func append(_ row: FilterChooserRow) {
        if let texture = row.filter.flatMap({ thumbnails.texture(of: $0) }) { row.show(texture) }
        gtk_list_box_append(list.pointer(), row.row.widget)
        rows.append(row)
    }

    // Thumbnails

    private func renderOncePlaced() {
        if let last = rows.last, extent(of: last.row) == nil { return }
        ticks?.stop()
        renderThumbnails()
    }

    /// Renders the thumbnails of the rows in view, then those up to half a page beyond, one at a time: typing
    /// or scrolling never waits for thumbnails of rows that have gone.
    private func renderThumbnails() {
        guard !isRendering, let filter = firstMissing(margin: 0) ?? firstMissing(margin: 0.5) else { return }
        isRendering = true
        let scale = Int(gtk_widget_get_scale_factor(list.widget))
        thumbnails.make(filter, side: FilterChooserRow.side * scale) { [weak self] in
            guard let self else { return }
            isRendering = false
            if let texture = thumbnails.texture(of: filter) {
                for row in rows where row.filter == filter { row.show(texture) }
            }
            renderThumbnails()
        }
    }

    /// The first filter in view without a thumbnail.
    ///
    /// - Parameter margin: what counts as in view above and below the visible part, in pages.
    private func firstMissing(margin: Double) -> FilterDeclaration? {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(scroller.pointer()) else { return nil }
        let (top, page) = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment))
        let view = (top - margin * page)...(top + (1 + margin) * page)
        return rows.lazy.filter { self.extent(of: $0.row)?.overlaps(view) == true }.compactMap(\.filter)
            .first { thumbnails.isMissing($0) }
    }

    // Selection

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
}
