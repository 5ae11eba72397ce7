#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gstreamer.h"
#include "pipewire-stream.h"

struct CLivePipeline {
    GstElement *pipeline, *source, *sink;
    GstBus *bus;
    /// The frames of a PipeWire camera, which are pushed automatically.
    CameraStream *stream;
    bool isTimed;
    /// The GStreamer caps of the stream's last frame.
    char *form;
    /// The pixel formats that bypass the elements, or NULL, and whether the last frame has one of them. It is
    /// then described by `passing`, except for its bytes.
    char *passed;
    bool isPassing;
    CLiveSample passing;
};

static const CLiveElement elements[] = {
    {"appsink", CLIVE_NO_BASE_PLUGINS},
    {"appsrc", CLIVE_NO_BASE_PLUGINS},
    {"videoconvert", CLIVE_NO_BASE_PLUGINS},
    {"videoscale", CLIVE_NO_BASE_PLUGINS},
    {"audioconvert", CLIVE_NO_BASE_PLUGINS},
    {"audioresample", CLIVE_NO_BASE_PLUGINS},
    {"jpegdec", CLIVE_NO_GOOD_PLUGINS},
    {NULL},
};

int64_t clive_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/// Links the device to the elements that `description` names.
static GstElement *join(CLiveDevice *device, bool isTimed, const char *description, CLiveFailure *failure) {
    GError *error = NULL;
    GstElement *rest = gst.gst_parse_bin_from_description(description, 1, &error);
    if (!rest || error) {
        if (rest) gst.gst_object_unref(rest);
        clive_fail_with(failure, error);
        return NULL;
    }
    GstElement *source = clive_device_element(device), *pipeline = gst.gst_pipeline_new(NULL);
    if (!source || !pipeline) {
        if (source) gst.gst_object_unref(source);
        if (pipeline) gst.gst_object_unref(pipeline);
        gst.gst_object_unref(rest);
        clive_fail(failure, CLIVE_NOT_FOUND, "the device is gone");
        return NULL;
    }
    // Some sources do not timestamp by default.
    if (isTimed) gst.g_object_set(source, "do-timestamp", 1, NULL);
    gst.gst_bin_add((GstBin *) pipeline, source);
    gst.gst_bin_add((GstBin *) pipeline, rest);
    if (gst.gst_element_link(source, rest)) return pipeline;
    gst.gst_object_unref(pipeline);
    clive_fail(failure, CLIVE_NO_FORMAT, "");
    return NULL;
}

static GstElement *parse(const char *description, CLiveFailure *failure) {
    static const CLiveElement screen[] = {{"pipewiresrc", CLIVE_NO_PIPEWIRE_PLUGIN}, {NULL}};
    if (strstr(description, screen->name) && !clive_find_elements(screen, failure)) return NULL;
    GError *error = NULL;
    GstElement *pipeline = gst.gst_parse_launch(description, &error);
    if (pipeline && !error) return pipeline;
    if (pipeline) gst.gst_object_unref(pipeline);
    clive_fail_with(failure, error);
    return NULL;
}

/// Makes its timestamps use the monotonic clock, which all pipelines have in common.
static bool set_clock(GstElement *pipeline) {
    GstClock *clock = gst.gst_system_clock_obtain();
    if (!clock) return false;
    gst.gst_pipeline_use_clock((GstPipeline *) pipeline, clock);
    gst.gst_object_unref(clock);
    return true;
}

/// Links an `appsrc` for the frames of a camera to the elements that `description` names.
static GstElement *join_stream(const char *description, CLiveFailure *failure) {
    static const char source[] =
        "appsrc name=source is-live=true format=time max-buffers=1 leaky-type=downstream ! ";
    size_t size = sizeof source + strlen(description);
    char *whole = malloc(size);
    if (!whole) {
        clive_fail_with(failure, NULL);
        return NULL;
    }
    snprintf(whole, size, "%s%s", source, description);
    GstElement *pipeline = parse(whole, failure);
    free(whole);
    return pipeline;
}

