@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk

/// Logs truncated texts and window widths to standard error, for tests of translations: enabled with
/// `GLINT_TEXT_LOG=1`.
///
///     cut: Die letzten Bilder, die …
///     window 360 of 358 pixels
///
/// The second number is the minimum width of the window's content.
@MainActor
final class TextLog {
    /// Nil unless the environment variable enables it.
    static let shared = getenv("GLINT_TEXT_LOG") == nil ? nil : TextLog()

    private var reported: Set<String> = []
    /// This and the previous observation: texts that are truncated only during layout are ignored.
    private var seen: Set<String> = []
    private var seenBefore: Set<String> = []
    private var next: Delay?

    private init() { schedule() }

    private func schedule() {
        next = Delay(milliseconds: 200) { [weak self] in
            self?.look()
            self?.schedule()
        }
    }

    private func look() {
        (seenBefore, seen) = (seen, [])
        guard let windows = gtk_window_get_toplevels() else { return }
        for index in 0..<g_list_model_get_n_items(windows) {
            guard let window = g_list_model_get_item(windows, index) else { continue }
            defer { g_object_unref(window) }
            // The content, without the shadows around it.
            let widget = window.assumingMemoryBound(to: GtkWidget.self)
            // A window has no size before it is laid out, and its texts have no room.
            guard let content = gtk_widget_get_first_child(widget), gtk_widget_get_width(content) > 0 else {
                continue
            }
            var least: Int32 = 0
            gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
            report("window \(gtk_widget_get_width(content)) of \(least) pixels")
            look(at: widget)
        }
    }

    private func look(at widget: UnsafeMutablePointer<GtkWidget>) {
        guard gtk_widget_get_mapped(widget) != 0 else { return }
        if g_type_check_instance_is_a(Object(widget).pointer(), gtk_label_get_type()) != 0,
            pango_layout_is_ellipsized(gtk_label_get_layout(Object(widget).pointer())) != 0,
            let text = gtk_label_get_text(Object(widget).pointer()).map({ String(cString: $0) })
        {
            report("cut: \(text)")
        }
        var child = gtk_widget_get_first_child(widget)
        while let one = child {
            look(at: one)
            child = gtk_widget_get_next_sibling(one)
        }
    }

    private func report(_ line: String) {
        seen.insert(line)
        if seenBefore.contains(line), reported.insert(line).inserted { printError(line) }
    }
}
