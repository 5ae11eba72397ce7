#include "libav.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

struct LibAV libav;

#define TEXT(name) TEXT_OF(name)
#define TEXT_OF(name) #name

/// A library of the version whose headers this was compiled with: structures differ between versions.
#define LIBRARY(name, version) "lib" name ".so." TEXT(version)

#define LOAD_FUNCTION(function) \
    if (!(libav.function = dlsym(library, #function))) goto missing;

/// The most bytes the libraries may request at once, more than a frame or a packet of any real video has: a damaged file of
/// a kilobyte may tell of a piece of two gigabytes.
enum { MOST_BYTES = 1 << 30 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[CVIDEO_MESSAGE_SIZE];

/// How often a library has told of an error on this thread.
static _Thread_local int64_t complaints;

int64_t cvideo_complaints(void) { return complaints; }

/// The libraries would write to standard error of their own accord.
static void hear(void *source, int level, const char *format, va_list words) {
    // Above the lowest byte is a color.
    if ((level & 0xFF) <= AV_LOG_ERROR) complaints++;
}

static void *open_library(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) snprintf(problem, sizeof problem, "%s", dlerror());
    return library;
}

static void load(void) {
    void *library;
    if (!(library = open_library(LIBRARY("avutil", LIBAVUTIL_VERSION_MAJOR)))) return;
    LIBAVUTIL_FUNCTIONS(LOAD_FUNCTION)
    if (!(library = open_library(LIBRARY("swresample", LIBSWRESAMPLE_VERSION_MAJOR)))) return;
    LIBSWRESAMPLE_FUNCTIONS(LOAD_FUNCTION)
    if (!(library = open_library(LIBRARY("avcodec", LIBAVCODEC_VERSION_MAJOR)))) return;
    LIBAVCODEC_FUNCTIONS(LOAD_FUNCTION)
    if (!(library = open_library(LIBRARY("avformat", LIBAVFORMAT_VERSION_MAJOR)))) return;
    LIBAVFORMAT_FUNCTIONS(LOAD_FUNCTION)
    libav.av_log_set_callback(hear);
    libav.av_max_alloc(MOST_BYTES);
    return;
missing:
    snprintf(problem, sizeof problem, "%s", dlerror());
}

bool cvideo_load(CVideoFailure *failure) {
    pthread_once(&once, load);
    return !problem[0] || cvideo_fail(failure, CVIDEO_NO_LIBRARY, problem);
}

bool cvideo_fail(CVideoFailure *failure, CVideoFailureKind kind, const char *message) {
    failure->kind = kind;
    failure->code = 0;
    snprintf(failure->message, sizeof failure->message, "%s", message);
    return false;
}

bool cvideo_fail_with(CVideoFailure *failure, int error) {
    char message[AV_ERROR_MAX_STRING_SIZE] = "";
    libav.av_strerror(error, message, sizeof message);
    CVideoFailureKind kind = CVIDEO_OTHER;
    if (error == AVERROR(ENOMEM)) {
        kind = CVIDEO_NO_MEMORY;
    } else if (error == AVERROR_INVALIDDATA || error == AVERROR_EOF) {
        kind = CVIDEO_DAMAGED;
    } else if (error == AVERROR_DECODER_NOT_FOUND || error == AVERROR_ENCODER_NOT_FOUND) {
        kind = CVIDEO_NO_CODEC;
    } else if (AVUNERROR(error) > 0 && AVUNERROR(error) < 200 && error != AVERROR(EINVAL)) {
        // Tags made of letters are larger; EINVAL is what the libraries say of everything they do not like.
        kind = CVIDEO_SYSTEM;
    }
    cvideo_fail(failure, kind, message);
    failure->code = kind == CVIDEO_SYSTEM || error == AVERROR(EINVAL) ? AVUNERROR(error) : 0;
    return false;
}
