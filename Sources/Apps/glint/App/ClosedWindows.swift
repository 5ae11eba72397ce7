@preconcurrency import CAdwaita
import Gtk

/// Counts the objects of closed windows that are still in memory, for the frame log.
@MainActor
enum ClosedWindows {
    private struct Remains {
        weak var window: Window?
        /// Owns the document.
        weak var editor: DocumentEditor?
        weak var canvas: Canvas?

        var objects: Int { ([window, editor, canvas] as [AnyObject?]).count { $0 != nil } }
    }

    private static var remains: [Remains] = []
    /// The widgets of closed windows that were not freed.
    private(set) static var widgets = 0

    /// The windows, editors and canvases of closed windows that were not freed.
    static var objects: Int { remains.reduce(0) { $0 + $1.objects } }

    /// Starts counting a window's objects until they are freed.
    static func add(_ window: Window) {
        remains.append(Remains(window: window, editor: window.editor, canvas: window.canvas))
        count(window.context.window.widget)
    }

    /// Counts a widget and all of its descendants until they are freed.
    private static func count(_ widget: UnsafeMutablePointer<GtkWidget>) {
        // GTK reuses a tooltip's window for the next tooltip.
        guard String(cString: gtk_widget_get_css_name(widget)) != "tooltip" else { return }
        widgets += 1
        g_object_weak_ref(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self),
            { _, _ in MainActor.assumeIsolated { ClosedWindows.widgets -= 1 } }, nil)
        var child = gtk_widget_get_first_child(widget)
        while let widget = child {
            count(widget)
            child = gtk_widget_get_next_sibling(widget)
        }
    }
}
