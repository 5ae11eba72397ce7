#include "pango-text.h"

#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <pthread.h>
#include <stdio.h>

#include "lazy-library.h"

// A macro that would hide the function.
#undef g_object_unref

// libpangocairo depends on the other libraries, where functions are found as well.
#define PANGO_FUNCTIONS(F) \
    F(cairo_create) \
    F(cairo_destroy) \
    F(cairo_fill) \
    F(cairo_font_options_create) \
    F(cairo_font_options_destroy) \
    F(cairo_font_options_set_antialias) \
    F(cairo_font_options_set_hint_metrics) \
    F(cairo_font_options_set_hint_style) \
    F(cairo_image_surface_create_for_data) \
    F(cairo_move_to) \
    F(cairo_scale) \
    F(cairo_set_source_rgb) \
    F(cairo_status) \
    F(cairo_surface_destroy) \
    F(cairo_surface_flush) \
    F(cairo_translate) \
    F(g_object_unref) \
    F(hb_font_get_face) \
    F(hb_ot_color_has_layers) \
    F(hb_ot_color_has_png) \
    F(pango_cairo_context_set_font_options) \
    F(pango_cairo_font_map_new) \
    F(pango_cairo_glyph_string_path) \
    F(pango_cairo_show_glyph_string) \
    F(pango_context_set_round_glyph_positions) \
    F(pango_font_description_free) \
    F(pango_font_description_from_string) \
    F(pango_font_description_set_absolute_size) \
    F(pango_font_get_hb_font) \
    F(pango_font_map_create_context) \
    F(pango_font_map_load_font) \
    F(pango_layout_get_direction) \
    F(pango_layout_get_extents) \
    F(pango_layout_get_iter) \
    F(pango_layout_iter_free) \
    F(pango_layout_iter_get_baseline) \
    F(pango_layout_iter_get_run_extents) \
    F(pango_layout_iter_get_run_readonly) \
    F(pango_layout_iter_next_run) \
    F(pango_layout_new) \
    F(pango_layout_set_alignment) \
    F(pango_layout_set_font_description) \
    F(pango_layout_set_text) \
    F(pango_layout_set_width) \
    F(pango_layout_set_wrap)

static struct LibPango { PANGO_FUNCTIONS(LAZY_FUNCTION) } pango;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

/// A font map belongs to one thread at a time. GTK has its own.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static PangoFontMap *fonts;
static PangoContext *context;

/// The size of the font in layouts, in Pango's units. Lengths in a layout have 31 bits, enough for ten
/// thousand lines of twice this size.
static const int em = 64 * PANGO_SCALE;
/// The greatest width of lines, in em.
static const double widest = 10000;

static void load(void) {
    if (!LAZY_LOAD(pango, PANGO_FUNCTIONS, problem, "libpangocairo-1.0.so.0")) return;
    fonts = pango.pango_cairo_font_map_new();
    context = pango.pango_font_map_create_context(fonts);
    // The letters have the same shape and position at every scale.
    cairo_font_options_t *options = pango.cairo_font_options_create();
    pango.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    pango.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango.pango_cairo_context_set_font_options(context, options);
    pango.cairo_font_options_destroy(options);
    pango.pango_context_set_round_glyph_positions(context, FALSE);
    PangoFontDescription *any = pango.pango_font_description_from_string("Sans");
    PangoFont *font = pango.pango_font_map_load_font(fonts, context, any);
    pango.pango_font_description_free(any);
    if (!font) {
        snprintf(problem, sizeof(problem), "no font is installed");
        return;
    }
    pango.g_object_unref(font);
}

const char *pango_text_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

static PangoLayout *layout_of(const struct pango_text *text) {
    PangoLayout *layout = pango.pango_layout_new(context);
    PangoFontDescription *font = pango.pango_font_description_from_string(text->font);
    pango.pango_font_description_set_absolute_size(font, em);
    pango.pango_layout_set_font_description(layout, font);
    pango.pango_font_description_free(font);
    pango.pango_layout_set_text(layout, text->text, -1);
    pango.pango_layout_set_width(layout, (int) (em * (text->width < widest ? text->width : widest)));
    pango.pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    // In texts that are read from right to left, Pango exchanges left and right.
    bool is_reversed = pango.pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL;
    double alignment = is_reversed ? 1 - text->alignment : text->alignment;
    pango.pango_layout_set_alignment(
        layout, alignment < 0.5 ? PANGO_ALIGN_LEFT : alignment > 0.5 ? PANGO_ALIGN_RIGHT
                                                                     : PANGO_ALIGN_CENTER);
    return layout;
}

