@preconcurrency import CAdwaita
import Localization

/// A PNG file that is created when another program requests it, which gets the file's URI or its contents.
@MainActor
package final class FileOffer {
    /// Creates the file; `then` gets nil if that failed.
    package typealias Making = @MainActor (_ then: @escaping @MainActor (File?) -> Void) -> Void

    private let make: Making
    private var file: File?
    private var waiting: [@MainActor (File?) -> Void] = []

    package init(_ make: @escaping Making) {
        self.make = make
    }

    /// A new GdkContentProvider, which retains the offer.
    package func makeProvider() -> Object? {
        guard let made = g_object_new_with_properties(Self.type, 0, nil, nil) else { return nil }
        let provider = Object(owned: UnsafeMutableRawPointer(made))
        g_object_set_data_full(made, Self.key, Unmanaged.passRetained(self).toOpaque()) { box in
            if let box { Unmanaged<FileOffer>.fromOpaque(box).release() }
        }
        return provider
    }

    private func getFile(then: @escaping @MainActor (File?) -> Void) {
        if let file { return then(file) }
        waiting.append(then)
        guard waiting.count == 1 else { return }
        make { [self] made in
            file = made
            let waiting = waiting
            self.waiting = []
            for then in waiting { then(made) }
        }
    }

    private func write(
        _ mimeType: String, to stream: UnsafeMutablePointer<GOutputStream>, for task: OpaquePointer
    ) {
        let task = Object(owned: UnsafeMutableRawPointer(task))
        let stream = Object(stream)
        getFile { file in
            guard let file, let source = Self.open(file, as: mimeType) else {
                let problem = g_error_new_literal(
                    g_io_error_quark(), gint(G_IO_ERROR_FAILED.rawValue), tr("There is no picture to copy."))
                return g_task_return_error(task.pointer(), problem)
            }
            let done = AsyncCallback { stream, result in
                var problem: UnsafeMutablePointer<GError>?
                let count = g_output_stream_splice_finish(
                    stream.assumingMemoryBound(to: GOutputStream.self), result, &problem)
                if count < 0 {
                    g_task_return_error(task.pointer(), problem)
                } else {
                    g_task_return_boolean(task.pointer(), 1)
                }
            }
            g_output_stream_splice_async(
                stream.pointer(), source.pointer(), G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE, G_PRIORITY_DEFAULT,
                nil,
                AsyncCallback.run, done.retained)
        }
    }

    private static func open(_ file: File, as mimeType: String) -> Object? {
        if mimeType == uriList {
            let text = Array("\(file.uri)\r\n".utf8)
            let bytes = g_bytes_new(text, gsize(text.count))
            defer { g_bytes_unref(bytes) }
            return g_memory_input_stream_new_from_bytes(bytes).map {
                Object(owned: UnsafeMutableRawPointer($0))
            }
        }
        guard let location = file.makeGFile() else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(location)) }
        return g_file_read(location, nil, nil).map { Object(owned: UnsafeMutableRawPointer($0)) }
    }

    private nonisolated static let key = "glint-offer"
    private nonisolated static let uriList = "text/uri-list"

    /// A subclass of GdkContentProvider: only a subclass can provide its content on request.
    private static let type = g_type_register_static_simple(
        gdk_content_provider_get_type(), "GlintFileOffer", guint(MemoryLayout<GdkContentProviderClass>.size),
        { functions, _ in
            guard let functions = functions?.assumingMemoryBound(to: GdkContentProviderClass.self) else {
                return
            }
            functions.pointee.ref_formats = { _ in
                var types: [UnsafePointer<CChar>?] = [g_intern_string(uriList), g_intern_string("image/png")]
                return gdk_content_formats_new(&types, guint(types.count))
            }
            functions.pointee.write_mime_type_async = {
                provider, mimeType, stream, _, cancellable, then, data in
                guard let task = g_task_new(provider, cancellable, then, data), let mimeType, let stream,
                    let box = provider.flatMap({ g_object_get_data(typed($0), key) })
                else { return }
                // GDK calls this on the main thread.
                nonisolated(unsafe) let call = (task: task, mimeType: mimeType, stream: stream, box: box)
                MainActor.assumeIsolated {
                    Unmanaged<FileOffer>.fromOpaque(call.box).takeUnretainedValue()
                        .write(String(cString: call.mimeType), to: call.stream, for: call.task)
                }
            }
            functions.pointee.write_mime_type_finish = { _, result, problem in
                g_task_propagate_boolean(result, problem)
            }
        }, guint(MemoryLayout<GdkContentProvider>.size), nil, GTypeFlags(rawValue: 0))

    private nonisolated static func typed<T>(_ pointer: UnsafeMutablePointer<GdkContentProvider>)
        -> UnsafeMutablePointer<T>
    {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: T.self)
    }
}

extension Object {
    /// Makes the widget draggable to other programs, as a file.
    ///
    /// - Parameter make: creates the file, if it is dropped somewhere.
    package func offerDrags(of make: @escaping FileOffer.Making) {
        guard let made = gtk_drag_source_new() else { return }
        let source = Object(owned: UnsafeMutableRawPointer(made))
        gtk_drag_source_set_actions(source.pointer(), GDK_ACTION_COPY)
        source.answer("prepare") { _ in
            guard let provider = FileOffer(make).makeProvider() else { return .object(nil) }
            return .object(g_object_ref(provider.pointer()))
        }
        let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget))
        if let icon = gtk_icon_theme_lookup_icon(
            theme, "image-x-generic", nil, 48, gtk_widget_get_scale_factor(widget), GTK_TEXT_DIR_NONE,
            GtkIconLookupFlags(rawValue: 0))
        {
            gtk_drag_source_set_icon(source.pointer(), icon, 0, 0)
            g_object_unref(UnsafeMutableRawPointer(icon))
        }
        addController(source)
        claimPresses(for: source)
    }

    /// Claims presses on the widget for a gesture at once; otherwise a header bar below it would move the
    /// window.
    private func claimPresses(for gesture: Object) {
        guard let made = gtk_gesture_click_new() else { return }
        let click = Object(owned: UnsafeMutableRawPointer(made))
        addController(click)
        gtk_gesture_group(gesture.pointer(), click.pointer())
        click.connect("pressed") {
            gtk_gesture_set_state(Object(made).pointer(), GTK_EVENT_SEQUENCE_CLAIMED)
        }
    }
}
