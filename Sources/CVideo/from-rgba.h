#pragma once

#include "libav.h"

/// RGBA without padding, alpha straight.
typedef struct {
    const void *bytes;
    int width, height;
    /// 8 or 16 bits of a channel.
    int bits;
    /// Whether some of it may be transparent.
    bool hasAlpha;
} Picture;

/// Whether pixels of this form can be written.
bool from_rgba_knows(enum AVPixelFormat format);

/// Converts a picture to the pixel format and color space of a frame, which has its size or a larger one: then the
/// last column and row are repeated. Where the frame has no alpha, transparent pixels are blended over white.
///
/// Chroma lies where MPEG-2 and H.264 have it: at the left of two pixels, between two rows. YCbCr has the frame's range.
///
/// - byField: whether the chroma of the two fields is kept apart.
bool from_rgba(const Picture *picture, bool byField, AVFrame *frame, CVideoFailure *failure);
