#pragma once

#include "libav.h"

/// RGBA without padding, with straight alpha.
typedef struct {
    const void *bytes;
    int width, height;
    /// 8 or 16 bits per channel.
    int bits;
    /// True if pixels may be transparent.
    bool hasAlpha;
} Picture;

/// True if this pixel format can be written.
bool from_rgba_knows(enum AVPixelFormat format);

/// Converts a picture to the pixel format and color space of a frame, which has the same size or a larger
/// one; in that case the last column and row are repeated. If the frame has no alpha, transparent pixels are
/// blended over white.
///
/// Chroma is sited as in MPEG-2 and H.264: horizontally at the left of two pixels, vertically between two
/// rows. YCbCr has the frame's range.
///
/// - byField: whether the chroma of the two fields is kept separate.
bool from_rgba(const Picture *picture, bool byField, AVFrame *frame, CVideoFailure *failure);
