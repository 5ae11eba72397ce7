#pragma once

// libjxl, which `libjxl_problem` loads on demand: with its dependencies it takes longer to load than a small
// picture takes to decode.

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/resizable_parallel_runner.h>
#include <jxl/version.h>

#include "lazy-library.h"

#define LIBJXL_FUNCTIONS(F) \
    F(JxlColorEncodingSetToSRGB) \
    F(JxlDecoderCloseInput) \
    F(JxlDecoderCreate) \
    F(JxlDecoderDestroy) \
    F(JxlDecoderFlushImage) \
    F(JxlDecoderGetBasicInfo) \
    F(JxlDecoderGetBoxType) \
    F(JxlDecoderGetColorAsEncodedProfile) \
    F(JxlDecoderGetColorAsICCProfile) \
    F(JxlDecoderGetExtraChannelInfo) \
    F(JxlDecoderGetICCProfileSize) \
    F(JxlDecoderProcessInput) \
    F(JxlDecoderReleaseBoxBuffer) \
    F(JxlDecoderSetBoxBuffer) \
    F(JxlDecoderSetDecompressBoxes) \
    F(JxlDecoderSetImageOutBuffer) \
    F(JxlDecoderSetInput) \
    F(JxlDecoderSetKeepOrientation) \
    F(JxlDecoderSetParallelRunner) \
    F(JxlDecoderSetPreferredColorProfile) \
    F(JxlDecoderSetUnpremultiplyAlpha) \
    F(JxlDecoderSkipFrames) \
    F(JxlDecoderSubscribeEvents) \
    F(JxlEncoderAddBox) \
    F(JxlEncoderAddImageFrame) \
    F(JxlEncoderCloseBoxes) \
    F(JxlEncoderCloseInput) \
    F(JxlEncoderCreate) \
    F(JxlEncoderDestroy) \
    F(JxlEncoderFrameSettingsCreate) \
    F(JxlEncoderInitBasicInfo) \
    F(JxlEncoderInitFrameHeader) \
    F(JxlEncoderProcessOutput) \
    F(JxlEncoderSetBasicInfo) \
    F(JxlEncoderSetColorEncoding) \
    F(JxlEncoderSetFrameDistance) \
    F(JxlEncoderSetFrameHeader) \
    F(JxlEncoderSetFrameLossless) \
    F(JxlEncoderSetICCProfile) \
    F(JxlEncoderSetParallelRunner) \
    F(JxlEncoderUseBoxes) \
    F(JxlResizableParallelRunner) \
    F(JxlResizableParallelRunnerCreate) \
    F(JxlResizableParallelRunnerDestroy) \
    F(JxlResizableParallelRunnerSetThreads) \
    F(JxlResizableParallelRunnerSuggestThreads)

/// The functions used; call them only after `libjxl_problem` has returned null.
extern struct LibJXL { LIBJXL_FUNCTIONS(LAZY_FUNCTION) } libjxl;

/// Loads libjxl on the first call. Returns null, or the reason why libjxl cannot be used.
const char *libjxl_problem(void);

// Before version 0.8 these three took a pixel format, which they ignored.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define LIBJXL_UNUSED_FORMAT NULL,
#else
#define LIBJXL_UNUSED_FORMAT
#endif

static inline JxlDecoderStatus libjxl_get_color_encoding(
    const JxlDecoder *decoder, JxlColorProfileTarget target, JxlColorEncoding *encoding) {
    return libjxl.JxlDecoderGetColorAsEncodedProfile(decoder, LIBJXL_UNUSED_FORMAT target, encoding);
}

static inline JxlDecoderStatus libjxl_get_profile_size(
    const JxlDecoder *decoder, JxlColorProfileTarget target, size_t *size) {
    return libjxl.JxlDecoderGetICCProfileSize(decoder, LIBJXL_UNUSED_FORMAT target, size);
}

static inline JxlDecoderStatus libjxl_get_profile(
    const JxlDecoder *decoder, JxlColorProfileTarget target, uint8_t *profile, size_t size) {
    return libjxl.JxlDecoderGetColorAsICCProfile(decoder, LIBJXL_UNUSED_FORMAT target, profile, size);
}
