@preconcurrency import CAdwaita
import Gtk
import Imaging

/// The properties of a picture and the metadata of its file.
@MainActor
enum PropertiesWindow {
    static func show(_ groups: [PropertyGroup], over window: Object) {
        let made = Object(adw_preferences_window_new())
        gtk_window_set_title(made.pointer(), Action.properties.title)
        adw_preferences_window_set_search_enabled(made.pointer(), 0)
        gtk_window_set_default_size(made.pointer(), 440, 520)
        let page = Object(adw_preferences_page_new())
        for group in groups where !group.properties.isEmpty {
            let part = Object(adw_preferences_group_new())
            adw_preferences_group_set_title(part.pointer(), group.title)
            for property in group.properties {
                let row = row(property)
                adw_preferences_group_add(part.pointer(), row.widget)
            }
            adw_preferences_page_add(page.pointer(), part.pointer())
        }
        adw_preferences_window_add(made.pointer(), page.pointer())
        gtk_window_set_modal(made.pointer(), 1)
        gtk_window_set_transient_for(made.pointer(), window.pointer())
        gtk_window_present(made.pointer())
    }

    private static func row(_ property: PropertyGroup.Property) -> Object {
        let row = Object(adw_action_row_new())
        adw_preferences_row_set_title(row.pointer(), property.name)
        // The text can be selected and copied; a long one, such as a folder's path, is ellipsized in the
        // middle.
        let value = Object(gtk_label_new(property.value))
        gtk_label_set_ellipsize(value.pointer(), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_xalign(value.pointer(), 1)
        gtk_label_set_selectable(value.pointer(), 1)
        gtk_label_set_max_width_chars(value.pointer(), 36)
        gtk_widget_set_tooltip_text(value.widget, property.value)
        gtk_widget_add_css_class(value.widget, "dim-label")
        adw_action_row_add_suffix(row.pointer(), value.widget)
        return row
    }
}