static struct pango_text_box box_of(PangoRectangle rectangle) {
    double unit = em;
    return (struct pango_text_box) {
        rectangle.x / unit, rectangle.y / unit, rectangle.width / unit, rectangle.height / unit};
}

void pango_text_measure(
    const struct pango_text *text, struct pango_text_box *lines, struct pango_text_box *letters) {
    pthread_mutex_lock(&lock);
    PangoLayout *layout = layout_of(text);
    PangoRectangle ink, logical;
    pango.pango_layout_get_extents(layout, &ink, &logical);
    *lines = box_of(logical);
    *letters = box_of(ink);
    pango.g_object_unref(layout);
    pthread_mutex_unlock(&lock);
}

static bool has_colors(PangoFont *font) {
    hb_font_t *shapes = pango.pango_font_get_hb_font(font);
    hb_face_t *face = shapes ? pango.hb_font_get_face(shapes) : NULL;
    return face && (pango.hb_ot_color_has_png(face) || pango.hb_ot_color_has_layers(face));
}

/// True if letters in this rectangle, in Pango's units, are in the drawing or at most a pixel beside it.
static bool is_visible(PangoRectangle letters, const struct pango_text_view *view) {
    struct pango_text_box box = box_of(letters);
    double left = view->x + box.x * view->scale_x, top = view->y + box.y * view->scale_y;
    double right = left + box.width * view->scale_x, bottom = top + box.height * view->scale_y;
    return right >= -1 && bottom >= -1 && left <= view->width + 1 && top <= view->height + 1;
}

/// Outlines are filled together, since cairo moves glyphs to whole pixels when it shows them.
static void draw(cairo_t *cairo, PangoLayout *layout, const struct pango_text_view *view) {
    PangoLayoutIter *runs = pango.pango_layout_get_iter(layout);
    do {
        PangoLayoutRun *run = pango.pango_layout_iter_get_run_readonly(runs);
        if (!run) continue;
        PangoRectangle letters, extents;
        pango.pango_layout_iter_get_run_extents(runs, &letters, &extents);
        if (!is_visible(letters, view)) continue;
        double unit = PANGO_SCALE;
        pango.cairo_move_to(cairo, extents.x / unit, pango.pango_layout_iter_get_baseline(runs) / unit);
        PangoFont *font = run->item->analysis.font;
        if (has_colors(font)) {
            pango.pango_cairo_show_glyph_string(cairo, font, run->glyphs);
        } else {
            pango.pango_cairo_glyph_string_path(cairo, font, run->glyphs);
        }
    } while (pango.pango_layout_iter_next_run(runs));
    pango.pango_layout_iter_free(runs);
    pango.cairo_fill(cairo);
}

bool pango_text_draw(
    const struct pango_text *text, const struct pango_text_view *view, const double *color,
    uint32_t *pixels) {
    pthread_mutex_lock(&lock);
    cairo_surface_t *surface = pango.cairo_image_surface_create_for_data(
        (unsigned char *) pixels, CAIRO_FORMAT_ARGB32, view->width, view->height, 4 * view->width);
    cairo_t *cairo = pango.cairo_create(surface);
    pango.cairo_translate(cairo, view->x, view->y);
    double size = (double) em / PANGO_SCALE;
    pango.cairo_scale(cairo, view->scale_x / size, view->scale_y / size);
    pango.cairo_set_source_rgb(cairo, color[0], color[1], color[2]);
    PangoLayout *layout = layout_of(text);
    draw(cairo, layout, view);
    pango.g_object_unref(layout);
    bool is_drawn = pango.cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    pango.cairo_destroy(cairo);
    pango.cairo_surface_flush(surface);
    pango.cairo_surface_destroy(surface);
    pthread_mutex_unlock(&lock);
    return is_drawn;
}
