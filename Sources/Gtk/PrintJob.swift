@preconcurrency import CAdwaita
import Localization

/// Prints a picture on a page, as large as possible.
@MainActor
package final class PrintJob {
    private let operation: Object
    private let surface: OpaquePointer
    /// The last print settings, for the next picture.
    private static var settings: Object?
    /// Keeps a job alive until it is done.
    private static var running: [PrintJob] = []

    /// Reads a PNG file and asks how to print it.
    ///
    /// - Parameters:
    ///   - name: the name of the job in print queues.
    ///   - stem: the suggested file name, without an extension, when printing to a file.
    ///   - folder: the folder of that file; nil for the working folder.
    ///   - failed: called with a sentence if the picture cannot be printed.
    package static func print(
        pngAt path: String, named name: String, stem: String, folder: String?, over window: Object,
        failed: @escaping @MainActor (String) -> Void
    ) {
        inBackground({ Surface(cairo_image_surface_create_from_png(path)) }) { picture in
            guard let surface = picture.pointer, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
                picture.pointer.map { cairo_surface_destroy($0) }
                return failed(tr("There is not enough memory to print the picture."))
            }
            let job = PrintJob(surface, named: name, stem: stem, folder: folder)
            running.append(job)
            job.run(over: window, failed: failed)
        }
    }

    /// A surface that is passed from one thread to another.
    private struct Surface: @unchecked Sendable {
        let pointer: OpaquePointer?

        init(_ pointer: OpaquePointer?) {
            self.pointer = pointer
        }
    }

    private init(_ surface: OpaquePointer, named name: String, stem: String, folder: String?) {
        self.surface = surface
        operation = Object(owned: UnsafeMutableRawPointer(gtk_print_operation_new()))
        gtk_print_operation_set_job_name(operation.pointer(), name)
        gtk_print_operation_set_n_pages(operation.pointer(), 1)
        gtk_print_operation_set_embed_page_setup(operation.pointer(), 1)
        gtk_print_operation_set_allow_async(operation.pointer(), 1)
        let settings = Self.settings ?? Object(owned: UnsafeMutableRawPointer(gtk_print_settings_new()))
        // The suggestion for “Print to File”.
        gtk_print_settings_set(settings.pointer(), GTK_PRINT_SETTINGS_OUTPUT_BASENAME, stem)
        gtk_print_settings_set(settings.pointer(), GTK_PRINT_SETTINGS_OUTPUT_DIR, folder)
        // The output file of the previous picture no longer applies.
        gtk_print_settings_set(settings.pointer(), GTK_PRINT_SETTINGS_OUTPUT_URI, nil)
        gtk_print_operation_set_print_settings(operation.pointer(), settings.pointer())
        let isWide = cairo_image_surface_get_width(surface) > cairo_image_surface_get_height(surface)
        let page = Object(owned: UnsafeMutableRawPointer(gtk_page_setup_new()))
        gtk_page_setup_set_orientation(
            page.pointer(), isWide ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
        gtk_print_operation_set_default_page_setup(operation.pointer(), page.pointer())
    }

    private func run(over window: Object, failed: @escaping @MainActor (String) -> Void) {
        operation.connect("draw-page") { [weak self] (arguments: SignalArguments) in
            if let context = arguments.object(0) { self?.draw(OpaquePointer(context)) }
        }
        operation.connect("done") { [weak self] (arguments: SignalArguments) in
            self?.end(GtkPrintOperationResult(rawValue: UInt32(arguments.int(0))), failed: failed)
        }
        var problem: UnsafeMutablePointer<GError>?
        gtk_print_operation_run(
            operation.pointer(), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.pointer(), &problem)
        g_clear_error(&problem)
    }

    /// Draws the picture in the middle of the page.
    private func draw(_ context: OpaquePointer) {
        let page = SIMD2(gtk_print_context_get_width(context), gtk_print_context_get_height(context))
        let size = SIMD2(
            Double(cairo_image_surface_get_width(surface)), Double(cairo_image_surface_get_height(surface)))
        let scale = (page / size).min()
        let origin = (page - size * scale) / 2
        let cairo = gtk_print_context_get_cairo_context(context)
        cairo_translate(cairo, origin.x, origin.y)
        cairo_scale(cairo, scale, scale)
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_paint(cairo)
    }

    private func end(_ result: GtkPrintOperationResult, failed: @MainActor (String) -> Void) {
        switch result {
        case GTK_PRINT_OPERATION_RESULT_APPLY:
            Self.settings = gtk_print_operation_get_print_settings(operation.pointer()).map { Object($0) }
        case GTK_PRINT_OPERATION_RESULT_ERROR:
            var problem: UnsafeMutablePointer<GError>?
            gtk_print_operation_get_error(operation.pointer(), &problem)
            let reason = problem?.pointee.message.map { String(cString: $0) }
            g_clear_error(&problem)
            failed(
                reason.map { tr("The picture could not be printed: \($0).") }
                    ?? tr("The picture could not be printed."))
        default: break
        }
        cairo_surface_destroy(surface)
        Self.running.removeAll { $0 === self }
    }
}
