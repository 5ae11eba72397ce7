// GTK 4.8 and libadwaita 1.2, of Debian 12, are the oldest versions that Glint runs on: what later ones deprecate has no
// replacement there and goes without a warning, and what they add is called through this header alone.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2

#include <adwaita.h>
#include <libintl.h>

/// The color of the widget's text.
static inline void glint_widget_get_color(GtkWidget *widget, GdkRGBA *color) {
#if GTK_CHECK_VERSION(4, 10, 0)
    gtk_widget_get_color(widget, color);
#else
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

/// Opens an address with the program that the desktop has for it.
static inline void glint_show_uri(GtkWindow *window, const char *uri) {
#if GTK_CHECK_VERSION(4, 10, 0)
    GtkUriLauncher *launcher = gtk_uri_launcher_new(uri);
    gtk_uri_launcher_launch(launcher, window, NULL, NULL, NULL);
    g_object_unref(launcher);
#else
    gtk_show_uri(window, uri, GDK_CURRENT_TIME);
#endif
}

/// Adds a widget at the end of the row.
static inline void glint_expander_row_add_suffix(AdwExpanderRow *row, GtkWidget *widget) {
#if ADW_CHECK_VERSION(1, 4, 0)
    adw_expander_row_add_suffix(row, widget);
#else
    adw_expander_row_add_action(row, widget);
#endif
}
