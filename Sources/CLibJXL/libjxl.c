// The functions of libjxl that are used here, by their own names.

#include "libjxl.h"

#include <dlfcn.h>
#include <jxl/version.h>
#include <pthread.h>
#include <stdio.h>

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
    F(JxlEncoderUseBoxes)
#define LIBJXL_THREADS_FUNCTIONS(F) \
    F(JxlResizableParallelRunner) \
    F(JxlResizableParallelRunnerCreate) \
    F(JxlResizableParallelRunnerDestroy) \
    F(JxlResizableParallelRunnerSetThreads) \
    F(JxlResizableParallelRunnerSuggestThreads)

#define DECLARE_FUNCTION(name) __typeof__(name) *name;

static struct {
    LIBJXL_FUNCTIONS(DECLARE_FUNCTION)
    LIBJXL_THREADS_FUNCTIONS(DECLARE_FUNCTION)
} libjxl;

#define TEXT(name) TEXT_OF(name)
#define TEXT_OF(name) #name
/// A library of the version whose headers this was compiled with.
#define LIBRARY(name) "lib" name ".so." TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

#define LOAD_FUNCTION(function) \
    if (!(libjxl.function = dlsym(library, #function))) goto missing;

static void load(void) {
    void *library;
    if (!(library = dlopen(LIBRARY("jxl"), RTLD_NOW | RTLD_LOCAL))) goto missing;
    LIBJXL_FUNCTIONS(LOAD_FUNCTION)
    if (!(library = dlopen(LIBRARY("jxl_threads"), RTLD_NOW | RTLD_LOCAL))) goto missing;
    LIBJXL_THREADS_FUNCTIONS(LOAD_FUNCTION)
    return;
missing:
    snprintf(problem, sizeof problem, "%s", dlerror());
}

const char *libjxl_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

#define FUNCTION(result, name, parameters, arguments) \
    result name parameters { \
        pthread_once(&once, load); \
        return libjxl.name arguments; \
    }
#define PROCEDURE(name, parameters, arguments) \
    void name parameters { \
        pthread_once(&once, load); \
        libjxl.name arguments; \
    }

PROCEDURE(JxlColorEncodingSetToSRGB, (JxlColorEncoding *color_encoding, int is_gray), (color_encoding, is_gray))
PROCEDURE(JxlDecoderCloseInput, (JxlDecoder *dec), (dec))
FUNCTION(JxlDecoder *, JxlDecoderCreate, (const JxlMemoryManager *memory_manager), (memory_manager))
PROCEDURE(JxlDecoderDestroy, (JxlDecoder *dec), (dec))
FUNCTION(JxlDecoderStatus, JxlDecoderFlushImage, (JxlDecoder *dec), (dec))
FUNCTION(JxlDecoderStatus, JxlDecoderGetBasicInfo, (const JxlDecoder *dec, JxlBasicInfo *info), (dec, info))
FUNCTION(JxlDecoderStatus, JxlDecoderGetBoxType,
    (JxlDecoder *dec, JxlBoxType type, int decompressed),
    (dec, type, decompressed))
FUNCTION(JxlDecoderStatus, JxlDecoderGetColorAsEncodedProfile,
    (const JxlDecoder *dec, const JxlPixelFormat *unused_format, JxlColorProfileTarget target, JxlColorEncoding *color_encoding),
    (dec, unused_format, target, color_encoding))
FUNCTION(JxlDecoderStatus, JxlDecoderGetColorAsICCProfile,
    (const JxlDecoder *dec, const JxlPixelFormat *unused_format, JxlColorProfileTarget target, uint8_t *icc_profile, size_t size),
    (dec, unused_format, target, icc_profile, size))
FUNCTION(JxlDecoderStatus, JxlDecoderGetExtraChannelInfo,
    (const JxlDecoder *dec, size_t index, JxlExtraChannelInfo *info),
    (dec, index, info))
FUNCTION(JxlDecoderStatus, JxlDecoderGetICCProfileSize,
    (const JxlDecoder *dec, const JxlPixelFormat *unused_format, JxlColorProfileTarget target, size_t *size),
    (dec, unused_format, target, size))
FUNCTION(JxlDecoderStatus, JxlDecoderProcessInput, (JxlDecoder *dec), (dec))
FUNCTION(size_t, JxlDecoderReleaseBoxBuffer, (JxlDecoder *dec), (dec))
FUNCTION(JxlDecoderStatus, JxlDecoderSetBoxBuffer, (JxlDecoder *dec, uint8_t *data, size_t size), (dec, data, size))
FUNCTION(JxlDecoderStatus, JxlDecoderSetDecompressBoxes, (JxlDecoder *dec, int decompress), (dec, decompress))
FUNCTION(JxlDecoderStatus, JxlDecoderSetImageOutBuffer,
    (JxlDecoder *dec, const JxlPixelFormat *format, void *buffer, size_t size),
    (dec, format, buffer, size))
FUNCTION(JxlDecoderStatus, JxlDecoderSetInput, (JxlDecoder *dec, const uint8_t *data, size_t size), (dec, data, size))
FUNCTION(JxlDecoderStatus, JxlDecoderSetKeepOrientation,
    (JxlDecoder *dec, int skip_reorientation),
    (dec, skip_reorientation))
FUNCTION(JxlDecoderStatus, JxlDecoderSetParallelRunner,
    (JxlDecoder *dec, JxlParallelRunner parallel_runner, void *parallel_runner_opaque),
    (dec, parallel_runner, parallel_runner_opaque))
FUNCTION(JxlDecoderStatus, JxlDecoderSetPreferredColorProfile,
    (JxlDecoder *dec, const JxlColorEncoding *color_encoding),
    (dec, color_encoding))
FUNCTION(JxlDecoderStatus, JxlDecoderSetUnpremultiplyAlpha,
    (JxlDecoder *dec, int unpremul_alpha),
    (dec, unpremul_alpha))
PROCEDURE(JxlDecoderSkipFrames, (JxlDecoder *dec, size_t amount), (dec, amount))
FUNCTION(JxlDecoderStatus, JxlDecoderSubscribeEvents, (JxlDecoder *dec, int events_wanted), (dec, events_wanted))
FUNCTION(JxlEncoderStatus, JxlEncoderAddBox,
    (JxlEncoder *enc, const JxlBoxType type, const uint8_t *contents, size_t size, int compress_box),
    (enc, type, contents, size, compress_box))
FUNCTION(JxlEncoderStatus, JxlEncoderAddImageFrame,
    (const JxlEncoderFrameSettings *frame_settings, const JxlPixelFormat *pixel_format, const void *buffer, size_t size),
    (frame_settings, pixel_format, buffer, size))
PROCEDURE(JxlEncoderCloseBoxes, (JxlEncoder *enc), (enc))
PROCEDURE(JxlEncoderCloseInput, (JxlEncoder *enc), (enc))
FUNCTION(JxlEncoder *, JxlEncoderCreate, (const JxlMemoryManager *memory_manager), (memory_manager))
PROCEDURE(JxlEncoderDestroy, (JxlEncoder *enc), (enc))
FUNCTION(JxlEncoderFrameSettings *, JxlEncoderFrameSettingsCreate,
    (JxlEncoder *enc, const JxlEncoderFrameSettings *source),
    (enc, source))
PROCEDURE(JxlEncoderInitBasicInfo, (JxlBasicInfo *info), (info))
PROCEDURE(JxlEncoderInitFrameHeader, (JxlFrameHeader *frame_header), (frame_header))
FUNCTION(JxlEncoderStatus, JxlEncoderProcessOutput,
    (JxlEncoder *enc, uint8_t **next_out, size_t *avail_out),
    (enc, next_out, avail_out))
FUNCTION(JxlEncoderStatus, JxlEncoderSetBasicInfo, (JxlEncoder *enc, const JxlBasicInfo *info), (enc, info))
FUNCTION(JxlEncoderStatus, JxlEncoderSetColorEncoding, (JxlEncoder *enc, const JxlColorEncoding *color), (enc, color))
FUNCTION(JxlEncoderStatus, JxlEncoderSetFrameDistance,
    (JxlEncoderFrameSettings *frame_settings, float distance),
    (frame_settings, distance))
FUNCTION(JxlEncoderStatus, JxlEncoderSetFrameHeader,
    (JxlEncoderFrameSettings *frame_settings, const JxlFrameHeader *frame_header),
    (frame_settings, frame_header))
FUNCTION(JxlEncoderStatus, JxlEncoderSetFrameLossless,
    (JxlEncoderFrameSettings *frame_settings, int lossless),
    (frame_settings, lossless))
FUNCTION(JxlEncoderStatus, JxlEncoderSetICCProfile,
    (JxlEncoder *enc, const uint8_t *icc_profile, size_t size),
    (enc, icc_profile, size))
FUNCTION(JxlEncoderStatus, JxlEncoderSetParallelRunner,
    (JxlEncoder *enc, JxlParallelRunner parallel_runner, void *parallel_runner_opaque),
    (enc, parallel_runner, parallel_runner_opaque))
FUNCTION(JxlEncoderStatus, JxlEncoderUseBoxes, (JxlEncoder *enc), (enc))
FUNCTION(JxlParallelRetCode, JxlResizableParallelRunner,
    (void *runner_opaque, void *jpegxl_opaque, JxlParallelRunInit init, JxlParallelRunFunction func, uint32_t start_range, uint32_t end_range),
    (runner_opaque, jpegxl_opaque, init, func, start_range, end_range))
FUNCTION(void *, JxlResizableParallelRunnerCreate, (const JxlMemoryManager *memory_manager), (memory_manager))
PROCEDURE(JxlResizableParallelRunnerDestroy, (void *runner_opaque), (runner_opaque))
PROCEDURE(JxlResizableParallelRunnerSetThreads,
    (void *runner_opaque, size_t num_threads),
    (runner_opaque, num_threads))
FUNCTION(uint32_t, JxlResizableParallelRunnerSuggestThreads, (uint64_t xsize, uint64_t ysize), (xsize, ysize))
