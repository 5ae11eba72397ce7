#include "pipewire-stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <spa/utils/result.h>

#include "clive-pipeline.h"
#include "gstreamer.h"
#include "pipewire-connection.h"
#include "pipewire-pixels.h"

struct CameraStream {
    Connection *connection;
    struct pw_stream *stream;
    struct spa_hook listener;
    /// The negotiated format; used with the loop's lock held. `pixels` is NULL if frames are JPEG.
    const PixelFormat *pixels;
    int width, height;
    char form[256];
    /// The newest frame, and the one that was taken last.
    Memory newest, taken;
    char takenForm[256];
    int64_t time;
    bool hasNewest, hasFailed;
    char error[CLIVE_MESSAGE_SIZE];
};

// Called by the loop's thread, with the lock held

static void take_frame(void *data) {
    CameraStream *stream = data;
    struct pw_buffer *buffer = pw.pw_stream_dequeue_buffer(stream->stream), *newer;
    if (!buffer) return;
    while ((newer = pw.pw_stream_dequeue_buffer(stream->stream))) {
        pw.pw_stream_queue_buffer(stream->stream, buffer);
        buffer = newer;
    }
    const struct spa_buffer *frame = buffer->buffer;
    bool isWhole = stream->form[0] && frame->n_datas > 0
        && !(frame->datas[0].chunk->flags & SPA_CHUNK_FLAG_CORRUPTED)
        && (stream->pixels
                ? copy_pixels(frame, stream->pixels, stream->width, stream->height, &stream->newest)
                : copy_compressed(frame, &stream->newest));
    pw.pw_stream_queue_buffer(stream->stream, buffer);
    if (!isWhole) return;
    stream->time = clive_now();
    stream->hasNewest = true;
    pw.pw_thread_loop_signal(stream->connection->loop, false);
}

static void note_stream_state(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    CameraStream *stream = data;
    bool hasEnded = state == PW_STREAM_STATE_UNCONNECTED && old != PW_STREAM_STATE_UNCONNECTED;
    if (state != PW_STREAM_STATE_ERROR && !hasEnded) return;
    stream->hasFailed = true;
    snprintf(stream->error, sizeof stream->error, "%s", error ? error : "");
    pw.pw_thread_loop_signal(stream->connection->loop, false);
}

/// Appends a rate to the GStreamer caps.
static void append_rate(CameraStream *stream, struct spa_fraction rate) {
    size_t length = strlen(stream->form);
    snprintf(
        stream->form + length, sizeof stream->form - length, ",framerate=%u/%u", rate.num,
        rate.denom ? rate.denom : 1);
}

static void note_pixels(CameraStream *stream, const struct spa_pod *format) {
    struct spa_video_info_raw info = {0};
    if (spa_format_video_raw_parse(format, &info) < 0) return;
    const PixelFormat *pixels = pixel_format(info.format);
    if (!pixels || info.size.width < 1 || info.size.height < 1) return;
    if (info.size.width > INT16_MAX || info.size.height > INT16_MAX) return;
    stream->pixels = pixels;
    stream->width = (int) info.size.width;
    stream->height = (int) info.size.height;
    int length = snprintf(
        stream->form, sizeof stream->form, "video/x-raw,format=%s,width=%d,height=%d,pixel-aspect-ratio=1/1",
        pixels->name, stream->width, stream->height);
    // SPA and GStreamer use the same numbers for colorimetry.
    if (info.color_range || info.color_matrix || info.transfer_function || info.color_primaries) {
        snprintf(
            stream->form + length, sizeof stream->form - length, ",colorimetry=(string)%d:%d:%d:%d",
            info.color_range, info.color_matrix, info.transfer_function, info.color_primaries);
    }
    append_rate(stream, info.framerate);
}

static void note_jpeg(CameraStream *stream, const struct spa_pod *format) {
    struct spa_video_info_mjpg info = {0};
    if (spa_format_video_mjpg_parse(format, &info) < 0) return;
    stream->pixels = NULL;
    snprintf(
        stream->form, sizeof stream->form, "image/jpeg,width=%u,height=%u,pixel-aspect-ratio=1/1",
        info.size.width, info.size.height);
    append_rate(stream, info.framerate);
}

static void note_format(void *data, uint32_t kind, const struct spa_pod *format) {
    CameraStream *stream = data;
    uint32_t type, subtype;
    if (kind != SPA_PARAM_Format || !format) return;
    stream->form[0] = '\0';
    // A waiting frame has the previous format.
    stream->hasNewest = false;
    if (spa_format_parse(format, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video) return;
    if (subtype == SPA_MEDIA_SUBTYPE_raw) note_pixels(stream, format);
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg) note_jpeg(stream, format);
    uint8_t bytes[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *buffers = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
        SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(8, 2, 32),
        SPA_PARAM_BUFFERS_dataType,
        SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemPtr) | (1 << SPA_DATA_MemFd) | (1 << SPA_DATA_DmaBuf)));
    pw.pw_stream_update_params(stream->stream, &buffers, 1);
}

static const struct pw_stream_events streamEvents = {
    .version = PW_VERSION_STREAM_EVENTS,
    .state_changed = note_stream_state,
    .param_changed = note_format,
    .process = take_frame,
};

