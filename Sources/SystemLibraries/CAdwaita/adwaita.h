// GTK 4.8 and libadwaita 1.2, of Debian 12, are the oldest versions that Glint runs on: what later ones
// deprecate has no replacement there and goes without a warning, and what they add is called through this
// header alone.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2

#include <adwaita.h>
#include <libintl.h>
#include <math.h>

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

#if GTK_CHECK_VERSION(4, 10, 0)
/// The position of a widget's border box within that of its parent, as assistive technology adds them up; of
/// a widget without a parent, within its own content.
static inline gboolean glint_accessible_bounds(GtkAccessible *self, int *x, int *y, int *width, int *height) {
    GtkWidget *widget = GTK_WIDGET(self), *parent = gtk_widget_get_parent(widget);
    graphene_rect_t bounds, outer = GRAPHENE_RECT_INIT(0, 0, 0, 0);
    if (!gtk_widget_get_realized(widget)
        || !gtk_widget_compute_bounds(widget, parent ? parent : widget, &bounds)
        || (parent && !gtk_widget_compute_bounds(parent, parent, &outer)))
        return FALSE;
    *x = (int) floorf(bounds.origin.x - outer.origin.x);
    *y = (int) floorf(bounds.origin.y - outer.origin.y);
    *width = (int) ceilf(bounds.size.width);
    *height = (int) ceilf(bounds.size.height);
    return TRUE;
}
#endif

/// Corrects the positions that GTK reports to assistive technology: since 4.10 it adds up positions within
/// the content of each parent and leaves out the parents' padding and borders.
static inline void glint_correct_accessible_bounds(void) {
#if GTK_CHECK_VERSION(4, 10, 0)
    gpointer widgets = g_type_class_ref(GTK_TYPE_WIDGET);
    GtkAccessibleInterface *accessible = g_type_interface_peek(widgets, GTK_TYPE_ACCESSIBLE);
    accessible->get_bounds = glint_accessible_bounds;
    g_type_class_unref(widgets);
#endif
}
