#pragma once

#include "cvideo-failure.h"

/// A picture decoded by one of libavcodec's still picture decoders.
typedef struct CVideoStill CVideoStill;

typedef struct {
    int width, height;
    /// Bits per channel after decoding: 8, 16, or 32 for floats.
    int bits;
    /// Significant bits in the file, if 9 to 16; 0 if unknown.
    int usedBits;
    bool isGray, hasAlpha;
} CVideoStillInfo;

/// Called once the size is known, before memory for pixels is allocated; return false to stop.
typedef bool CVideoStillClaim(const CVideoStillInfo *info, void *context);

/// Decodes the first picture. The bytes are only used during the call.
///
/// - codec: libavcodec's name of the decoder.
/// - Returns: null with `failure` set; its kind is CVIDEO_NO_MEMORY if the claim was refused.
CVideoStill *cvideo_still_create(
    const char *codec, const void *data, size_t length, CVideoStillClaim *claim, void *context,
    CVideoStillInfo *info, CVideoFailure *failure);
/// Writes all pixels as RGBA of the stated depth, without padding, with unconverted values; gray has three
/// equal channels.
bool cvideo_still_read(const CVideoStill *still, void *rgba, size_t byteCount, CVideoFailure *failure);
void cvideo_still_destroy(CVideoStill *still);

/// Converts 16-bit RGBA encoded with HLG or PQ (ITU-R BT.2100) to the dynamic range and primaries of ordinary
/// pictures, in place. PQ's peak is 1000 cd/m². False if memory is short.
///
/// - toSRGB: matrix from linear light of the signal's primaries to that of sRGB's, nine numbers by rows.
bool cvideo_tone_map(bool isHLG, const float *toSRGB, uint16_t *rgba, size_t pixelCount);

/// Encodes linear RGBA floats as an OpenEXR file of floats with ZIP compression; release the result with
/// cvideo_still_free. Null with `failure` set on failure.
void *cvideo_encode_exr(
    const float *rgba, int width, int height, bool hasAlpha, size_t *length, CVideoFailure *failure);
void cvideo_still_free(void *bytes);
