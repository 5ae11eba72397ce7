#include "pipewire.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <spa/utils/defs.h>

#include "clive-pipewire.h"
#include "gstreamer.h"

struct PipeWire pw;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[CLIVE_MESSAGE_SIZE];

static void load(void) {
    if (LAZY_LOAD(pw, PIPEWIRE_FUNCTIONS, problem, "libpipewire-0.3.so.0")) pw.pw_init(NULL, NULL);
}

bool pipewire_load(CLiveFailure *failure) {
    pthread_once(&once, load);
    return !problem[0] || clive_fail(failure, CLIVE_NO_LIBRARY, problem);
}

struct CLivePipeWire {
    struct pw_thread_loop *loop;
    struct pw_stream *stream;
    int width, height, rate;
    /// The newest frame, which its owner keeps until it is released, and PipeWire's last error message; used
    /// with the loop's lock held.
    const void *frame;
    void *owner;
    void (*release)(void *owner);
    int64_t time;
    uint64_t count;
    bool isStreaming, isLost;
    char error[CLIVE_MESSAGE_SIZE];
};

static int stride(const CLivePipeWire *source) { return 2 * source->width; }

static size_t frame_size(const CLivePipeWire *source) { return (size_t) stride(source) * source->height; }

// Called by the loop's thread, with the lock held

static void note_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    CLivePipeWire *source = data;
    source->isStreaming = state == PW_STREAM_STATE_STREAMING;
    // The stream is left unconnected if the daemon has ended, or the node was removed.
    if (state > PW_STREAM_STATE_UNCONNECTED) return;
    source->isLost = true;
    if (error) snprintf(source->error, sizeof source->error, "%s", error);
}

static void set_buffers(void *data, uint32_t id, const struct spa_pod *format) {
    CLivePipeWire *source = data;
    if (id != SPA_PARAM_Format || !format) return;
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
            SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(4, 2, 16),
            SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
            SPA_PARAM_BUFFERS_size, SPA_POD_Int((int) frame_size(source)),
            SPA_PARAM_BUFFERS_stride, SPA_POD_Int(stride(source))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta,
            SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw.pw_stream_update_params(source->stream, params, 2);
}

static void fill_buffer(void *data) {
    CLivePipeWire *source = data;
    struct pw_buffer *buffer = pw.pw_stream_dequeue_buffer(source->stream);
    if (!buffer) return;
    struct spa_data *plane = &buffer->buffer->datas[0];
    size_t size = frame_size(source);
    if (source->frame && plane->data && plane->maxsize >= size) {
        memcpy(plane->data, source->frame, size);
        plane->chunk->offset = 0;
        plane->chunk->stride = stride(source);
        plane->chunk->size = (uint32_t) size;
        struct spa_meta_header *header =
            spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
        if (header) {
            header->pts = source->time;
            header->flags = 0;
            header->seq = source->count++;
            header->dts_offset = 0;
        }
    }
    pw.pw_stream_queue_buffer(source->stream, buffer);
}

static const struct pw_stream_events events = {
    .version = PW_VERSION_STREAM_EVENTS,
    .state_changed = note_state,
    .param_changed = set_buffers,
    .process = fill_buffer,
};

// For callers

static bool connect_stream(CLivePipeWire *source, const char *name, CLiveFailure *failure) {
    struct pw_properties *properties = pw.pw_properties_new(
        "media.class", "Video/Source", "media.role", "Camera", "node.name", name, "node.description", name,
        "node.nick", name, NULL);
    source->stream = pw.pw_stream_new_simple(
        pw.pw_thread_loop_get_loop(source->loop), name, properties, &events, source);
    if (!source->stream) return clive_fail(failure, CLIVE_NOT_FOUND, strerror(errno));
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *format = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat,
        SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
        SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw),
        SPA_FORMAT_VIDEO_format, SPA_POD_Id(SPA_VIDEO_FORMAT_YUY2),
        SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(source->width, source->height)),
        SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&SPA_FRACTION(source->rate, 1)));
    // It drives the graph, as a camera does, and does not wait for others.
    int error = pw.pw_stream_connect(
        source->stream, SPA_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS,
        &format, 1);
    return error >= 0 || clive_fail(failure, CLIVE_NOT_FOUND, strerror(-error));
}

static bool begin(CLivePipeWire *source, const char *name, CLiveFailure *failure) {
    source->loop = pw.pw_thread_loop_new("PipeWire", NULL);
    if (!source->loop) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
    return connect_stream(source, name, failure)
        && (pw.pw_thread_loop_start(source->loop) >= 0 || clive_fail(failure, CLIVE_OTHER, strerror(errno)));
}

CLivePipeWire *clive_pipewire_create(
    const char *name, int width, int height, int rate, CLiveFailure *failure) {
    if (!pipewire_load(failure)) return NULL;
    CLivePipeWire *source = calloc(1, sizeof *source);
    if (!source) {
        clive_fail(failure, CLIVE_OTHER, strerror(errno));
        return NULL;
    }
    source->width = width;
    source->height = height;
    source->rate = rate;
    if (begin(source, name, failure)) return source;
    clive_pipewire_destroy(source);
    return NULL;
}

void clive_pipewire_destroy(CLivePipeWire *source) {
    if (!source) return;
    if (source->loop) pw.pw_thread_loop_stop(source->loop);
    if (source->stream) pw.pw_stream_destroy(source->stream);
    if (source->loop) pw.pw_thread_loop_destroy(source->loop);
    if (source->owner) source->release(source->owner);
    free(source);
}

/// To be called with the loop's lock held.
static bool check(const CLivePipeWire *source, CLiveFailure *failure) {
    return !source->isLost || clive_fail(failure, CLIVE_NOT_FOUND, source->error);
}

bool clive_pipewire_is_connected(CLivePipeWire *source, CLiveFailure *failure) {
    pw.pw_thread_loop_lock(source->loop);
    bool isConnected = check(source, failure);
    pw.pw_thread_loop_unlock(source->loop);
    return isConnected;
}

bool clive_pipewire_show(
    CLivePipeWire *source, const void *bytes, size_t byteCount, int64_t time, void *owner,
    void (*release)(void *owner), CLiveFailure *failure) {
    if (byteCount != frame_size(source)) {
        release(owner);
        return clive_fail(failure, CLIVE_NO_FORMAT, "");
    }
    pw.pw_thread_loop_lock(source->loop);
    bool isConnected = check(source, failure);
    void *previous = source->owner;
    source->frame = bytes;
    source->owner = owner;
    source->release = release;
    source->time = time;
    if (isConnected && source->isStreaming) pw.pw_stream_trigger_process(source->stream);
    pw.pw_thread_loop_unlock(source->loop);
    if (previous) release(previous);
    return isConnected;
}
