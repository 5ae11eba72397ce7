@preconcurrency import CAdwaita
import Localization

/// Asks which application should open a file, and starts it.
@MainActor
package final class AppChooser {
    private var dialog: Object?
    private let file: File
    private let failed: @MainActor (String) -> Void

    /// - Parameter failed: called with a sentence if the application cannot be started.
    package static func show(_ file: File, over window: Object, failed: @escaping @MainActor (String) -> Void)
    {
        let chooser = AppChooser(file, over: window, failed: failed)
        // The handler retains the dialog until the user answers it.
        chooser.dialog?.connect("response") { (arguments: SignalArguments) in chooser.answer(arguments.int(0))
        }
        if let dialog = chooser.dialog { gtk_window_present(dialog.pointer()) }
    }

    private init(_ file: File, over window: Object, failed: @escaping @MainActor (String) -> Void) {
        self.file = file
        self.failed = failed
        guard let location = file.makeGFile() else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(location)) }
        let flags = GTK_DIALOG_MODAL.rawValue | GTK_DIALOG_DESTROY_WITH_PARENT.rawValue
        dialog = gtk_app_chooser_dialog_new(window.pointer(), GtkDialogFlags(rawValue: flags), location).map {
            Object($0)
        }
        dialog?.setAccessibleName(tr("Open With"))
    }

    private func answer(_ response: Int) {
        guard let dialog else { return }
        self.dialog = nil
        if response == Int(GTK_RESPONSE_OK.rawValue) { launch(chosenIn: dialog) }
        gtk_window_destroy(dialog.pointer())
    }

    private func launch(chosenIn dialog: Object) {
        guard let app = gtk_app_chooser_get_app_info(dialog.pointer()), let location = file.makeGFile() else {
            return
        }
        let files = g_list_append(nil, UnsafeMutableRawPointer(location))
        let context = UnsafeMutableRawPointer(
            gdk_display_get_app_launch_context(gtk_widget_get_display(dialog.widget)))
        let launch = context?.assumingMemoryBound(to: GAppLaunchContext.self)
        BundleEnvironment.leave(launch)
        var problem: UnsafeMutablePointer<GError>?
        if g_app_info_launch(app, files, launch, &problem) == 0 {
            let name = g_app_info_get_name(app).map { String(cString: $0) }
            failed(
                name.map { tr("\($0) could not be started.") } ?? tr("The application could not be started."))
        }
        g_clear_error(&problem)
        g_list_free(files)
        g_object_unref(UnsafeMutableRawPointer(location))
        g_object_unref(context)
        g_object_unref(UnsafeMutableRawPointer(app))
    }
}
