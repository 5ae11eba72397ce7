@preconcurrency import CAdwaita

/// A picture in memory from another program, or from another part of this one.
package struct TransferredTexture: @unchecked Sendable {
    // A GdkTexture is immutable and thread-safe.
    private let texture: Owner

    private final class Owner {
        let texture: OpaquePointer

        init(_ texture: OpaquePointer) {
            g_object_ref(UnsafeMutableRawPointer(texture))
            self.texture = texture
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }
    }

    init(_ texture: OpaquePointer) {
        self.texture = Owner(texture)
    }

    /// The picture as the bytes of a PNG file; slow.
    package func pngBytes() -> [UInt8] {
        guard let bytes = gdk_texture_save_to_png_bytes(texture.texture) else { return [] }
        defer { g_bytes_unref(bytes) }
        return array(bytes)
    }
}

/// Dropped or pasted data.
package enum Transfer: Sendable {
    case files([File])
    case texture(TransferredTexture)
    /// The bytes of a picture file.
    case encoded([UInt8])
    case text(String)
}

private func array(_ bytes: OpaquePointer) -> [UInt8] {
    var count: gsize = 0
    guard let start = g_bytes_get_data(bytes, &count) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
}

private func files(in value: UnsafePointer<GValue>) -> [File] {
    guard let boxed = g_value_get_boxed(value) else { return [] }
    let list = gdk_file_list_get_files(OpaquePointer(boxed))
    defer { g_slist_free(list) }
    var files: [File] = []
    var node = list
    while let current = node {
        if let file = current.pointee.data { files.append(File(OpaquePointer(file))) }
        node = current.pointee.next
    }
    return files
}

extension Object {
    /// Accepts files and pictures dropped on the widget.
    ///
    /// - Parameters:
    ///   - hovers: called when something acceptable enters the widget, and when it leaves.
    ///   - dropped: called with the dropped data.
    package func acceptDrops(
        hovers: @escaping @MainActor (Bool) -> Void, dropped: @escaping @MainActor (Transfer) -> Void
    ) {
        guard let made = gtk_drop_target_new(0 /* G_TYPE_INVALID */, GDK_ACTION_COPY) else { return }
        let target = Object(owned: UnsafeMutableRawPointer(made))
        var types = [gdk_file_list_get_type(), gdk_texture_get_type()]
        gtk_drop_target_set_gtypes(target.pointer(), &types, gsize(types.count))
        target.answer(
            "enter",
            { _ in
                hovers(true)
                return .flags(Int(GDK_ACTION_COPY.rawValue))
            })
        target.connect("leave") { hovers(false) }
        target.answer(
            "drop",
            { arguments in
                hovers(false)
                guard let value: UnsafeMutablePointer<GValue> = arguments.boxed(0) else {
                    return .bool(false)
                }
                if g_type_is_a(value.pointee.g_type, gdk_file_list_get_type()) != 0 {
                    dropped(.files(files(in: value)))
                } else if let texture = g_value_get_object(value) {
                    dropped(.texture(TransferredTexture(OpaquePointer(texture))))
                }
                return .bool(true)
            })
        g_object_ref(target.pointer() as UnsafeMutableRawPointer)
        gtk_widget_add_controller(widget, target.pointer())
    }
}

