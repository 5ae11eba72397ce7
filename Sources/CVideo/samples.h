#pragma once

#include "fast.h"
#include "libav.h"

/// Reads `count` samples of a row of a component, from the first, as they are stored. Components are Y, Cb, Cr and alpha,
/// or red, green, blue and alpha, of palettes too.
/// - scratch: room for as many samples.
void read_samples(
    const AVFrame *frame, const AVPixFmtDescriptor *format, int component, int row, int count, uint16_t *scratch,
    float *result);
