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
}
