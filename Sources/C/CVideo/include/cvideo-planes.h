#pragma once

#include "cvideo-failure.h"

/// How the samples of an uncompressed frame are stored. Planes are contiguous in memory without padding;
/// samples of more than 8 bits take 16.
typedef struct {
    /// The number of the pixel format in FFmpeg's libraries; negative if there is none.
    int pixelFormat;
    int width, height;
    /// 0 unspecified, 1 limited, 2 full.
    int range;
    bool isInterlaced;
    /// The chroma location: the code point of ITU-T H.273 plus 1; 0 if unknown.
    int chromaLocation;
    /// Code points of ITU-T H.273; 0 or 2 if unspecified.
    int primaries, transfer, matrix;
    /// The peak of a PQ source in cd/m²; 0 if unknown.
    float peak;
    /// True if high dynamic range is kept: PQ and HLG then become R'G'B' in the frame's own primaries, with a
    /// tone map for up to 10,000 cd/m² that can be inverted.
    bool keepsRange;
} CVideoPlanes;

/// The number of the pixel format with this name in FFmpeg; negative if there is none.
int cvideo_pixel_format(const char *name);
/// The size of a frame in bytes; 0 if there is no such pixel format, or the frame is too large.
size_t cvideo_planes_size(const CVideoPlanes *planes);
/// Bits per channel that RGBA needs to represent the frame without loss: 8 or 16.
int cvideo_planes_bits(const CVideoPlanes *planes);
/// True if the levels of luma and chroma have the full range.
bool cvideo_planes_are_full(const CVideoPlanes *planes);

/// How a frame is converted to RGBA.
typedef struct {
    /// 8 or 16 bits per channel.
    int bits;
    int quarterTurns;
    bool isMirrored;
} CVideoPixels;

/// Converts a frame to RGBA without padding.
bool cvideo_planes_to_rgba(
    const CVideoPlanes *planes, const void *bytes, const CVideoPixels *form, void *rgba, size_t byteCount,
    CVideoFailure *failure);

/// True if `cvideo_planes_from_rgba` can make such a frame: one of planar YCbCr, or of NV12, whose chroma is
/// sited at the left, in the middle of two rows.
bool cvideo_planes_can_be_made(const CVideoPlanes *planes);

/// Converts RGBA without padding, of the same size, to the samples of a frame. Without alpha in the frame,
/// transparent pixels are blended over white.
///
/// - bits: 8 or 16 for each channel of RGBA.
/// - hasAlpha: whether pixels may be transparent.
/// - bytes: space for the samples, of `cvideo_planes_size` bytes.
bool cvideo_planes_from_rgba(
    const CVideoPlanes *planes, const void *rgba, int bits, bool hasAlpha, void *bytes,
    CVideoFailure *failure);

/// A plane as a texture.
typedef struct {
    /// From the frame's first byte.
    size_t offset;
    /// In texels.
    int width, height;
    int samplesPerTexel, bytesPerSample;
} CVideoPlane;

/// Where the samples of a component are: that of the column x is in the texel x × step + first of its row.
typedef struct {
    int plane, channel, step, first;
    /// A sample's level is in `bits` bits, from the bit `shift` on.
    int shift, bits;
} CVideoComponent;

/// What turns R'G'B' of a frame into that of a display with the primaries of BT.709.
typedef enum {
    CVIDEO_NO_TONE_MAP,
    /// High dynamic range, ITU-R BT.2100.
    CVIDEO_PQ,
    CVIDEO_HLG,
    /// A power function, and the inverse of sRGB's.
    CVIDEO_GAMMA,
    CVIDEO_SRGB,
} CVideoToneMap;

/// How the samples of a frame become R'G'B'.
typedef struct {
    /// Luma or gray, Cb, Cr and alpha, or red, green, blue and alpha.
    bool isYCbCr, isGray, hasAlpha, isInterlaced;
    /// Chroma subsampling, as log2 of the factors.
    int log2Across, log2Down;
    /// The location of the first chroma sample in luma pixels: horizontally, and vertically in a progressive
    /// frame.
    float sitingAcross, sitingDown;
    /// R'G'B' in 0...1 = matrix × levels + offset, and alpha = scale × level.
    float matrix[3][3], offset[3], alphaScale;
    CVideoToneMap toneMap;
    /// The exponent of CVIDEO_GAMMA, or the peak of the tone map in cd/m².
    float toneParameter;
    /// From the frame's linear light to BT.709's, by rows; unused if `isInvertible`.
    float primaries[9];
    /// True if the tone map has an inverse, which the samples are made with.
    bool isInvertible;
} CVideoConversion;

/// How R'G'B' in 0...1 becomes the samples of a frame.
typedef struct {
    /// Levels = weights × R'G'B' + offset, and the level of alpha = alphaScale × alpha.
    float weights[3][3], offset[3], alphaScale;
    /// The highest level, which pure colors may exceed.
    float most;
} CVideoEncoding;

/// The same for a device that reads and writes planes as textures.
typedef struct {
    int planeCount, componentCount;
    CVideoPlane planes[4];
    CVideoComponent components[4];
    CVideoConversion conversion;
    CVideoEncoding encoding;
} CVideoLayout;

/// False if textures cannot hold the samples: those of a palette, in the other byte order, or in parts of
/// bytes.
bool cvideo_planes_layout(const CVideoPlanes *planes, CVideoLayout *layout);
