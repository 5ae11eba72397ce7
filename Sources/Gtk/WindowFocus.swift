@preconcurrency import CAdwaita

extension Object {
    /// Makes a window restore the focus to the widget that had it before a menu or a popover.
    ///
    /// GTK 4.8 moves the focus to the button that opened the popover, or within a menu that was closed by a
    /// choice in a submenu; key presses then reach an invisible widget and are ignored.
    package func keepFocusOnScreen() {
        let last = LastFocus()
        connect("notify::focus-widget") { [weak self] in
            guard let window = self else { return }
            let focus = gtk_window_get_focus(window.pointer())
            let isInPopover =
                focus.map { gtk_widget_get_ancestor($0, gtk_popover_get_type()) != nil } ?? false
            // The content of a popover is also a descendant of its button.
            let isBackAtButton =
                last.wasInPopover && !isInPopover
                && focus.map { gtk_widget_get_ancestor($0, gtk_menu_button_get_type()) != nil } ?? false
            last.wasInPopover = isInPopover
            if isBackAtButton {
                onMainThread {
                    if let before = last.widget(in: window) { gtk_window_set_focus(window.pointer(), before) }
                }
                return
            }
            if let focus, !isInPopover, gtk_widget_get_mapped(focus) != 0 { last.widget = Object(focus) }
            // The focused widget may be about to be shown.
            onMainThread {
                guard gtk_widget_get_mapped(window.widget) != 0 else { return }
                let focus = gtk_window_get_focus(window.pointer())
                let before = last.widget(in: window)
                let isUnseen = focus.map { gtk_widget_get_mapped($0) == 0 } ?? (before != nil)
                if isUnseen { gtk_window_set_focus(window.pointer(), before) }
            }
        }
    }
}

/// The widget outside all popovers that had the focus last.
@MainActor
private final class LastFocus {
    var widget: Object?
    var wasInPopover = false

    /// The widget, if it can still take the focus.
    func widget(in window: Object) -> UnsafeMutablePointer<GtkWidget>? {
        guard let widget, gtk_widget_get_mapped(widget.widget) != 0,
            gtk_widget_is_ancestor(widget.widget, window.widget) != 0
        else { return nil }
        return widget.widget
    }
}
