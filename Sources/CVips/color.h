#pragma once

#include "cvips.h"
#include "library.h"

#include <stdbool.h>

/// Which bands of an image mean what; the others are other people's data.
typedef struct {
    /// How many bands of color there are, the first ones: 1, 3 or 4.
    int colors;
    /// The band that is the alpha; -1 where none is.
    int alpha;
} Bands;

/// Finds the bands; false, with libvips' error set, where the colors are of a kind that cannot be converted.
/// `alphaSample` is the alpha's place behind the colors, -1 where there is no alpha.
bool cvips_find_bands(VipsImage *image, int alphaSample, Bands *bands);
/// More than eight bits per channel.
bool cvips_is_deep(VipsImage *image);
/// What the colors of the image mean.
CVipsSamples cvips_samples(VipsImage *source);
/// A new image: the colors, of 8 or 16 bits or as floats, and behind them the alpha; null on failure.
VipsImage *cvips_with_alpha(VipsImage *source, Bands bands, bool isSixteenBit);
/// An image with the same pixels that sets `failed` when one of them cannot be computed: a worker's error
/// in the last rows can escape the functions that gather an image in several threads.
VipsImage *cvips_watch(VipsImage *source, int *failed);
/// Whether the image has as many pixels, of as many bytes; sets libvips' error otherwise.
bool cvips_has_shape(VipsImage *image, int width, int height, size_t bytesPerPixel);
/// Computes every row, top to bottom, into `target`, which has room for `width` × `height` pixels of as many bytes; an image
/// of any other shape is refused. `rows` is told how many were computed.
bool cvips_copy_rows(VipsImage *image, void *target, int width, int height, size_t bytesPerPixel, int *rows);
/// Computes the rows that come before the first one that cannot be computed, one after another and in this thread, into
/// `target`, as cvips_copy_rows; returns how many. The threads of cvips_copy_rows lose what they gathered together with the
/// damaged row.
int cvips_copy_rows_before_damage(VipsImage *image, void *target, int width, int height, size_t bytesPerPixel);
