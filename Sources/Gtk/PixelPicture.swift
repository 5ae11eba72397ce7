@preconcurrency import CAdwaita

extension Object {
    /// Shows pixels in a GtkPicture: red, green, blue and straight alpha of each pixel, row by row from the
    /// top.
    package func showPixels(_ bytes: [UInt8], size: SIMD2<Int>) {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        guard
            let texture = gdk_memory_texture_new(
                gint(size.x), gint(size.y), GDK_MEMORY_R8G8B8A8, data, gsize(size.x * 4))
        else { return }
        gtk_picture_set_paintable(pointer(), texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    /// A GtkPicture that its picture covers, with the style class `thumbnail`; the size is in logical pixels.
    package static func thumbnail(width: Int, height: Int) -> Object {
        let picture = Object(gtk_picture_new())
        gtk_picture_set_content_fit(picture.pointer(), GTK_CONTENT_FIT_COVER)
        gtk_picture_set_can_shrink(picture.pointer(), 1)
        gtk_widget_set_size_request(picture.widget, gint(width), gint(height))
        gtk_widget_set_overflow(picture.widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_add_css_class(picture.widget, "thumbnail")
        return picture
    }
}
