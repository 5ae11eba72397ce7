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

/// The range of the levels of luma and chroma: limited or full, or unspecified if colors are stored as red,
/// green and blue.
///
/// - declared: the range according to the file.
enum AVColorRange stored_range(enum AVPixelFormat format, enum AVColorRange declared);

/// Kr and Kb of a frame's matrix; if unspecified, chosen by the picture's size.
void luma_weights(const AVFrame *frame, double *red, double *blue);
