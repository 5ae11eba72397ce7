#pragma once

#include "cvideo-failure.h"

/// Uncompressed frames in planes, one after another in memory without padding, samples of more than 8 bits in 16.
typedef struct {
    /// FFmpeg's name for them.
    const char *pixelFormat;
    int width, height;
    /// 0 not said, 1 limited, 2 full.
    int range;
    bool isInterlaced;
    /// Where chroma lies: the code point of ITU-T H.273 plus 1; 0 where that is not known.
    int chromaLocation;
} CVideoPlanes;

/// The bytes of a frame; 0 where there is no such form, or it is too large.
size_t cvideo_planes_size(const CVideoPlanes *planes);
/// The bits of a channel in which RGBA keeps all of a frame: 8 or 16.
int cvideo_planes_bits(const CVideoPlanes *planes);
/// Whether the levels of luma and chroma have the full range.
bool cvideo_planes_are_full(const CVideoPlanes *planes);
/// Converts a frame to RGBA without padding of so many bits a channel.
bool cvideo_planes_to_rgba(
    const CVideoPlanes *planes, const void *bytes, int bits, void *rgba, size_t byteCount, CVideoFailure *failure);
