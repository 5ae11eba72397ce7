#pragma once

// Text drawn by Pango, whose libraries `pango_text_problem` loads on demand: few runs need them.

#include <stdbool.h>
#include <stdint.h>

/// A text and how it is set. Lengths are in units of the font's size (em).
struct pango_text {
    /// UTF-8, ending with a zero; lines are separated by newlines.
    const char *text;
    /// Pango's description of a font, such as "Serif Bold"; a size in it is ignored.
    const char *font;
    /// The width at which lines are broken.
    double width;
    /// The position of shorter lines: 0 at the left, 0.5 in the middle, 1 at the right.
    double alignment;
};

struct pango_text_box {
    double x, y, width, height;
};

/// A drawing, in pixels.
struct pango_text_view {
    /// The size of the font along x and y.
    double scale_x, scale_y;
    /// The position of the text's origin.
    double x, y;
    int width, height;
};

/// Loads the libraries on the first call. Returns null, or the reason why they cannot be used. The other
/// functions may only be called after this has returned null; they take turns.
const char *pango_text_problem(void);

/// The box of the lines, and that of the letters, which may exceed it, relative to the text's origin.
void pango_text_measure(
    const struct pango_text *text, struct pango_text_box *lines, struct pango_text_box *letters);

/// Draws the text in a color (red, green and blue, 0…1) into transparent pixels: premultiplied, as 32-bit
/// numbers 0xAARRGGBB without padding. Color glyphs, such as emoji, keep their colors. Returns false if there
/// is not enough memory.
bool pango_text_draw(
    const struct pango_text *text, const struct pango_text_view *view, const double *color, uint32_t *pixels);
