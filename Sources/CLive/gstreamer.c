#include "gstreamer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct GStreamer gst;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CLiveFailure problem;
static bool isLoaded;

#define LOAD_FUNCTION(function) \
    if (!(gst.function = dlsym(library, #function))) goto missing;

static void load(void) {
    void *library = dlopen("libgstreamer-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) goto missing;
    GSTREAMER_FUNCTIONS(LOAD_FUNCTION)
    GError *error = NULL;
    isLoaded = gst.gst_init_check(NULL, NULL, &error);
    if (!isLoaded) clive_fail_with(&problem, error);
    return;
missing:
    ;
    const char *reason = dlerror();
    clive_fail(&problem, CLIVE_NO_LIBRARY, reason ? reason : "");
}

bool gstreamer_load(CLiveFailure *failure) {
    pthread_once(&once, load);
    if (!isLoaded) *failure = problem;
    return isLoaded;
}

bool clive_fail(CLiveFailure *failure, CLiveFailureKind kind, const char *message) {
    failure->kind = kind;
    snprintf(failure->message, sizeof failure->message, "%s", message);
    return false;
}

bool clive_fail_with(CLiveFailure *failure, GError *error) {
    const char *message = error ? ((ErrorFields *) error)->message : NULL;
    clive_fail(failure, CLIVE_OTHER, message ? message : "GStreamer gives no reason");
    if (error) gst.g_error_free(error);
    return false;
}
