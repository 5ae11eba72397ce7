#pragma once

#include "cvips.h"
#include "library.h"

#include <stdbool.h>

/// The meaning of an image's bands; any further bands hold unrelated data.
typedef struct {
    /// The number of color bands, which come first: 1, 3 or 4.
    int colors;
    /// The index of the alpha band; -1 if there is none.
    int alpha;
} Bands;

/// Finds the bands; false, with libvips' error set, if the colors cannot be converted. `alphaSample` is the
/// alpha's index among the bands after the colors, -1 if there is no alpha.
bool cvips_find_bands(VipsImage *image, int alphaSample, Bands *bands);
/// More than eight bits per channel.
bool cvips_is_deep(VipsImage *image);
/// The meaning of the image's colors.
CVipsSamples cvips_samples(VipsImage *source);
/// A new image: the colors, of 8 or 16 bits or as floats, followed by the alpha; null on failure.
VipsImage *cvips_with_alpha(VipsImage *source, Bands bands, bool isSixteenBit);
/// An image with the same pixels that sets `failed` if one of them cannot be computed: a worker's error in
/// the last rows can escape the functions that collect an image in several threads.
VipsImage *cvips_watch(VipsImage *source, int *failed);
/// True if the image has these dimensions and this pixel size in bytes; otherwise sets libvips' error.
bool cvips_has_shape(VipsImage *image, int width, int height, size_t bytesPerPixel);
/// Computes every row, top to bottom, into `target`, which has space for `width` × `height` pixels of this
/// size in bytes; an image of any other shape is rejected. Sets `rows` to the number of computed rows.
bool cvips_copy_rows(VipsImage *image, void *target, int width, int height, size_t bytesPerPixel, int *rows);
/// Computes the rows before the first one that fails, sequentially and in this thread, into `target`, like
/// cvips_copy_rows; returns their number. The threads of cvips_copy_rows lose what they computed together
/// with the damaged row.
int cvips_copy_rows_before_damage(
    VipsImage *image, void *target, int width, int height, size_t bytesPerPixel);
