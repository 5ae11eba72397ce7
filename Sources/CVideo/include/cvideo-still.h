#pragma once

#include "cvideo-failure.h"

/// A picture decoded by one of libavcodec's decoders for stills.
typedef struct CVideoStill CVideoStill;

typedef struct {
    int width, height;
    /// Bits per channel as it is read: 8, 16, or 32 for floats.
    int bits;
    /// How many of them the file has, of 9 to 16; 0 where that is not known.
    int usedBits;
    bool isGray, hasAlpha;
} CVideoStillInfo;

/// Asked once the size is known, before memory is taken for pixels; false to go no further.
typedef bool CVideoStillClaim(const CVideoStillInfo *info, void *context);

/// Decodes the first picture. The bytes need only last for the call.
///
/// - codec: libavcodec's name of the decoder.
/// - Returns: null with `failure` set; its kind is CVIDEO_NO_MEMORY where the claim was refused.
CVideoStill *cvideo_still_create(
    const char *codec, const void *data, size_t length, CVideoStillClaim *claim, void *context, CVideoStillInfo *info,
    CVideoFailure *failure);
/// Writes all pixels as RGBA of the depth told, without padding, as they are stored; gray has three equal channels.
bool cvideo_still_read(const CVideoStill *still, void *rgba, size_t byteCount, CVideoFailure *failure);
void cvideo_still_destroy(CVideoStill *still);

/// Brings RGBA of 16 bits with the signal of HLG or PQ (ITU-R BT.2100) to the range and the primaries of ordinary pictures, in
/// place. PQ's peak is 1000 cd/m². False where memory is short.
///
/// - toSRGB: from linear light of the signal's primaries to that of sRGB's, nine numbers by rows.
bool cvideo_tone_map(bool isHLG, const float *toSRGB, uint16_t *rgba, size_t pixelCount);

/// Encodes linear RGBA floats as an OpenEXR file of floats, compressed by ZIP; release the result with
/// cvideo_still_free. Null with `failure` set.
void *cvideo_encode_exr(
    const float *rgba, int width, int height, bool hasAlpha, size_t *length, CVideoFailure *failure);
void cvideo_still_free(void *bytes);
