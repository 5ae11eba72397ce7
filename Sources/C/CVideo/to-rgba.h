#pragma once

#include "cvideo-reader.h"
#include "libav.h"
#include "tone-map.h"

/// Bits per channel that preserve a pixel format: 8 or 16; 0 if it cannot be converted.
int to_rgba_bits(enum AVPixelFormat format);

/// Converts a frame to RGBA, with a tone map unless that is NULL.
bool to_rgba(
    const AVFrame *frame, const CVideoPixels *form, const ToneMap *toneMap, void *rgba, size_t byteCount,
    CVideoFailure *failure);
