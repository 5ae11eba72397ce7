#pragma once

#include <stdbool.h>
#include <vips/vips.h>

/// One band of lightness, with or without alpha.
bool cvips_is_gray(VipsImage *image);
/// More than eight bits per channel.
bool cvips_is_deep(VipsImage *image);
/// A new image, four bands of sRGB and alpha with 8 or 16 bits; null on failure.
VipsImage *cvips_to_rgba(VipsImage *source, bool isSixteenBit);
/// An image with the same pixels that sets `failed` when one of them cannot be computed: a worker's error
/// in the last rows can escape the functions that gather an image in several threads.
VipsImage *cvips_watch(VipsImage *source, int *failed);
/// Computes every row, top to bottom, into `target`.
bool cvips_copy_rows(VipsImage *image, void *target);