/// The clipboard of a widget's display.
@MainActor
package struct Clipboard {
    private let clipboard: OpaquePointer

    package init(of widget: Object) {
        clipboard = gtk_widget_get_clipboard(widget.widget)
    }

    private static let imageTypes = ["image/png", "image/tiff", "image/webp", "image/jpeg"]

    /// Puts a picture on the clipboard, as the bytes of a PNG file.
    package func setPNG(_ bytes: [UInt8]) {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        let provider = gdk_content_provider_new_for_bytes("image/png", data)
        gdk_clipboard_set_content(clipboard, provider)
        g_object_unref(provider.map { UnsafeMutableRawPointer($0) })
        g_bytes_unref(data)
    }

    /// Reads a picture or files, or else text; `then` gets nil if there is none of these.
    package func read(_ then: @escaping @MainActor (Transfer?) -> Void) {
        read(looks: 10, then)
    }

    private func read(looks: Int, _ then: @escaping @MainActor (Transfer?) -> Void) {
        if isEmpty, looks > 0 {
            // On X11 GDK may still be requesting what another program has just copied.
            return onMainThread(afterMilliseconds: 50) { read(looks: looks - 1, then) }
        }
        let formats = gdk_content_formats_union_deserialize_gtypes(
            gdk_content_formats_ref(gdk_clipboard_get_formats(clipboard)))
        defer { gdk_content_formats_unref(formats) }
        if gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0 {
            readFiles(then)
        } else if Self.imageTypes.contains(where: { gdk_content_formats_contain_mime_type(formats, $0) != 0 })
        {
            readEncoded(then)
        } else if gdk_content_formats_contain_gtype(formats, gdk_texture_get_type()) != 0 {
            readTexture(then)
        } else if gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8") != 0
            || gdk_content_formats_contain_mime_type(formats, "text/plain") != 0
            || gdk_content_formats_contain_gtype(formats, FundamentalType.string.type) != 0
        {
            readText(then)
        } else {
            then(nil)
        }
    }

    private var isEmpty: Bool {
        let formats = gdk_clipboard_get_formats(clipboard)
        var (mimeTypes, types): (gsize, gsize) = (0, 0)
        _ = gdk_content_formats_get_mime_types(formats, &mimeTypes)
        _ = gdk_content_formats_get_gtypes(formats, &types)
        return mimeTypes == 0 && types == 0
    }

    /// Puts text on the clipboard.
    package func setText(_ text: String) { gdk_clipboard_set_text(clipboard, text) }

    private func readText(_ then: @escaping @MainActor (Transfer?) -> Void) {
        let done = AsyncCallback { source, result in
            then(
                takeString(gdk_clipboard_read_text_finish(OpaquePointer(source), result, nil)).map {
                    .text($0)
                })
        }
        gdk_clipboard_read_text_async(clipboard, nil, AsyncCallback.run, done.retained)
    }

    private func readFiles(_ then: @escaping @MainActor (Transfer?) -> Void) {
        let done = AsyncCallback { source, result in
            let value = gdk_clipboard_read_value_finish(OpaquePointer(source), result, nil)
            let list = value.map(files) ?? []
            then(list.isEmpty ? nil : .files(list))
        }
        gdk_clipboard_read_value_async(
            clipboard, gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil, AsyncCallback.run, done.retained)
    }

    private func readTexture(_ then: @escaping @MainActor (Transfer?) -> Void) {
        let done = AsyncCallback { source, result in
            guard let texture = gdk_clipboard_read_texture_finish(OpaquePointer(source), result, nil) else {
                return then(nil)
            }
            defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
            then(.texture(TransferredTexture(texture)))
        }
        gdk_clipboard_read_texture_async(clipboard, nil, AsyncCallback.run, done.retained)
    }

    private func readEncoded(_ then: @escaping @MainActor (Transfer?) -> Void) {
        let done = AsyncCallback { source, result in
            guard let stream = gdk_clipboard_read_finish(OpaquePointer(source), result, nil, nil),
                let sink = g_memory_output_stream_new_resizable()
            else { return then(nil) }
            let read = AsyncCallback { sink, result in
                let sink: UnsafeMutablePointer<GOutputStream> = typed(sink)
                guard g_output_stream_splice_finish(sink, result, nil) >= 0,
                    let bytes = g_memory_output_stream_steal_as_bytes(typed(sink))
                else { return then(nil) }
                defer { g_bytes_unref(bytes) }
                then(.encoded(array(bytes)))
            }
            let close = GOutputStreamSpliceFlags(
                rawValue: G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue
                    | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue)
            g_output_stream_splice_async(
                sink, stream, close, G_PRIORITY_DEFAULT, nil, AsyncCallback.run, read.retained)
            g_object_unref(sink)
            g_object_unref(stream)
        }
        var types: [UnsafePointer<CChar>?] =
            Self.imageTypes.map { UnsafePointer(g_intern_string($0)) } + [nil]
        gdk_clipboard_read_async(
            clipboard, &types, G_PRIORITY_DEFAULT, nil, AsyncCallback.run, done.retained)
    }
}

private func typed<T>(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<T> {
    pointer.assumingMemoryBound(to: T.self)
}
