@preconcurrency import CAdwaita

/// A drop-down list for choosing one of several titles.
@MainActor
package final class DropDown {
    package let object: Object
    /// Called with the title's index after the user has selected one.
    package var chosen: (@MainActor (Int) -> Void)?
    private var isUpdating = false

    package init(_ titles: [String]) {
        object = withCStrings(titles) { list in
            Object(gtk_drop_down_new_from_strings(list))
        }
        object.connect("notify::selected") { [weak self] in
            guard let self, !isUpdating, let selected else { return }
            chosen?(selected)
        }
    }

    /// The accessible name.
    package func setName(_ name: String) {
        object.setAccessibleName(name)
        object.setAccessibleNameOfButton(name)
    }

    /// Puts the list at the end of an AdwActionRow, with an accessible name.
    package func add(to row: Object, name: String) {
        gtk_widget_set_valign(object.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(row.pointer(), object.widget)
        setName(name)
    }

    /// The index of the selected title; setting it does not notify.
    package var selected: Int? {
        get {
            let index = gtk_drop_down_get_selected(object.pointer())
            return index == GTK_INVALID_LIST_POSITION ? nil : Int(index)
        }
        set {
            isUpdating = true
            gtk_drop_down_set_selected(
                object.pointer(), newValue.map { guint($0) } ?? GTK_INVALID_LIST_POSITION)
            isUpdating = false
        }
    }
}

/// Passes a null-terminated array of C strings to a closure, as GTK expects lists.
@MainActor
package func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
    let copies = strings.map { g_strdup($0) }
    defer { copies.forEach { g_free($0) } }
    var list: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
    return list.withUnsafeMutableBufferPointer { body($0.baseAddress) }
}
