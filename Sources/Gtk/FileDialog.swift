@preconcurrency import CAdwaita
import Localization

/// The desktop's native file dialog.
@MainActor
package struct FileDialog {
    /// A file type to choose from.
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

    /// An additional choice among several options.
    package struct Choice {
        package let id: String
        let label: String
        let options: [(id: String, label: String)]
        let selected: String

        package init(id: String, label: String, options: [(id: String, label: String)], selected: String) {
            self.id = id
            self.label = label
            self.options = options
            self.selected = selected
        }
    }

    /// The user's answer.
    package struct Answer {
        package let file: File
        /// The selected options, by the ids of their choices.
        package let options: [String: String]
        /// The index of the selected file type.
        package let filter: Int?
    }

    private let dialog: Object
    private let filters: [Object]
    private var choices: [Choice] = []
    /// Retains dialogs while they are shown; GTK itself does not.
    private static var shown: [Object] = []

    /// Asks for a file to open; if no folder is given, the dialog chooses where to start.
    package init(opening title: String, over window: Object, folder: String?, filters: [Filter]) {
        self.init(title, over: window, GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Open"), filters)
        setFolder(folder)
    }

    /// Asks for a path to save to; the dialog confirms replacing a file.
    ///
    /// - Parameter filter: the index of the initially selected file type.
    package init(
        saving title: String, over window: Object, name: String, folder: String?, filters: [Filter],
        filter: Int = 0, choices: [Choice] = []
    ) {
        self.init(title, over: window, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"), filters)
        gtk_file_chooser_set_current_name(dialog.pointer(), name)
        setFolder(folder)
        if self.filters.indices.contains(filter) {
            gtk_file_chooser_set_filter(dialog.pointer(), self.filters[filter].pointer())
        }
        self.choices = choices
        choices.forEach(add)
    }

    /// Asks for a folder.
    package init(choosingFolder title: String, over window: Object, folder: String?) {
        self.init(title, over: window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, tr("_Choose"), [])
        setFolder(folder)
    }

    private func add(_ choice: Choice) {
        // In its own dialog, GTK 4.8 can only preselect the first option.
        let options =
            choice.options.filter { $0.id == choice.selected }
            + choice.options.filter { $0.id != choice.selected }
        withCStrings(options.map(\.id)) { ids in
            withCStrings(options.map(\.label)) { labels in
                gtk_file_chooser_add_choice(dialog.pointer(), choice.id, choice.label, ids, labels)
            }
        }
        gtk_file_chooser_set_choice(dialog.pointer(), choice.id, choice.selected)
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
        let dialog = Object(
            owned: UnsafeMutableRawPointer(
                gtk_file_chooser_native_new(title, window.pointer(), action, accept, tr("_Cancel"))))
        gtk_native_dialog_set_modal(dialog.pointer(), 1)
        self.dialog = dialog
        self.filters = filters.map { filter in
            let object = Object(owned: UnsafeMutableRawPointer(gtk_file_filter_new()))
            let made: OpaquePointer = object.pointer()
            gtk_file_filter_set_name(made, filter.name)
            filter.mimeTypes.forEach { gtk_file_filter_add_mime_type(made, $0) }
            filter.suffixes.forEach { gtk_file_filter_add_suffix(made, $0) }
            if filter.mimeTypes.isEmpty, filter.suffixes.isEmpty { gtk_file_filter_add_pattern(made, "*") }
            gtk_file_chooser_add_filter(dialog.pointer(), made)
            return object
        }
    }

    /// Shows the dialog for opening several files; `chosen` runs unless the user cancels.
    package func showSeveral(_ chosen: @escaping @MainActor ([File]) -> Void) {
        gtk_file_chooser_set_select_multiple(dialog.pointer(), 1)
        let dialog = dialog
        showForAnswer { _ in
            guard let model = gtk_file_chooser_get_files(dialog.pointer()) else { return }
            let list = Object(owned: UnsafeMutableRawPointer(model))
            var files: [File] = []
            for index in 0..<g_list_model_get_n_items(list.pointer()) {
                guard let item = g_list_model_get_item(list.pointer(), index) else { continue }
                files.append(File(OpaquePointer(item)))
                g_object_unref(item)
            }
            chosen(files)
        }
    }

    /// Shows the dialog; `chosen` runs unless the user cancels.
    package func show(_ chosen: @escaping @MainActor (File) -> Void) {
        showForAnswer { chosen($0.file) }
    }

    /// Shows the dialog; `chosen` runs unless the user cancels.
    package func showForAnswer(_ chosen: @escaping @MainActor (Answer) -> Void) {
        let (dialog, filters, choices) = (dialog, filters, choices)
        Self.shown.append(dialog)
        dialog.connect("response") { [weak dialog] (arguments: SignalArguments) in
            guard let dialog else { return }
            gtk_native_dialog_hide(dialog.pointer())
            // `dialog` keeps it alive from here on: GTK uses it until the signal ends.
            Self.shown.removeAll { $0 === dialog }
            guard arguments.int(0) == Int(GTK_RESPONSE_ACCEPT.rawValue),
                let file = gtk_file_chooser_get_file(dialog.pointer())
            else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            var options: [String: String] = [:]
            for choice in choices {
                let option = gtk_file_chooser_get_choice(dialog.pointer(), choice.id)
                options[choice.id] = option.map { String(cString: $0) }
            }
            let selected = gtk_file_chooser_get_filter(dialog.pointer()).map { UnsafeMutableRawPointer($0) }
            let filter = filters.firstIndex { $0.isSame(as: selected) }
            chosen(Answer(file: File(file), options: options, filter: filter))
        }
        gtk_native_dialog_show(dialog.pointer())
    }
}
