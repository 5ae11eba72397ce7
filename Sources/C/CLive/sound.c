#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gstreamer.h"

enum {
    RATE = 48000,
    BYTES_PER_SAMPLE = 2 * sizeof(float),
};

static const char form[] = "audio/x-raw,format=F32LE,layout=interleaved,rate=48000,channels=2";

struct CLiveSound {
    GstElement *pipeline, *source, *volume;
    GstBus *bus;
    GstCaps *caps;
    GstSegment *segment;
    uint64_t start;
    int64_t pushed;
};

static const CLiveElement elements[] = {
    {"appsrc", CLIVE_NO_BASE_PLUGINS},
    {"audioconvert", CLIVE_NO_BASE_PLUGINS},
    {"audioresample", CLIVE_NO_BASE_PLUGINS},
    {"volume", CLIVE_NO_BASE_PLUGINS},
    {"scaletempo", CLIVE_NO_GOOD_PLUGINS},
    {"autoaudiosink", CLIVE_NO_GOOD_PLUGINS},
    {NULL},
};

/// Creates the segment, from which `scaletempo` gets the rate and the sink the position of the audio.
static bool make_segment(CLiveSound *sound, double rate) {
    sound->segment = gst.gst_segment_new();
    if (!sound->segment) return false;
    gst.gst_segment_init(sound->segment, GST_FORMAT_TIME);
    int isChanged;
    return gst.gst_segment_do_seek(
        sound->segment, rate, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE, GST_SEEK_TYPE_SET, sound->start,
        GST_SEEK_TYPE_NONE, UINT64_MAX, &isChanged);
}

static GstElement *find(CLiveSound *sound, const char *name) {
    return gst.gst_bin_get_by_name((GstBin *) sound->pipeline, name);
}

CLiveSound *clive_sound_create(const char *sink, double start, double rate, CLiveFailure *failure) {
    if (!gstreamer_load(failure) || !clive_find_elements(elements, failure)) return NULL;
    CLiveSound *sound = calloc(1, sizeof *sound);
    char description[1000];
    snprintf(
        description, sizeof description,
        "appsrc name=source format=time handle-segment-change=true max-bytes=0 ! audioconvert ! %s audioresample"
        " ! volume name=volume ! %s",
        rate == 1 ? "" : "scaletempo ! audioconvert ! ", sink ? sink : "autoaudiosink");
    GError *error = NULL;
    if (sound) sound->pipeline = gst.gst_parse_launch(description, &error);
    if (!sound || !sound->pipeline || error) {
        clive_fail_with(failure, error);
        clive_sound_destroy(sound);
        return NULL;
    }
    sound->start = start > 0 ? (uint64_t) llround(start * 1e9) : 0;
    sound->source = find(sound, "source");
    sound->volume = find(sound, "volume");
    sound->bus = gst.gst_element_get_bus(sound->pipeline);
    sound->caps = gst.gst_caps_from_string(form);
    if (!sound->source || !sound->volume || !sound->bus || !sound->caps || !make_segment(sound, rate)) {
        clive_fail_with(failure, NULL);
        clive_sound_destroy(sound);
        return NULL;
    }
    gst.g_object_set(sound->source, "caps", sound->caps, NULL);
    return sound;
}

void clive_sound_destroy(CLiveSound *sound) {
    if (!sound) return;
    if (sound->pipeline) gst.gst_element_set_state(sound->pipeline, GST_STATE_NULL);
    if (sound->segment) gst.gst_segment_free(sound->segment);
    if (sound->caps) gst.gst_mini_object_unref((GstMiniObject *) sound->caps);
    if (sound->bus) gst.gst_object_unref(sound->bus);
    if (sound->source) gst.gst_object_unref(sound->source);
    if (sound->volume) gst.gst_object_unref(sound->volume);
    if (sound->pipeline) gst.gst_object_unref(sound->pipeline);
    free(sound);
}

static uint64_t duration(int64_t samples) { return (uint64_t) samples * 1000000000 / RATE; }

bool clive_sound_push(CLiveSound *sound, const float *samples, int count) {
    size_t size = (size_t) count * BYTES_PER_SAMPLE;
    GstBuffer *buffer = gst.gst_buffer_new_allocate(NULL, size, NULL);
    if (!buffer) return false;
    gst.gst_buffer_fill(buffer, 0, samples, size);
    GST_BUFFER_PTS(buffer) = sound->start + duration(sound->pushed);
    GST_BUFFER_DURATION(buffer) = duration(sound->pushed + count) - duration(sound->pushed);
    sound->pushed += count;
    GstSample *sample = gst.gst_sample_new(buffer, sound->caps, sound->segment, NULL);
    gst.gst_mini_object_unref((GstMiniObject *) buffer);
    int result = 0;
    gst.g_signal_emit_by_name(sound->source, "push-sample", sample, &result);
    gst.gst_mini_object_unref((GstMiniObject *) sample);
    return result == 0;
}

void clive_sound_end(CLiveSound *sound) {
    int result;
    gst.g_signal_emit_by_name(sound->source, "end-of-stream", &result);
}

int clive_sound_queued(const CLiveSound *sound) {
    uint64_t bytes = 0;
    gst.g_object_get(sound->source, "current-level-bytes", &bytes, NULL);
    return (int) (bytes / BYTES_PER_SAMPLE);
}

bool clive_sound_play(CLiveSound *sound) {
    return gst.gst_element_set_state(sound->pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE;
}

double clive_sound_position(const CLiveSound *sound) {
    int64_t position;
    bool isKnown =
        gst.gst_element_query_position(sound->pipeline, GST_FORMAT_TIME, &position) && position >= 0;
    return isKnown ? position / 1e9 : NAN;
}

void clive_sound_set_gain(CLiveSound *sound, double gain) {
    gst.g_object_set(sound->volume, "volume", gain, NULL);
}

CLiveEvent clive_sound_next_event(const CLiveSound *sound, CLiveFailure *failure) {
    return clive_next_event(sound->bus, failure);
}
