@preconcurrency import CAdwaita

extension Object {
    /// A GdkTexture of pixels: red, green, blue and straight alpha of each, row by row from the top.
    package static func texture(_ bytes: [UInt8], size: SIMD2<Int>) -> Object? {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        let texture = gdk_memory_texture_new(
            gint(size.x), gint(size.y), GDK_MEMORY_R8G8B8A8, data, gsize(size.x * 4))
        return texture.map { Object(owned: UnsafeMutableRawPointer($0)) }
    }

    /// Shows pixels in a GtkPicture: red, green, blue and straight alpha of each pixel, row by row from the
    /// top.
    package func showPixels(_ bytes: [UInt8], size: SIMD2<Int>) {
        guard let texture = Object.texture(bytes, size: size) else { return }
        gtk_picture_set_paintable(pointer(), texture.pointer())
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

    /// A thumbnail in a frame of this size, which it does not enlarge, whatever the picture's shape.
    package static func framedThumbnail(width: Int, height: Int) -> (frame: Object, picture: Object) {
        let (frame, picture) = (Object(gtk_overlay_new()), thumbnail(width: width, height: height))
        let space = Object(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_size_request(space.widget, gint(width), gint(height))
        gtk_overlay_set_child(frame.pointer(), space.widget)
        // The size of an overlay child does not count.
        gtk_overlay_add_overlay(frame.pointer(), picture.widget)
        return (frame, picture)
    }
}