CLivePipeline *clive_pipeline_create(
    CLiveDevice *device, const CLiveFormat *form, bool isTimed, const char *description, const char *passed,
    CLiveFailure *failure) {
    if (!gstreamer_load(failure) || !clive_find_elements(elements, failure)) return NULL;
    CLivePipeline *pipeline = calloc(1, sizeof *pipeline);
    if (!pipeline) {
        clive_fail_with(failure, NULL);
        return NULL;
    }
    bool isStreamed = device && clive_device_is_of_pipewire(device);
    if (passed) pipeline->passed = strdup(passed);
    if (isStreamed) pipeline->stream = clive_device_stream(device, form, failure);
    if (isStreamed && pipeline->stream) pipeline->pipeline = join_stream(description, failure);
    if (!isStreamed) {
        pipeline->pipeline =
            device ? join(device, isTimed, description, failure) : parse(description, failure);
    }
    if (!pipeline->pipeline) {
        camera_stream_close(pipeline->stream);
        free(pipeline->passed);
        free(pipeline);
        return NULL;
    }
    pipeline->source = gst.gst_bin_get_by_name((GstBin *) pipeline->pipeline, "source");
    pipeline->sink = gst.gst_bin_get_by_name((GstBin *) pipeline->pipeline, "sink");
    pipeline->bus = gst.gst_element_get_bus(pipeline->pipeline);
    pipeline->isTimed = isTimed;
    if (pipeline->bus && (!isTimed || set_clock(pipeline->pipeline))) return pipeline;
    clive_fail_with(failure, NULL);
    clive_pipeline_destroy(pipeline);
    return NULL;
}

void clive_pipeline_destroy(CLivePipeline *pipeline) {
    if (!pipeline) return;
    camera_stream_close(pipeline->stream);
    gst.gst_element_set_state(pipeline->pipeline, GST_STATE_NULL);
    if (pipeline->bus) gst.gst_object_unref(pipeline->bus);
    if (pipeline->source) gst.gst_object_unref(pipeline->source);
    if (pipeline->sink) gst.gst_object_unref(pipeline->sink);
    gst.gst_object_unref(pipeline->pipeline);
    free(pipeline->form);
    free(pipeline->passed);
    free(pipeline);
}

bool clive_pipeline_play(CLivePipeline *pipeline, CLiveFailure *failure) {
    if (gst.gst_element_set_state(pipeline->pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE) {
        return true;
    }
    CLiveEvent event;
    while ((event = clive_pipeline_next_event(pipeline, failure)) != CLIVE_NOTHING) {
        if (event == CLIVE_FAILED) return false;
    }
    return clive_fail_with(failure, NULL);
}

static void copy_string(const GstStructure *form, const char *name, char *result, size_t size) {
    const char *text = gst.gst_structure_get_string(form, name);
    snprintf(result, size, "%s", text ? text : "");
}

/// Describes the frames of a format.
static void describe(const GstStructure *form, CLiveSample *result) {
    gst.gst_structure_get_int(form, "width", &result->width);
    gst.gst_structure_get_int(form, "height", &result->height);
    copy_string(form, "format", result->format, sizeof result->format);
    copy_string(form, "colorimetry", result->colorimetry, sizeof result->colorimetry);
    copy_string(form, "chroma-site", result->chromaSite, sizeof result->chromaSite);
    const char *fields = gst.gst_structure_get_string(form, "interlace-mode");
    result->isInterlaced = fields && strcmp(fields, "progressive") != 0;
}

/// True if a list of names separated by commas has one.
static bool has_name(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *found = list; length > 0 && (found = strstr(found, name)); found += length) {
        bool begins = found == list || found[-1] == ',';
        if (begins && (found[length] == ',' || found[length] == '\0')) return true;
    }
    return false;
}

