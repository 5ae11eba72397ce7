"""What Pango and cairo draw, through their C functions."""

import ctypes
import unicodedata

D, I, P, S = ctypes.c_double, ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p
UNIT = 1024  # PANGO_SCALE
# The size of the font in layouts, which are scaled: cairo samples 15 rows per pixel, so that a position that is rounded
# differently by Pango can change a pixel by a fifteenth.
EM = 64


class Rectangle(ctypes.Structure):
    _fields_ = [("x", I), ("y", I), ("width", I), ("height", I)]


def library():
    # It depends on the libraries of the other functions.
    pango = ctypes.CDLL("libpangocairo-1.0.so.0")
    for name, result, arguments in [
        ("cairo_create", P, [P]),
        ("cairo_fill", None, [P]),
        ("cairo_font_options_create", P, []),
        ("cairo_font_options_set_hint_metrics", None, [P, I]),
        ("cairo_font_options_set_hint_style", None, [P, I]),
        ("cairo_image_surface_create", P, [I, I, I]),
        ("cairo_image_surface_get_data", P, [P]),
        ("cairo_image_surface_get_stride", I, [P]),
        ("cairo_scale", None, [P, D, D]),
        ("cairo_surface_flush", None, [P]),
        ("cairo_translate", None, [P, D, D]),
        ("pango_cairo_context_set_font_options", None, [P, P]),
        ("pango_cairo_create_layout", P, [P]),
        ("pango_cairo_layout_path", None, [P, P]),
        ("pango_context_set_round_glyph_positions", None, [P, I]),
        ("pango_font_description_from_string", P, [S]),
        ("pango_font_description_set_absolute_size", None, [P, D]),
        ("pango_layout_context_changed", None, [P]),
        ("pango_layout_get_context", P, [P]),
        ("pango_layout_get_extents", None, [P, P, P]),
        ("pango_layout_set_alignment", None, [P, I]),
        ("pango_layout_set_font_description", None, [P, P]),
        ("pango_layout_set_text", None, [P, S, I]),
        ("pango_layout_set_width", None, [P, I]),
        ("pango_layout_set_wrap", None, [P, I]),
    ]:
        function = getattr(pango, name)
        function.restype, function.argtypes = result, arguments
    return pango


def letters(text, font, size, anchor, margin, picture):
    """The coverage of the pixels of a picture, 0…255, row by row: text at an anchor (0, 1/2 or 1 along x and y)."""
    pango, (width, height) = library(), picture
    surface = pango.cairo_image_surface_create(2, width, height)  # 8 bits of alpha
    cairo = pango.cairo_create(surface)
    layout = pango.pango_cairo_create_layout(cairo)
    context, options = pango.pango_layout_get_context(layout), pango.cairo_font_options_create()
    pango.cairo_font_options_set_hint_style(options, 1)  # none
    pango.cairo_font_options_set_hint_metrics(options, 1)  # off
    pango.pango_cairo_context_set_font_options(context, options)
    pango.pango_context_set_round_glyph_positions(context, 0)
    pango.pango_layout_context_changed(layout)
    description = pango.pango_font_description_from_string(font.encode())
    pango.pango_font_description_set_absolute_size(description, EM * UNIT)
    pango.pango_layout_set_font_description(layout, description)
    pango.pango_layout_set_text(layout, text.encode(), -1)
    pango.pango_layout_set_width(layout, int((width - 2 * margin) / size * EM * UNIT))
    pango.pango_layout_set_wrap(layout, 2)  # between words, otherwise between characters
    # In texts that are read from right to left, left and right are exchanged.
    is_reversed = unicodedata.bidirectional(text[0]) in ("R", "AL")
    pango.pango_layout_set_alignment(layout, {0: 0, 0.5: 1, 1: 2}[1 - anchor[0] if is_reversed else anchor[0]])
    lines, scale = Rectangle(), size / EM
    pango.pango_layout_get_extents(layout, None, ctypes.byref(lines))
    unit = scale / UNIT
    x = (margin + (width - lines.width * unit - 2 * margin) * anchor[0]) // 1 - lines.x * unit
    y = (margin + (height - lines.height * unit - 2 * margin) * anchor[1]) // 1 - lines.y * unit
    pango.cairo_translate(cairo, x, y)
    pango.cairo_scale(cairo, scale, scale)
    pango.pango_cairo_layout_path(cairo, layout)
    pango.cairo_fill(cairo)
    pango.cairo_surface_flush(surface)
    stride, data = pango.cairo_image_surface_get_stride(surface), pango.cairo_image_surface_get_data(surface)
    for row in range(height):
        yield from ctypes.string_at(data + row * stride, width)
