#include "libav.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct LibAV libav;

/// The most bytes the libraries may request at once, more than a frame or a packet of any real video has: a damaged file of
/// a kilobyte may tell of a piece of two gigabytes.
enum { MOST_BYTES = 1 << 30 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[CVIDEO_MESSAGE_SIZE];

/// How often a library has told of an error on this thread.
static _Thread_local int64_t complaints;

/// Whether a library has told of protected contents on this thread.
static _Thread_local bool isProtected;

int64_t cvideo_complaints(void) { return complaints; }

bool cvideo_has_heard_of_protection(void) { return isProtected; }

void cvideo_forget_protection(void) { isProtected = false; }

/// The libraries would write to standard error of their own accord.
static void hear(void *source, int level, const char *format, va_list words) {
    // Above the lowest byte is a color.
    if ((level & 0xFF) <= AV_LOG_ERROR) complaints++;
    if ((level & 0xFF) <= AV_LOG_WARNING && strstr(format, "DRM protected stream")) isProtected = true;
}

static void load(void) {
    // Of the versions whose headers this was compiled with: structures differ between versions.
    bool isLoaded = LAZY_LOAD(
        libav, LIBAV_FUNCTIONS, problem, LAZY_FILE("avutil", LIBAVUTIL_VERSION_MAJOR),
        LAZY_FILE("swresample", LIBSWRESAMPLE_VERSION_MAJOR), LAZY_FILE("avcodec", LIBAVCODEC_VERSION_MAJOR),
        LAZY_FILE("avformat", LIBAVFORMAT_VERSION_MAJOR));
    if (!isLoaded) return;
    libav.av_log_set_callback(hear);
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
    const char *message = "FFmpeg's libraries refuse it";
    if (error == AVERROR(ENOMEM)) {
        kind = CVIDEO_NO_MEMORY;
        message = "";
    } else if (error == AVERROR_INVALIDDATA || error == AVERROR_EOF) {
        kind = CVIDEO_DAMAGED;
        message = "its data is wrong or ends too early";
    } else if (error == AVERROR_PATCHWELCOME || error == AVERROR(ENOSYS)) {
        kind = CVIDEO_UNSUPPORTED;
        message = "it has something that FFmpeg's libraries do not support";
    } else if (AVUNERROR(error) > 0 && AVUNERROR(error) < 200 && error != AVERROR(EINVAL)) {
        // Tags made of letters are larger; EINVAL is what the libraries say of everything they do not like.
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
