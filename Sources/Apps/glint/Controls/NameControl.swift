@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// A text that is one of many names, chosen from a list that can be searched; without a choice, the name that
/// the photo's file records.
@MainActor
final class NameControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let host: ControlHost
    private let parts: ParameterRow
    private let button = Object(gtk_menu_button_new())
    private let label = Object(gtk_label_new(""))
    private let popover: Object
    private let search: Object
    private let list: Object
    private let scroller: Object
    /// All names; empty until they are known.
    private var names: [String] = []
    /// The values of the rows of the list; an empty one stands for the name recorded in the file.
    private var values: [String] = []
    private var chosen = ""
    /// The name that is in use without a choice.
    private var recorded = ""
    var row: Object { parts.row }

    /// The maximum number of rows; the rest is found by typing.
    private static let mostRows = 200

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        self.host = host
        parts = ParameterRow(parameter, host: host)
        let interface = Interface(resource: UI.path("name-chooser"))
        popover = interface["popover"]
        search = interface["search"]
        list = interface["list"]
        scroller = interface["scroller"]
        gtk_label_set_ellipsize(label.pointer(), PANGO_ELLIPSIZE_END)
        gtk_label_set_xalign(label.pointer(), 0)
        gtk_menu_button_set_child(button.pointer(), label.widget)
        gtk_menu_button_set_always_show_arrow(button.pointer(), 1)
        gtk_menu_button_set_popover(button.pointer(), popover.widget)
        parts.addBelow(button)
        popover.connect("show") { [weak self] in self?.begin() }
        search.connect("changed") { [weak self] in self?.showMatches() }
        search.connect("activate") { [weak self] in self?.takeSelected() }
        search.connect("stop-search") { [weak self] in self?.close() }
        search.onKeyBefore { [weak self] in self?.key($0) ?? false }
        list.connect("row-activated") { [weak self] in self?.takeSelected() }
        gtk_search_entry_set_key_capture_widget(search.pointer(), popover.widget)
        showName()
    }

    func show(_ stage: Recipe.Stage) {
        guard case .text(let text) = stage.value(of: parameter) else { return }
        chosen = text
        showName()
    }

    /// Shows the name that is in use without a choice; empty if there is none.
    func show(recorded: String) {
        self.recorded = recorded
        showName()
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        button.setAccessibleNameOfMenuButton(name(parameter))
        list.setAccessibleName(name(parameter))
    }

    private func showName() {
        let name = chosen.isEmpty ? recorded : chosen
        gtk_label_set_text(label.pointer(), name.isEmpty ? tr("Choose…") : name)
        gtk_widget_set_tooltip_text(button.widget, name)
    }

    private func begin() {
        gtk_editable_set_text(search.pointer(), "")
        showMatches()
        gtk_widget_grab_focus(search.widget)
        host.listNames(parameter) { [weak self] names in
            self?.names = names
            self?.showMatches()
        }
    }

    private func close() { gtk_menu_button_popdown(button.pointer()) }

    private func showMatches() {
        while let child = gtk_widget_get_first_child(list.widget) {
            gtk_list_box_remove(list.pointer(), child)
        }
        let words = search.text.lowercased().split(separator: " ")
        let matches = names.filter { name in
            let name = name.lowercased()
            return words.allSatisfy { name.contains($0) }
        }
        values = (words.isEmpty ? [""] : []) + matches.prefix(Self.mostRows)
        for value in values {
            let row = Object(gtk_label_new(value.isEmpty ? tr("From the Photo") : value))
            gtk_label_set_xalign(row.pointer(), 0)
            gtk_label_set_wrap(row.pointer(), 1)
            gtk_list_box_append(list.pointer(), row.widget)
        }
        select(words.isEmpty ? values.firstIndex(of: chosen) ?? 0 : 0)
    }

    private func select(_ index: Int) {
        guard let row = gtk_list_box_get_row_at_index(list.pointer(), gint(index)) else { return }
        gtk_list_box_select_row(list.pointer(), row)
    }

    private func key(_ press: KeyPress) -> Bool {
        let step: Int
        switch press.key {
        case Int(GDK_KEY_Down): step = 1
        case Int(GDK_KEY_Up): step = -1
        default: return false
        }
        let now = gtk_list_box_get_selected_row(list.pointer()).map { Int(gtk_list_box_row_get_index($0)) }
        select(min(max((now ?? 0) + step, 0), values.count - 1))
        return true
    }

    private func takeSelected() {
        guard let row = gtk_list_box_get_selected_row(list.pointer()) else { return }
        let index = Int(gtk_list_box_row_get_index(row))
        guard values.indices.contains(index) else { return }
        let value = values[index]
        close()
        host.changed(parameter, .text(value))
    }
}
