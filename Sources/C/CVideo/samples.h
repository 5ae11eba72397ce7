#pragma once

#include "fast.h"
#include "libav.h"

/// Reads `count` samples of a row of a component, from the first, with unconverted values. Components are Y,
/// Cb, Cr and alpha, or red, green, blue and alpha; palettes are resolved.
/// - scratch: space for as many samples.
void read_samples(
    const AVFrame *frame, const AVPixFmtDescriptor *format, int component, int row, int count,
    uint16_t *scratch, float *result);
