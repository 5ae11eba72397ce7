@preconcurrency import CAdwaita
import Gtk
import Localization

/// The row for choosing the size of a file's pictures: typed text, or one of the usual sizes.
@MainActor
final class SizeRow {
    /// The chosen size; setting it does not notify.
    var size: ExportChoices.Size {
        didSet { if size != oldValue { update() } }
    }
    /// Called after the user has changed the text.
    var changed: @MainActor () -> Void = {}
    /// The reason why the typed size is invalid; nil if it is valid.
    var problem: String? { isValid ? nil : Self.problem }

    /// The row.
    let object: Object
    private let entry: Object
    private let sizes: ActionMap
    private var isValid = true
    private var isUpdating = false

    private static let problem =
        tr(
            """
            The longest side must be a number of pixels up to \(ExportChoices.Size.longest), or a percentage \
            up to 400 %.
            """
        )
    /// The sizes in the menu, as typed text.
    private static let usualSizes = ["", "4096", "2048", "1024", "50 %", "25 %"]

    init(_ size: ExportChoices.Size, usual: [String] = SizeRow.usualSizes) {
        self.size = size
        let interface = Interface(resource: UI.path("size-row"))
        object = interface["size"]
        entry = interface["size-entry"]
        let group = Object(owned: UnsafeMutableRawPointer(g_simple_action_group_new()))
        sizes = ActionMap(group)
        gtk_widget_insert_action_group(object.widget, "export", group.pointer())
        sizes.addChoice("size", initial: size.text) { [weak self] text in
            if let self { gtk_editable_set_text(entry.pointer(), text) }
        }
        let menu = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        for size in usual {
            let title = size.isEmpty ? tr("Full Size") : size.hasSuffix("%") ? size : tr("\(size) Pixels")
            g_menu_append(menu.pointer(), title, "export.size::\(size)")
        }
        gtk_menu_button_set_menu_model(interface["sizes"].pointer(), menu.pointer())
        interface["sizes"].setAccessibleNameOfMenuButton(tr("Common Sizes"))
        entry.connect("changed") { [weak self] in self?.typed() }
        update()
    }

    private var text: String {
        gtk_editable_get_text(entry.pointer()).map { String(cString: $0) } ?? ""
    }

    private func typed() {
        guard !isUpdating else { return }
        let typed = ExportChoices.Size(text)
        isValid = typed != nil
        if let typed { size = typed }
        showValidity()
        changed()
    }

    private func update() {
        isUpdating = true
        defer { isUpdating = false }
        // Keeps the text being typed, such as 50%.
        if ExportChoices.Size(text) != size {
            gtk_editable_set_text(entry.pointer(), size.text)
            isValid = true
            showValidity()
        }
        sizes.setState("size", size.text)
    }

    private func showValidity() {
        isValid
            ? gtk_widget_remove_css_class(entry.widget, "error")
            : gtk_widget_add_css_class(entry.widget, "error")
    }
}