/// Follows the format of the stream's frames.
static bool set_form(CLivePipeline *pipeline, const char *form) {
    if (pipeline->form && strcmp(pipeline->form, form) == 0) return true;
    char *copy = strdup(form);
    GstCaps *caps = gst.gst_caps_from_string(form);
    if (copy && caps) {
        gst.g_object_set(pipeline->source, "caps", caps, NULL);
        free(pipeline->form);
        pipeline->form = copy;
        copy = NULL;
        pipeline->passing = (CLiveSample) {0};
        if (gst.gst_caps_get_size(caps) > 0) {
            describe(gst.gst_caps_get_structure(caps, 0), &pipeline->passing);
        }
        pipeline->isPassing = pipeline->passed && has_name(pipeline->passed, pipeline->passing.format);
    }
    free(copy);
    if (caps) gst.gst_mini_object_unref((GstMiniObject *) caps);
    return caps && pipeline->form && strcmp(pipeline->form, form) == 0;
}

/// Pushes a frame of the stream into the elements after it.
static bool push(CLivePipeline *pipeline, const CameraStreamFrame *frame) {
    GstBuffer *buffer = gst.gst_buffer_new_allocate(NULL, frame->byteCount, NULL);
    if (!buffer) return false;
    gst.gst_buffer_fill(buffer, 0, frame->bytes, frame->byteCount);
    int64_t base = (int64_t) gst.gst_element_get_base_time(pipeline->pipeline);
    GST_BUFFER_PTS(buffer) = frame->time > base ? (uint64_t) (frame->time - base) : 0;
    int result = 0;
    gst.g_signal_emit_by_name(pipeline->source, "push-buffer", buffer, &result);
    gst.gst_mini_object_unref((GstMiniObject *) buffer);
    return result == 0;
}

bool clive_pipeline_pull(CLivePipeline *pipeline, uint64_t wait, CLiveSample *result) {
    GstSample *sample = NULL;
    if (pipeline->stream) {
        CameraStreamFrame frame;
        if (!camera_stream_pull(pipeline->stream, wait, &frame)) return false;
        if (!set_form(pipeline, frame.form)) return false;
        if (pipeline->isPassing) {
            *result = pipeline->passing;
            result->bytes = frame.bytes;
            result->byteCount = frame.byteCount;
            result->time = frame.time;
            return true;
        }
        if (!push(pipeline, &frame)) return false;
    }
    gst.g_signal_emit_by_name(pipeline->sink, "try-pull-sample", wait, &sample);
    if (!sample) return false;
    GstBuffer *buffer = gst.gst_sample_get_buffer(sample);
    GstCaps *caps = gst.gst_sample_get_caps(sample);
    *result = (CLiveSample) {.sample = sample};
    if (caps && gst.gst_caps_get_size(caps) > 0) {
        describe(gst.gst_caps_get_structure(caps, 0), result);
    }
    if (!buffer) return true;
    result->byteCount = gst.gst_buffer_get_size(buffer);
    uint64_t time = GST_BUFFER_PTS(buffer);
    bool isKnown = pipeline->isTimed && time != UINT64_MAX;
    result->time =
        isKnown ? (int64_t) (time + gst.gst_element_get_base_time(pipeline->pipeline)) : clive_now();
    return true;
}

bool clive_sample_copy(const CLiveSample *sample, void *bytes, size_t byteCount) {
    if (sample->bytes) {
        if (byteCount > sample->byteCount) return false;
        memcpy(bytes, sample->bytes, byteCount);
        return true;
    }
    GstBuffer *buffer = gst.gst_sample_get_buffer(sample->sample);
    return buffer && gst.gst_buffer_extract(buffer, 0, bytes, byteCount) == byteCount;
}

void clive_sample_release(CLiveSample *sample) {
    if (sample->sample) gst.gst_mini_object_unref(sample->sample);
    sample->sample = NULL;
}

CLiveEvent clive_pipeline_next_event(const CLivePipeline *pipeline, CLiveFailure *failure) {
    if (pipeline->stream && !camera_stream_check(pipeline->stream, failure)) return CLIVE_FAILED;
    return clive_next_event(pipeline->bus, failure);
}
