#include "libav.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct LibAV libav;

/// The maximum size of a single allocation by the libraries, larger than a frame or a packet of any real
/// video: a damaged file of a kilobyte may claim a piece of two gigabytes.
enum { MOST_BYTES = 1 << 30 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[CVIDEO_MESSAGE_SIZE];

/// Number of errors that the libraries have logged on this thread.
static _Thread_local int64_t complaints;

/// True if a library has logged protected contents on this thread.
static _Thread_local bool isProtected;

int64_t cvideo_complaints(void) { return complaints; }

bool cvideo_has_heard_of_protection(void) { return isProtected; }

void cvideo_forget_protection(void) { isProtected = false; }

/// Replaces the libraries' default logging to standard error.
static void record_message(void *source, int level, const char *format, va_list arguments) {
    // The upper bytes hold a color.
    if ((level & 0xFF) <= AV_LOG_ERROR) complaints++;
    if ((level & 0xFF) <= AV_LOG_WARNING && strstr(format, "DRM protected stream")) isProtected = true;
}

static void load(void) {
    // The versions whose headers this was compiled against, since structures differ between versions.
    bool isLoaded = LAZY_LOAD(
        libav, LIBAV_FUNCTIONS, problem, LAZY_FILE("avutil", LIBAVUTIL_VERSION_MAJOR),
        LAZY_FILE("swresample", LIBSWRESAMPLE_VERSION_MAJOR), LAZY_FILE("avcodec", LIBAVCODEC_VERSION_MAJOR),
        LAZY_FILE("avformat", LIBAVFORMAT_VERSION_MAJOR));
    if (!isLoaded) return;
    libav.av_log_set_callback(record_message);
    libav.av_max_alloc(MOST_BYTES);
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
    CVideoFailureKind kind = CVIDEO_OTHER;
    const char *message = "FFmpeg's libraries reject it";
    if (error == AVERROR(ENOMEM)) {
        kind = CVIDEO_NO_MEMORY;
        message = "";
    } else if (error == AVERROR_INVALIDDATA || error == AVERROR_EOF) {
        kind = CVIDEO_DAMAGED;
        message = "its data is invalid or ends too early";
    } else if (error == AVERROR_PATCHWELCOME || error == AVERROR(ENOSYS)) {
        kind = CVIDEO_UNSUPPORTED;
        message = "it uses a feature that FFmpeg's libraries do not support";
    } else if (AVUNERROR(error) > 0 && AVUNERROR(error) < 200 && error != AVERROR(EINVAL)) {
        // FFERRTAG codes are larger than errno values; EINVAL is the libraries' answer to anything invalid.
        kind = CVIDEO_SYSTEM;
    }
    cvideo_fail(failure, kind, message);
    failure->code = kind == CVIDEO_SYSTEM || error == AVERROR(EINVAL) ? AVUNERROR(error) : 0;
    return false;
}

bool cvideo_fail_at(CVideoFailure *failure, int error, CVideoFailureKind kind, const char *message) {
    return cvideo_fail(failure, error == AVERROR(ENOMEM) ? CVIDEO_NO_MEMORY : kind, message);
}

bool cvideo_fail_by_system(CVideoFailure *failure, int code) {
    cvideo_fail_at(failure, AVERROR(code), CVIDEO_SYSTEM, "");
    failure->code = code;
    return false;
}
