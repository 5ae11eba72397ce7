#include "gstreamer.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct GStreamer gst;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CLiveFailure problem;
static bool isLoaded;

static void load(void) {
    char reason[CLIVE_MESSAGE_SIZE];
    if (!LAZY_LOAD(gst, GSTREAMER_FUNCTIONS, reason, "libgstreamer-1.0.so.0")) {
        clive_fail(&problem, CLIVE_NO_LIBRARY, reason);
        return;
    }
    GError *error = NULL;
    isLoaded = gst.gst_init_check(NULL, NULL, &error);
    if (!isLoaded) clive_fail_with(&problem, error);
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

/// Classifies an error by the codes of GStreamer's enumerations; its messages are written for developers of
/// pipelines.
static CLiveFailureKind kind_of(const GError *error) {
    const char *domain = gst.g_quark_to_string(error->domain);
    if (!domain) return CLIVE_OTHER;
    if (strcmp(domain, "gst-resource-error-quark") == 0) {
        switch (error->code) {
        case GST_RESOURCE_ERROR_NOT_FOUND: return CLIVE_NOT_FOUND;
        case GST_RESOURCE_ERROR_BUSY: return CLIVE_BUSY;
        case GST_RESOURCE_ERROR_NOT_AUTHORIZED: return CLIVE_DENIED;
        case GST_RESOURCE_ERROR_SETTINGS: return CLIVE_NO_FORMAT;
        // The first code is what sinks report for a server that cannot be reached.
        case GST_RESOURCE_ERROR_FAILED:
        case GST_RESOURCE_ERROR_OPEN_READ:
        case GST_RESOURCE_ERROR_OPEN_WRITE:
        case GST_RESOURCE_ERROR_OPEN_READ_WRITE:
            return CLIVE_NOT_OPENED;
        default: return CLIVE_INTERRUPTED;
        }
    }
    if (strcmp(domain, "gst-stream-error-quark") == 0) {
        switch (error->code) {
        case GST_STREAM_ERROR_WRONG_TYPE:
        case GST_STREAM_ERROR_CODEC_NOT_FOUND:
        case GST_STREAM_ERROR_FORMAT:
            return CLIVE_NO_FORMAT;
        case GST_STREAM_ERROR_DECODE:
        case GST_STREAM_ERROR_DEMUX: return CLIVE_NOT_DECODED;
        default: return CLIVE_INTERRUPTED;
        }
    }
    if (strcmp(domain, "gst-core-error-quark") == 0) {
        switch (error->code) {
        case GST_CORE_ERROR_MISSING_PLUGIN: return CLIVE_NO_ELEMENT;
        case GST_CORE_ERROR_NEGOTIATION:
        case GST_CORE_ERROR_CAPS: return CLIVE_NO_FORMAT;
        case GST_CORE_ERROR_STATE_CHANGE: return CLIVE_NOT_OPENED;
        default: return CLIVE_INTERRUPTED;
        }
    }
    if (strcmp(domain, "gst_parse_error") == 0) {
        switch (error->code) {
        case GST_PARSE_ERROR_NO_SUCH_ELEMENT: return CLIVE_NO_ELEMENT;
        case GST_PARSE_ERROR_LINK: return CLIVE_NO_FORMAT;
        default: return CLIVE_OTHER;
        }
    }
    return CLIVE_OTHER;
}

bool clive_fail_with(CLiveFailure *failure, GError *error) {
    if (!error) return clive_fail(failure, CLIVE_OTHER, "GStreamer gives no reason");
    clive_fail(failure, kind_of(error), "GStreamer gives no reason");
    gst.g_error_free(error);
    return false;
}

bool clive_find_elements(const CLiveElement *elements, CLiveFailure *failure) {
    for (; elements->name; elements++) {
        GstElementFactory *factory = gst.gst_element_factory_find(elements->name);
        if (!factory) return clive_fail(failure, elements->package, elements->name);
        gst.gst_object_unref(factory);
    }
    return true;
}

CLiveEvent clive_next_event(GstBus *bus, CLiveFailure *failure) {
    GstMessage *message =
        gst.gst_bus_pop_filtered(bus, GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
    if (!message) return CLIVE_NOTHING;
    GError *error = NULL;
    char *details = NULL;
    CLiveEvent event = CLIVE_ENDED;
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_ERROR:
        gst.gst_message_parse_error(message, &error, &details);
        event = CLIVE_FAILED;
        break;
    case GST_MESSAGE_WARNING:
        gst.gst_message_parse_warning(message, &error, NULL);
        event = CLIVE_WARNED;
        break;
    default: break;
    }
    gst.gst_mini_object_unref((GstMiniObject *) message);
    if (event != CLIVE_ENDED) clive_fail_with(failure, error);
    // A failed negotiation between elements is reported like any stream error.
    if (details && strstr(details, "not-negotiated")) failure->kind = CLIVE_NO_FORMAT;
    gst.g_free(details);
    return event;
}
