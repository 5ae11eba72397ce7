@preconcurrency import CAdwaita

/// The widths of texts in the font of labels.
@MainActor
package enum TextWidth {
    /// Used only for measuring.
    private static let label = Object(gtk_label_new(nil))

    /// The width in characters of average width, as counted by `width-chars`: Japanese characters are about
    /// twice as wide as English ones.
    package static func characters(_ text: String) -> Double {
        let context = gtk_widget_get_pango_context(label.widget)
        guard let metrics = pango_context_get_metrics(context, nil, nil) else { return Double(text.count) }
        defer { pango_font_metrics_unref(metrics) }
        let average = max(
            pango_font_metrics_get_approximate_char_width(metrics),
            pango_font_metrics_get_approximate_digit_width(metrics))
        guard average > 0, let layout = gtk_widget_create_pango_layout(label.widget, text) else {
            return Double(text.count)
        }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var width: gint = 0
        pango_layout_get_size(layout, &width, nil)
        return Double(width) / Double(average)
    }
}
