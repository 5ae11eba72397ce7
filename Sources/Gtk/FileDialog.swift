@preconcurrency import CAdwaita

/// The desktop's own dialog for choosing files.
@MainActor
package struct FileDialog {
    /// A kind of files to choose from.
    package struct Filter {
        let name: String
        let mimeTypes: [String]
        let suffixes: [String]

        package init(name: String, mimeTypes: [String] = [], suffixes: [String] = []) {
            self.name = name
            self.mimeTypes = mimeTypes
            self.suffixes = suffixes
        }
    }

    private let dialog: Object
    /// A dialog lives as long as it is shown; GTK itself does not hold it.
    private static var shown: [Object] = []

    /// Asks for a file to open; without a folder to begin in the dialog has its own idea of one.
    package init(opening title: String, over window: Object, folder: String?, filters: [Filter]) {
        self.init(title, over: window, GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", filters)
        setFolder(folder)
    }

    /// Asks for a place to save at; replacing a file is confirmed by the dialog.
    package init(
        saving title: String, over window: Object, name: String, folder: String?, filters: [Filter] = []
    ) {
        self.init(title, over: window, GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", filters)
        gtk_file_chooser_set_current_name(dialog.pointer(), name)
        setFolder(folder)
    }

    private func setFolder(_ path: String?) {
        guard let path, let file = g_file_new_for_path(path) else { return }
        gtk_file_chooser_set_current_folder(dialog.pointer(), file, nil)
        g_object_unref(UnsafeMutableRawPointer(file))
    }

    private init(
        _ title: String, over window: Object, _ action: GtkFileChooserAction, _ accept: String,
        _ filters: [Filter]
    ) {
        dialog = Object(
            owned: UnsafeMutableRawPointer(
                gtk_file_chooser_native_new(title, window.pointer(), action, accept, "_Cancel")))
        gtk_native_dialog_set_modal(dialog.pointer(), 1)
        for filter in filters {
            guard let made = gtk_file_filter_new() else { continue }
            gtk_file_filter_set_name(made, filter.name)
            filter.mimeTypes.forEach { gtk_file_filter_add_mime_type(made, $0) }
            filter.suffixes.forEach { gtk_file_filter_add_suffix(made, $0) }
            if filter.mimeTypes.isEmpty, filter.suffixes.isEmpty { gtk_file_filter_add_pattern(made, "*") }
            gtk_file_chooser_add_filter(dialog.pointer(), made)
            g_object_unref(UnsafeMutableRawPointer(made))
        }
    }

    /// Shows the dialog; `chosen` runs unless it is cancelled.
    package func show(_ chosen: @escaping @MainActor (File) -> Void) {
        let dialog = dialog
        Self.shown.append(dialog)
        dialog.connect("response") { [weak dialog] (arguments: SignalArguments) in
            guard let dialog else { return }
            gtk_native_dialog_hide(dialog.pointer())
            // GTK still holds the dialog while it emits.
            Self.shown.removeAll { $0 === dialog }
            guard arguments.int(0) == Int(GTK_RESPONSE_ACCEPT.rawValue),
                let file = gtk_file_chooser_get_file(dialog.pointer())
            else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            chosen(File(file))
        }
        gtk_native_dialog_show(dialog.pointer())
    }
}
