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
    ///   - lightens: whether the color is added to the background, as light is.
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

    private func trace(_ points: [SIMD2<Double>]) {
        cairo_new_path(cairo)
        for point in points { cairo_line_to(cairo, point.x, point.y) }
    }
}
