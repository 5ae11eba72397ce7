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

    /// An additional option that the user switches on; it is off at first.
    package struct Option {
        package let id: String
        let label: String

        package init(id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    /// The user's answer.
    package struct Answer {
        package let file: File
        /// The ids of the options that are on.
        package let options: Set<String>
        /// The index of the selected file type.
        package let filter: Int?
    }

    private let dialog: Object
    private let filters: [Object]
    private var options: [Option] = []
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
        filter: Int = 0, options: [Option] = []
    ) {
        self.init(title, over: window, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"), filters)
        gtk_file_chooser_set_current_name(dialog.pointer(), name)
        setFolder(folder)
        if self.filters.indices.contains(filter) {
            gtk_file_chooser_set_filter(dialog.pointer(), self.filters[filter].pointer())
        }
        self.options = options
        for option in options {
            gtk_file_chooser_add_choice(dialog.pointer(), option.id, option.label, nil, nil)
        }
    }

    /// Asks for a folder.
    package init(choosingFolder title: String, over window: Object, folder: String?) {
        self.init(title, over: window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, tr("_Choose"), [])
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
        let (dialog, filters, options) = (dialog, filters, options)
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
            let isOn = { (option: Option) in
                gtk_file_chooser_get_choice(dialog.pointer(), option.id).map { String(cString: $0) } == "true"
            }
            let selected = gtk_file_chooser_get_filter(dialog.pointer()).map { UnsafeMutableRawPointer($0) }
            let filter = filters.firstIndex { $0.isSame(as: selected) }
            let chosenOptions = Set(options.filter(isOn).map(\.id))
            chosen(Answer(file: File(file), options: chosenOptions, filter: filter))
        }
        gtk_native_dialog_show(dialog.pointer())
    }
}
