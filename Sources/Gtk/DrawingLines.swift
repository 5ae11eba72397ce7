@preconcurrency import CAdwaita

extension Drawing {
    /// The color of the area's text at an opacity of 0…1.
    package func foreground(_ opacity: Double) -> SIMD4<Double> {
        let color = SIMD4(foreground.red, foreground.green, foreground.blue, foreground.alpha)
        return SIMD4<Double>(color) * SIMD4(1, 1, 1, opacity)
    }

    /// Fills a polygon; points are in logical pixels from the top left.
    ///
    /// - Parameters:
    ///   - color: red, green, blue and opacity, 0…1.
    ///   - lightens: whether the color is blended additively with the background.
    package func fill(_ points: [SIMD2<Double>], _ color: SIMD4<Double>, lightens: Bool = false) {
        cairo_set_operator(cairo, lightens ? CAIRO_OPERATOR_SCREEN : CAIRO_OPERATOR_OVER)
        trace(points)
        cairo_set_source_rgba(cairo, color.x, color.y, color.z, color.w)
        cairo_fill(cairo)
    }

    /// Draws a polyline.
    package func stroke(_ points: [SIMD2<Double>], _ color: SIMD4<Double>, width: Double = 1) {
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        trace(points)
        cairo_set_source_rgba(cairo, color.x, color.y, color.z, color.w)
        cairo_set_line_width(cairo, width)
        cairo_stroke(cairo)
    }

    /// Draws pixels, scaled to a rectangle.
    ///
    /// - Parameters:
    ///   - pixels: premultiplied blue, green, red and alpha of each pixel, row by row from the top.
    ///   - width: the number of pixels per row.
    package func draw(_ pixels: [UInt8], width: Int, at origin: SIMD2<Double>, size: SIMD2<Double>) {
        let height = pixels.count / 4 / max(1, width)
        guard height > 0,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width), gint(height))
        else { return }
        defer { cairo_surface_destroy(surface) }
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        pixels.withUnsafeBytes { bytes in
            for row in 0..<height {
                let line = UnsafeRawBufferPointer(rebasing: bytes[row * width * 4..<(row + 1) * width * 4])
                UnsafeMutableRawBufferPointer(start: data + row * stride, count: width * 4).copyMemory(
                    from: line)
            }
        }
        cairo_surface_mark_dirty(surface)
        cairo_save(cairo)
        cairo_translate(cairo, origin.x, origin.y)
        cairo_scale(cairo, size.x / Double(width), size.y / Double(height))
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_paint(cairo)
        cairo_restore(cairo)
    }

    private func trace(_ points: [SIMD2<Double>]) {
        cairo_new_path(cairo)
        for point in points { cairo_line_to(cairo, point.x, point.y) }
    }
}
