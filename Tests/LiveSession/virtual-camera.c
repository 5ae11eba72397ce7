// A PipeWire camera that shows the output of a GStreamer pipeline:
//     virtual-camera NAME DESCRIPTION FORMAT WIDTH HEIGHT RATE PIPELINE
// FORMAT is the frames' format, YUY2, NV12, I420 or MJPEG; PIPELINE ends before the sink. The camera keeps
// running when a reader leaves, which GStreamer's own pipewiresink does not do in PipeWire 1.4.
#include <gst/gst.h>
#include <pipewire/pipewire.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct pw_thread_loop *loop;
    struct pw_stream *stream;
    const char *format;
    int width, height, rate;
    /// The newest frame; the loop's lock must be held to access it.
    uint8_t *frame;
    size_t size, capacity;
    uint64_t count;
    bool isStreaming;
} camera;

static const struct {
    const char *name;
    enum spa_video_format format;
    /// Bytes per pixel in the first plane.
    int stride;
} formats[] = {
    {"YUY2", SPA_VIDEO_FORMAT_YUY2, 2},
    {"NV12", SPA_VIDEO_FORMAT_NV12, 1},
    {"I420", SPA_VIDEO_FORMAT_I420, 1},
};

static bool is_jpeg(void) { return strcmp(camera.format, "MJPEG") == 0; }

static int format_index(void) {
    for (int i = 0; i < (int) (sizeof formats / sizeof *formats); i++) {
        if (strcmp(formats[i].name, camera.format) == 0) return i;
    }
    fprintf(stderr, "no format %s\n", camera.format);
    exit(2);
}

static int stride(void) { return is_jpeg() ? 0 : camera.width * formats[format_index()].stride; }

static void note_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    camera.isStreaming = state == PW_STREAM_STATE_STREAMING;
}

static void set_buffers(void *data, uint32_t id, const struct spa_pod *format) {
    if (id != SPA_PARAM_Format || !format) return;
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
            SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(4, 2, 16),
            SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
            SPA_PARAM_BUFFERS_size, SPA_POD_Int((int) camera.capacity),
            SPA_PARAM_BUFFERS_stride, SPA_POD_Int(stride())),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta,
            SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw_stream_update_params(camera.stream, params, 2);
}

static void fill_buffer(void *data) {
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(camera.stream);
    if (!buffer) return;
    struct spa_data *plane = &buffer->buffer->datas[0];
    if (plane->data && plane->maxsize >= camera.size) {
        memcpy(plane->data, camera.frame, camera.size);
        plane->chunk->offset = 0;
        plane->chunk->stride = stride();
        plane->chunk->size = (uint32_t) camera.size;
        struct spa_meta_header *header =
            spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
        if (header) {
            struct timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            header->pts = SPA_TIMESPEC_TO_NSEC(&now);
            header->flags = 0;
            header->seq = camera.count++;
            header->dts_offset = 0;
        }
    }
    pw_stream_queue_buffer(camera.stream, buffer);
}

static const struct pw_stream_events events = {
    .version = PW_VERSION_STREAM_EVENTS,
    .state_changed = note_state,
    .param_changed = set_buffers,
    .process = fill_buffer,
};

static void start(const char *name, const char *description) {
    struct pw_properties *properties = pw_properties_new(
        "media.class", "Video/Source", "media.role", "Camera", "node.name", name, "node.description",
        description, NULL);
    camera.stream = pw_stream_new_simple(
        pw_thread_loop_get_loop(camera.loop), name, properties, &events, NULL);
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *format = is_jpeg()
        ? spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat,
            SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
            SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_mjpg),
            SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(camera.width, camera.height)),
            SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&SPA_FRACTION(camera.rate, 1)))
        : spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat,
            SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
            SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw),
            SPA_FORMAT_VIDEO_format, SPA_POD_Id(formats[format_index()].format),
            SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&SPA_RECTANGLE(camera.width, camera.height)),
            SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&SPA_FRACTION(camera.rate, 1)));
    enum pw_stream_flags flags = PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS;
    if (pw_stream_connect(camera.stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, flags, &format, 1) < 0
        || pw_thread_loop_start(camera.loop) < 0) {
        perror("PipeWire");
        exit(1);
    }
}

/// Shows a frame; false if there is none.
static bool show_next(GstElement *sink) {
    GstSample *sample = NULL;
    g_signal_emit_by_name(sink, "pull-sample", &sample);
    if (!sample) return false;
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    pw_thread_loop_lock(camera.loop);
    camera.size = gst_buffer_extract(buffer, 0, camera.frame, camera.capacity);
    if (camera.isStreaming) pw_stream_trigger_process(camera.stream);
    pw_thread_loop_unlock(camera.loop);
    gst_sample_unref(sample);
    return true;
}

int main(int count, char **arguments) {
    if (count != 8) return 2;
    gst_init(NULL, NULL);
    pw_init(NULL, NULL);
    camera.format = arguments[3];
    camera.width = atoi(arguments[4]);
    camera.height = atoi(arguments[5]);
    camera.rate = atoi(arguments[6]);
    camera.capacity = (size_t) camera.width * camera.height * 4;
    camera.frame = calloc(1, camera.capacity);
    camera.loop = pw_thread_loop_new("camera", NULL);
    char *description =
        g_strdup_printf("%s ! appsink name=sink max-buffers=1 drop=true sync=true", arguments[7]);
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch(description, &error);
    if (error) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    // Waits for the first frame, so that there is one for the first reader.
    if (!show_next(sink)) return 1;
    start(arguments[1], arguments[2]);
    while (show_next(sink)) {}
    return 0;
}