/// The requested format, or any.
static const struct spa_pod *wanted(struct spa_pod_builder *builder, const CLiveFormat *form) {
    struct spa_pod_frame object, choice;
    bool isCompressed = form && strcmp(form->media, "image/jpeg") == 0;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(isCompressed ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
    if (!isCompressed) {
        spa_pod_builder_prop(builder, SPA_FORMAT_VIDEO_format, 0);
        spa_pod_builder_push_choice(builder, &choice, SPA_CHOICE_Enum, 0);
        spa_pod_builder_id(builder, pixelFormats[0].format);
        for (int index = 0; index < pixelFormatCount; index++) {
            spa_pod_builder_id(builder, pixelFormats[index].format);
        }
        spa_pod_builder_pop(builder, &choice);
    }
    if (form) {
        spa_pod_builder_add(
            builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(form->width, form->height)), 0);
    } else {
        spa_pod_builder_add(
            builder, SPA_FORMAT_VIDEO_size,
            SPA_POD_CHOICE_RANGE_Rectangle(
                &SPA_RECTANGLE(1280, 720), &SPA_RECTANGLE(1, 1), &SPA_RECTANGLE(INT16_MAX, INT16_MAX)),
            0);
    }
    if (form && form->rateNumerator > 0) {
        spa_pod_builder_add(
            builder, SPA_FORMAT_VIDEO_framerate,
            SPA_POD_Fraction(&SPA_FRACTION(form->rateNumerator, form->rateDenominator)), 0);
    } else {
        spa_pod_builder_add(
            builder, SPA_FORMAT_VIDEO_framerate,
            SPA_POD_CHOICE_RANGE_Fraction(&SPA_FRACTION(30, 1), &SPA_FRACTION(0, 1), &SPA_FRACTION(1000, 1)),
            0);
    }
    return spa_pod_builder_pop(builder, &object);
}

/// To be called with the loop's lock held.
static bool connect_stream(
    CameraStream *stream, uint64_t serial, const CLiveFormat *form, CLiveFailure *failure) {
    char target[32];
    snprintf(target, sizeof target, "%llu", (unsigned long long) serial);
    struct pw_properties *properties = pw.pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera",
        PW_KEY_TARGET_OBJECT, target, PW_KEY_NODE_DONT_RECONNECT, "true", NULL);
    stream->stream = pw.pw_stream_new(stream->connection->core, "Glint", properties);
    if (!stream->stream) return clive_fail(failure, CLIVE_NOT_FOUND, strerror(errno));
    pw.pw_stream_add_listener(stream->stream, &stream->listener, &streamEvents, stream);
    uint8_t bytes[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *format = wanted(&builder, form);
    int error = pw.pw_stream_connect(
        stream->stream, SPA_DIRECTION_INPUT, PW_ID_ANY,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, &format, 1);
    return error >= 0 || clive_fail(failure, CLIVE_NOT_FOUND, spa_strerror(error));
}

CameraStream *camera_stream_open(
    Connection *connection, uint64_t serial, const CLiveFormat *form, CLiveFailure *failure) {
    CameraStream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        clive_fail(failure, CLIVE_OTHER, strerror(errno));
        return NULL;
    }
    stream->connection = connection_retain(connection);
    pw.pw_thread_loop_lock(connection->loop);
    bool isConnected = connection->isLost
        ? clive_fail(failure, CLIVE_NOT_FOUND, "the device is gone")
        : connect_stream(stream, serial, form, failure);
    pw.pw_thread_loop_unlock(connection->loop);
    if (isConnected) return stream;
    camera_stream_close(stream);
    return NULL;
}

void camera_stream_close(CameraStream *stream) {
    if (!stream) return;
    pw.pw_thread_loop_lock(stream->connection->loop);
    if (stream->stream) pw.pw_stream_destroy(stream->stream);
    pw.pw_thread_loop_unlock(stream->connection->loop);
    connection_release(stream->connection);
    free(stream->newest.bytes);
    free(stream->taken.bytes);
    free(stream);
}

bool camera_stream_pull(CameraStream *stream, uint64_t wait, CameraStreamFrame *frame) {
    struct pw_thread_loop *loop = stream->connection->loop;
    struct timespec end;
    pw.pw_thread_loop_lock(loop);
    pw.pw_thread_loop_get_time(loop, &end, (int64_t) wait);
    while (!stream->hasNewest && !stream->hasFailed && !stream->connection->isLost
           && pw.pw_thread_loop_timed_wait_full(loop, &end) == 0) {}
    bool isThere = stream->hasNewest;
    if (isThere) {
        Memory taken = stream->taken;
        stream->taken = stream->newest;
        stream->newest = taken;
        stream->hasNewest = false;
        memcpy(stream->takenForm, stream->form, sizeof stream->form);
        *frame = (CameraStreamFrame) {
            stream->takenForm, stream->taken.bytes, stream->taken.byteCount, stream->time};
    }
    pw.pw_thread_loop_unlock(loop);
    return isThere;
}

/// Classifies a stream error, for which PipeWire provides only a message.
static CLiveFailureKind kind_of(const char *error) {
    if (strstr(error, "format")) return CLIVE_NO_FORMAT;
    if (strstr(error, "busy")) return CLIVE_BUSY;
    if (strstr(error, "ermission")) return CLIVE_DENIED;
    if (!error[0] || strstr(error, "target not found") || strstr(error, "connection error")) {
        return CLIVE_NOT_FOUND;
    }
    return CLIVE_INTERRUPTED;
}

bool camera_stream_check(CameraStream *stream, CLiveFailure *failure) {
    pw.pw_thread_loop_lock(stream->connection->loop);
    bool isFine = true;
    if (stream->connection->isLost) isFine = clive_fail(failure, CLIVE_NOT_FOUND, "the device is gone");
    else if (stream->hasFailed) isFine = clive_fail(failure, kind_of(stream->error), "");
    pw.pw_thread_loop_unlock(stream->connection->loop);
    return isFine;
}
