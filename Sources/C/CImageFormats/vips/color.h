#pragma once

#include "cvips.h"
#include "library.h"

#include <stdbool.h>

/// The roles of an image's bands; any further bands hold unrelated data.
typedef struct {
    /// The number of color bands, which come first: 1, 3 or 4.
    int colors;
    /// The index of the alpha band; -1 if there is none.
    int alpha;
} Bands;

/// Finds the bands; false, with libvips' error set, if the colors cannot be converted. `alphaSample` is the
/// index of alpha among the bands after the colors; -1 if there is none.
bool cvips_find_bands(VipsImage *image, int alphaSample, Bands *bands);
/// True if the image has more than eight bits per channel.
bool cvips_is_deep(VipsImage *image);
/// The color model of the image's samples.
CVipsSamples cvips_samples(VipsImage *source);
/// Creates an image of the colors, with 8 or 16 bits or as floats, followed by alpha; null on failure.
VipsImage *cvips_with_alpha(VipsImage *source, Bands bands, bool isSixteenBit);
/// Creates an image with the same pixels that sets `failed` if one of them cannot be computed. Otherwise a
/// worker's error in the last rows may go unnoticed by functions that compute images in several threads.
VipsImage *cvips_watch(VipsImage *source, int *failed);
/// True if the image has these dimensions and this size of a pixel in bytes; otherwise sets libvips' error.
bool cvips_has_shape(VipsImage *image, int width, int height, size_t bytesPerPixel);
/// Computes all rows, from top to bottom, into `target`, which has space for `width` × `height` pixels of
/// this size in bytes. Rejects images of other dimensions or pixel sizes. Sets `rows` to the number of rows
/// computed.
bool cvips_copy_rows(VipsImage *image, void *target, int width, int height, size_t bytesPerPixel, int *rows);
/// Like cvips_copy_rows, but computes rows sequentially on this thread, up to the first one that fails;
/// returns their number. The threads of cvips_copy_rows would also lose rows that they computed together with
/// the damaged one.
int cvips_copy_rows_before_damage(
    VipsImage *image, void *target, int width, int height, size_t bytesPerPixel);
