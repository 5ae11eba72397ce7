#pragma once

#include "cvideo-failure.h"

/// Uncompressed planar frames: the planes are contiguous in memory without padding, samples of more than 8
/// bits take 16.
typedef struct {
    /// FFmpeg's name of the pixel format.
    const char *pixelFormat;
    int width, height;
    /// 0 unspecified, 1 limited, 2 full.
    int range;
    bool isInterlaced;
    /// The chroma location: the code point of ITU-T H.273 plus 1; 0 if unknown.
    int chromaLocation;
} CVideoPlanes;

/// The size of a frame in bytes; 0 if there is no such pixel format, or the frame is too large.
size_t cvideo_planes_size(const CVideoPlanes *planes);
/// Bits per channel that RGBA needs to represent the frame without loss: 8 or 16.
int cvideo_planes_bits(const CVideoPlanes *planes);
/// True if the levels of luma and chroma have the full range.
bool cvideo_planes_are_full(const CVideoPlanes *planes);
/// Converts a frame to RGBA without padding, with this many bits per channel.
bool cvideo_planes_to_rgba(
    const CVideoPlanes *planes, const void *bytes, int bits, void *rgba, size_t byteCount,
    CVideoFailure *failure);
