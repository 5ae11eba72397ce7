#include "pipewire-cameras.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>
#include <spa/utils/result.h>

#include "clive-pipeline.h"
#include "gstreamer.h"
#include "pipewire.h"

/// A camera while it is there; used with the loop's lock held.
typedef struct Node Node;
struct Node {
    Connection *connection;
    Node *next;
    uint32_t number;
    ConnectionCamera camera;
    struct pw_proxy *proxy;
    struct spa_hook listener;
    bool wasAsked, isComplete;
    /// Of the message whose answer comes behind the forms.
    int sequence;
};

struct Connection {
    int references;
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook coreListener, registryListener;
    Node *nodes;
    /// Of the message whose answer comes behind the first nodes.
    int sequence;
    bool knowsNodes, isLost;
    uint64_t version;
};

static void changed(Connection *connection) {
    connection->version++;
    pw.pw_thread_loop_signal(connection->loop, false);
}

// Forms; the loop's thread calls these, with the lock held

/// The formats of pixels that are read: SPA's number, GStreamer's name, and how their rows lie.
typedef struct {
    uint32_t format;
    const char *name;
    /// Bytes of a pixel of the first plane.
    int bytes;
    /// Further planes with rows for two rows of pixels, and how many bytes each has for two pixels.
    int planes, planeBytes;
} PixelFormat;

static const PixelFormat pixelFormats[] = {
    {SPA_VIDEO_FORMAT_YUY2, "YUY2", 2, 0, 0}, {SPA_VIDEO_FORMAT_UYVY, "UYVY", 2, 0, 0},
    {SPA_VIDEO_FORMAT_YVYU, "YVYU", 2, 0, 0}, {SPA_VIDEO_FORMAT_NV12, "NV12", 1, 1, 2},
    {SPA_VIDEO_FORMAT_NV21, "NV21", 1, 1, 2}, {SPA_VIDEO_FORMAT_I420, "I420", 1, 2, 1},
    {SPA_VIDEO_FORMAT_YV12, "YV12", 1, 2, 1}, {SPA_VIDEO_FORMAT_RGBx, "RGBx", 4, 0, 0},
    {SPA_VIDEO_FORMAT_BGRx, "BGRx", 4, 0, 0}, {SPA_VIDEO_FORMAT_xRGB, "xRGB", 4, 0, 0},
    {SPA_VIDEO_FORMAT_xBGR, "xBGR", 4, 0, 0}, {SPA_VIDEO_FORMAT_RGBA, "RGBA", 4, 0, 0},
    {SPA_VIDEO_FORMAT_BGRA, "BGRA", 4, 0, 0}, {SPA_VIDEO_FORMAT_ARGB, "ARGB", 4, 0, 0},
    {SPA_VIDEO_FORMAT_ABGR, "ABGR", 4, 0, 0}, {SPA_VIDEO_FORMAT_RGB, "RGB", 3, 0, 0},
    {SPA_VIDEO_FORMAT_BGR, "BGR", 3, 0, 0}, {SPA_VIDEO_FORMAT_GRAY8, "GRAY8", 1, 0, 0},
};

enum { PIXEL_FORMAT_COUNT = sizeof pixelFormats / sizeof *pixelFormats };

static const PixelFormat *pixel_format(uint32_t format) {
    for (int index = 0; index < PIXEL_FORMAT_COUNT; index++)
        if (pixelFormats[index].format == format) return &pixelFormats[index];
    return NULL;
}

/// The values of a property: one, or the alternatives of a choice, whose first is the preferred one again.
static const void *values(
    const struct spa_pod *format, uint32_t key, uint32_t type, uint32_t *count, uint32_t *choice) {
    const struct spa_pod_prop *property = spa_pod_find_prop(format, NULL, key);
    if (!property) return NULL;
    const struct spa_pod *value = spa_pod_get_values(&property->value, count, choice);
    uint32_t size = type == SPA_TYPE_Id ? sizeof(uint32_t) : sizeof(struct spa_rectangle);
    // Another program has made it: values that are smaller than their type would lie beyond its end.
    if (value->type != type || *count == 0 || SPA_POD_BODY_SIZE(value) < size) return NULL;
    return SPA_POD_BODY_CONST(value);
}

static bool has_known_pixels(const struct spa_pod *format) {
    uint32_t count, choice;
    const uint32_t *formats = values(format, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, &count, &choice);
    for (uint32_t index = 0; formats && index < count; index++)
        if (pixel_format(formats[index])) return true;
    return false;
}

static void add_form(Node *node, CLiveForm form, struct spa_fraction rate) {
    CLiveForm *grown = realloc(node->camera.forms, (node->camera.formCount + 1) * sizeof *grown);
    if (!grown) return;
    form.rateNumerator = rate.num <= INT32_MAX ? (int) rate.num : 0;
    form.rateDenominator = rate.denom >= 1 && rate.denom <= INT32_MAX ? (int) rate.denom : 1;
    node->camera.forms = grown;
    grown[node->camera.formCount++] = form;
}

/// Adds a form for each rate that is listed, or for the highest one of a range.
static void add_rates(Node *node, CLiveForm form, const struct spa_pod *format) {
    uint32_t count = 0, choice = SPA_CHOICE_None;
    const struct spa_fraction *rates =
        values(format, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, &count, &choice);
    if (!rates) return add_form(node, form, (struct spa_fraction) {0, 1});
    switch (choice) {
    case SPA_CHOICE_Range: case SPA_CHOICE_Step:
        return add_form(node, form, rates[count > 2 ? 2 : 0]);
    case SPA_CHOICE_Enum:
        for (uint32_t index = count > 1 ? 1 : 0; index < count; index++) add_form(node, form, rates[index]);
        return;
    default: return add_form(node, form, rates[0]);
    }
}

static void add_forms(
    void *data, int sequence, uint32_t kind, uint32_t index, uint32_t next, const struct spa_pod *format) {
    Node *node = data;
    uint32_t type, subtype, count, choice;
    if (kind != SPA_PARAM_EnumFormat || !format || spa_format_parse(format, &type, &subtype) < 0) return;
    if (type != SPA_MEDIA_TYPE_video) return;
    CLiveForm form = {0};
    if (subtype == SPA_MEDIA_SUBTYPE_raw && has_known_pixels(format)) strcpy(form.media, "video/x-raw");
    else if (subtype == SPA_MEDIA_SUBTYPE_mjpg) strcpy(form.media, "image/jpeg");
    else return;
    const struct spa_rectangle *sizes =
        values(format, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, &count, &choice);
    // Cameras that scale to any size tell ranges, and their usual size apart from those.
    if (!sizes || (choice != SPA_CHOICE_None && choice != SPA_CHOICE_Enum)) return;
    for (uint32_t size = choice == SPA_CHOICE_Enum && count > 1 ? 1 : 0; size < count; size++) {
        if (sizes[size].width > INT16_MAX || sizes[size].height > INT16_MAX) continue;
        form.width = (int) sizes[size].width;
        form.height = (int) sizes[size].height;
        add_rates(node, form, format);
    }
}

// Nodes; likewise

static void ask_for_forms(void *data, const struct pw_node_info *info) {
    Node *node = data;
    if (node->wasAsked) return;
    node->wasAsked = true;
    for (uint32_t index = 0; index < info->n_params; index++) {
        if (info->params[index].id != SPA_PARAM_EnumFormat || !(info->params[index].flags & SPA_PARAM_INFO_READ))
            continue;
        pw_node_enum_params((struct pw_node *) node->proxy, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
    }
    node->sequence = pw_core_sync(node->connection->core, PW_ID_CORE, 0);
}

static const struct pw_node_events nodeEvents = {
    .version = PW_VERSION_NODE_EVENTS, .info = ask_for_forms, .param = add_forms,
};

static void remove_node(Node **place) {
    Node *node = *place;
    *place = node->next;
    spa_hook_remove(&node->listener);
    pw.pw_proxy_destroy(node->proxy);
    connection_camera_clear(&node->camera);
    free(node);
}

static void note_global(
    void *data, uint32_t number, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    Connection *connection = data;
    if (!properties || strcmp(type, PW_TYPE_INTERFACE_Node) != 0) return;
    const char *class = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS);
    const char *name = spa_dict_lookup(properties, PW_KEY_NODE_NAME);
    const char *description = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION);
    const char *serial = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL);
    if (!class || strcmp(class, "Video/Source") != 0 || !name) return;
    Node *node = calloc(1, sizeof *node);
    if (!node) return;
    node->connection = connection;
    node->number = number;
    node->camera.id = strdup(name);
    node->camera.name = strdup(description ? description : name);
    node->camera.serial = serial ? strtoull(serial, NULL, 10) : number;
    node->proxy = pw_registry_bind(connection->registry, number, type, PW_VERSION_NODE, 0);
    if (!node->camera.id || !node->camera.name || !node->proxy) {
        if (node->proxy) pw.pw_proxy_destroy(node->proxy);
        connection_camera_clear(&node->camera);
        return free(node);
    }
    pw_node_add_listener((struct pw_node *) node->proxy, &node->listener, &nodeEvents, node);
    Node **end = &connection->nodes;
    while (*end) end = &(*end)->next;
    *end = node;
}

static void note_removal(void *data, uint32_t number) {
    Connection *connection = data;
    for (Node **place = &connection->nodes; *place; place = &(*place)->next) {
        if ((*place)->number != number) continue;
        remove_node(place);
        return changed(connection);
    }
}

static const struct pw_registry_events registryEvents = {
    .version = PW_VERSION_REGISTRY_EVENTS, .global = note_global, .global_remove = note_removal,
};

static void note_answer(void *data, uint32_t id, int sequence) {
    Connection *connection = data;
    if (id != PW_ID_CORE) return;
    if (sequence == connection->sequence) connection->knowsNodes = true;
    for (Node *node = connection->nodes; node; node = node->next)
        if (node->wasAsked && node->sequence == sequence) node->isComplete = true;
    changed(connection);
}

static void note_error(void *data, uint32_t id, int sequence, int result, const char *message) {
    Connection *connection = data;
    if (id != PW_ID_CORE || result != -EPIPE) return;
    connection->isLost = true;
    changed(connection);
}

static const struct pw_core_events coreEvents = {
    .version = PW_VERSION_CORE_EVENTS, .done = note_answer, .error = note_error,
};

// Connections

static void destroy(Connection *connection) {
    if (connection->loop) pw.pw_thread_loop_stop(connection->loop);
    while (connection->nodes) remove_node(&connection->nodes);
    if (connection->registry) pw.pw_proxy_destroy((struct pw_proxy *) connection->registry);
    if (connection->core) pw.pw_core_disconnect(connection->core);
    if (connection->context) pw.pw_context_destroy(connection->context);
    if (connection->loop) pw.pw_thread_loop_destroy(connection->loop);
    free(connection);
}

static bool begin(Connection *connection, int remote, CLiveFailure *failure) {
    connection->loop = pw.pw_thread_loop_new("cameras", NULL);
    if (!connection->loop) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
    connection->context = pw.pw_context_new(pw.pw_thread_loop_get_loop(connection->loop), NULL, 0);
    if (!connection->context) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
    if (remote >= 0) {
        int copy = fcntl(remote, F_DUPFD_CLOEXEC, 0);
        if (copy < 0) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
        connection->core = pw.pw_context_connect_fd(connection->context, copy, NULL, 0);
    } else {
        connection->core = pw.pw_context_connect(connection->context, NULL, 0);
    }
    if (!connection->core) {
        return clive_fail(failure, remote >= 0 ? CLIVE_DENIED : CLIVE_NOT_FOUND, "PipeWire refuses the connection");
    }
    pw_core_add_listener(connection->core, &connection->coreListener, &coreEvents, connection);
    connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
    if (!connection->registry) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
    pw_registry_add_listener(connection->registry, &connection->registryListener, &registryEvents, connection);
    connection->sequence = pw_core_sync(connection->core, PW_ID_CORE, 0);
    return pw.pw_thread_loop_start(connection->loop) >= 0 || clive_fail(failure, CLIVE_OTHER, strerror(errno));
}

static bool is_complete(const Connection *connection) {
    if (connection->isLost) return true;
    for (const Node *node = connection->nodes; node; node = node->next)
        if (!node->isComplete) return false;
    return connection->knowsNodes;
}

Connection *connection_open(int remote, CLiveFailure *failure) {
    if (!pipewire_load(failure)) return NULL;
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        clive_fail(failure, CLIVE_OTHER, strerror(errno));
        return NULL;
    }
    connection->references = 1;
    if (!begin(connection, remote, failure)) {
        destroy(connection);
        return NULL;
    }
    struct timespec end;
    pw.pw_thread_loop_lock(connection->loop);
    pw.pw_thread_loop_get_time(connection->loop, &end, SPA_NSEC_PER_SEC);
    while (!is_complete(connection) && pw.pw_thread_loop_timed_wait_full(connection->loop, &end) == 0) {}
    pw.pw_thread_loop_unlock(connection->loop);
    return connection;
}

Connection *connection_retain(Connection *connection) {
    __atomic_add_fetch(&connection->references, 1, __ATOMIC_RELAXED);
    return connection;
}

void connection_release(Connection *connection) {
    if (connection && __atomic_sub_fetch(&connection->references, 1, __ATOMIC_ACQ_REL) == 0) destroy(connection);
}

bool connection_is_lost(Connection *connection) {
    pw.pw_thread_loop_lock(connection->loop);
    bool isLost = connection->isLost;
    pw.pw_thread_loop_unlock(connection->loop);
    return isLost;
}

uint64_t connection_version(Connection *connection) {
    pw.pw_thread_loop_lock(connection->loop);
    uint64_t version = connection->version;
    pw.pw_thread_loop_unlock(connection->loop);
    return version;
}

void connection_camera_clear(ConnectionCamera *camera) {
    free(camera->id);
    free(camera->name);
    free(camera->forms);
}

static bool copy_camera(const ConnectionCamera *camera, ConnectionCamera *copy) {
    size_t size = camera->formCount * sizeof *camera->forms;
    *copy = (ConnectionCamera) {
        strdup(camera->id), strdup(camera->name), camera->serial, malloc(size ? size : 1), camera->formCount};
    if (copy->id && copy->name && copy->forms) {
        memcpy(copy->forms, camera->forms, size);
        return true;
    }
    connection_camera_clear(copy);
    return false;
}

int connection_cameras(Connection *connection, ConnectionCamera *list, int capacity) {
    int count = 0;
    pw.pw_thread_loop_lock(connection->loop);
    for (Node *node = connection->isLost ? NULL : connection->nodes; node; node = node->next) {
        if (!node->isComplete) continue;
        if (count < capacity && !copy_camera(&node->camera, &list[count])) break;
        count++;
    }
    pw.pw_thread_loop_unlock(connection->loop);
    return count;
}

// Frames

typedef struct {
    uint8_t *bytes;
    size_t byteCount, capacity;
} Memory;

struct CameraStream {
    Connection *connection;
    struct pw_stream *stream;
    struct spa_hook listener;
    /// Of what PipeWire sends; used with the loop's lock held. `pixels` is NULL where frames are JPEG.
    const PixelFormat *pixels;
    int width, height;
    char form[256];
    /// The newest frame, and the one that was taken.
    Memory newest, taken;
    char takenForm[256];
    int64_t time;
    bool hasNewest, hasFailed;
    char error[CLIVE_MESSAGE_SIZE];
};

static bool reserve(Memory *memory, size_t byteCount) {
    if (memory->capacity < byteCount) {
        uint8_t *grown = realloc(memory->bytes, byteCount);
        if (!grown) return false;
        memory->bytes = grown;
        memory->capacity = byteCount;
    }
    memory->byteCount = byteCount;
    return true;
}

static int rounded_up(int value, int step) { return (value + step - 1) / step * step; }

/// How the rows of a plane lie, and how GStreamer has them.
typedef struct {
    size_t offset, sourceOffset;
    int stride, sourceStride, rowBytes, rows;
} Plane;

/// The planes of a frame whose first one has rows of `sourceStride` bytes; returns the size of the frame in GStreamer's layout.
static size_t lay_out(const CameraStream *stream, int sourceStride, Plane planes[3]) {
    const PixelFormat *format = stream->pixels;
    int evenWidth = rounded_up(stream->width, 2), evenHeight = rounded_up(stream->height, 2);
    int width = format->planes || format->name[1] == 'Y' || format->name[0] == 'Y' ? evenWidth : stream->width;
    Plane first = {0, 0, rounded_up((format->planes ? stream->width : width) * format->bytes, 4), sourceStride, 0, stream->height};
    first.rowBytes = (format->planes ? stream->width : width) * format->bytes;
    planes[0] = first;
    size_t size = (size_t) first.stride * (format->planes ? evenHeight : stream->height);
    size_t sourceSize = (size_t) sourceStride * stream->height;
    for (int index = 1; index <= format->planes; index++) {
        int rowBytes = evenWidth / 2 * format->planeBytes;
        planes[index] = (Plane) {
            size, sourceSize, rounded_up(rowBytes, 4), format->planes == 1 ? sourceStride : (sourceStride + 1) / 2, rowBytes,
            evenHeight / 2};
        size += (size_t) planes[index].stride * planes[index].rows;
        sourceSize += (size_t) planes[index].sourceStride * planes[index].rows;
    }
    return size;
}

/// What the sender says of a buffer, read once: it is in memory that the sender may change at any moment.
typedef struct {
    const uint8_t *bytes;
    size_t offset, size, room;
    int stride;
} Chunk;

/// More bytes than a row of any camera has.
enum { MOST_STRIDE = 1 << 24 };

static Chunk chunk_of(const struct spa_data *data) {
    const volatile struct spa_chunk *shared = data->chunk;
    int stride = shared->stride;
    return (Chunk) {
        data->data, shared->offset, shared->size, data->maxsize, stride > 0 && stride <= MOST_STRIDE ? stride : 0};
}

/// Copies the pixels of a buffer; false where it does not have as many bytes as its form needs.
static bool copy_pixels(CameraStream *stream, const struct spa_buffer *buffer) {
    Plane planes[3];
    int rowBytes = stream->width * stream->pixels->bytes;
    Chunk first = chunk_of(&buffer->datas[0]);
    int stride = first.stride ? first.stride : rounded_up(rowBytes, 4);
    if (first.size == 0 || !reserve(&stream->newest, lay_out(stream, stride, planes))) return false;
    for (int index = 0; index <= stream->pixels->planes; index++) {
        Plane plane = planes[index];
        bool isApart = index > 0 && buffer->n_datas > (uint32_t) index;
        Chunk chunk = isApart ? chunk_of(&buffer->datas[index]) : first;
        if (isApart) {
            plane.sourceOffset = 0;
            if (chunk.stride) plane.sourceStride = chunk.stride;
        }
        size_t start = plane.sourceOffset + chunk.offset;
        size_t length = (size_t) plane.sourceStride * (plane.rows - 1) + plane.rowBytes;
        if (!chunk.bytes || plane.sourceStride < plane.rowBytes || start + length > chunk.room) return false;
        const uint8_t *from = chunk.bytes + start;
        for (int row = 0; row < plane.rows; row++) {
            memcpy(
                stream->newest.bytes + plane.offset + (size_t) row * plane.stride,
                from + (size_t) row * plane.sourceStride, plane.rowBytes);
        }
    }
    return true;
}

static bool copy_compressed(CameraStream *stream, const struct spa_buffer *buffer) {
    Chunk chunk = chunk_of(&buffer->datas[0]);
    if (!chunk.bytes || chunk.size == 0 || chunk.offset > chunk.room || chunk.size > chunk.room - chunk.offset)
        return false;
    if (!reserve(&stream->newest, chunk.size)) return false;
    memcpy(stream->newest.bytes, chunk.bytes + chunk.offset, chunk.size);
    return true;
}

// The loop's thread calls these, with the lock held

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
        && (stream->pixels ? copy_pixels(stream, frame) : copy_compressed(stream, frame));
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

/// GStreamer's words for a rate.
static void append_rate(CameraStream *stream, struct spa_fraction rate) {
    size_t length = strlen(stream->form);
    snprintf(
        stream->form + length, sizeof stream->form - length, ",framerate=%u/%u", rate.num, rate.denom ? rate.denom : 1);
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
        stream->form, sizeof stream->form, "video/x-raw,format=%s,width=%d,height=%d,pixel-aspect-ratio=1/1", pixels->name,
        stream->width, stream->height);
    // SPA has GStreamer's numbers for them.
    if (info.color_range || info.color_matrix || info.transfer_function || info.color_primaries) {
        snprintf(
            stream->form + length, sizeof stream->form - length, ",colorimetry=(string)%d:%d:%d:%d", info.color_range,
            info.color_matrix, info.transfer_function, info.color_primaries);
    }
    append_rate(stream, info.framerate);
}

static void note_jpeg(CameraStream *stream, const struct spa_pod *format) {
    struct spa_video_info_mjpg info = {0};
    if (spa_format_video_mjpg_parse(format, &info) < 0) return;
    stream->pixels = NULL;
    snprintf(
        stream->form, sizeof stream->form, "image/jpeg,width=%u,height=%u,pixel-aspect-ratio=1/1", info.size.width,
        info.size.height);
    append_rate(stream, info.framerate);
}

static void note_format(void *data, uint32_t kind, const struct spa_pod *format) {
    CameraStream *stream = data;
    uint32_t type, subtype;
    if (kind != SPA_PARAM_Format || !format) return;
    stream->form[0] = '\0';
    // One that waits is of the form before.
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

/// What is asked for: the form, or any.
static const struct spa_pod *wanted(struct spa_pod_builder *builder, const CLiveForm *form) {
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
        for (int index = 0; index < PIXEL_FORMAT_COUNT; index++) spa_pod_builder_id(builder, pixelFormats[index].format);
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
            SPA_POD_CHOICE_RANGE_Fraction(&SPA_FRACTION(30, 1), &SPA_FRACTION(0, 1), &SPA_FRACTION(1000, 1)), 0);
    }
    return spa_pod_builder_pop(builder, &object);
}

/// With the loop's lock held.
static bool connect_stream(CameraStream *stream, uint64_t serial, const CLiveForm *form, CLiveFailure *failure) {
    char target[32];
    snprintf(target, sizeof target, "%llu", (unsigned long long) serial);
    struct pw_properties *properties = pw.pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_TARGET_OBJECT,
        target, PW_KEY_NODE_DONT_RECONNECT, "true", NULL);
    stream->stream = pw.pw_stream_new(stream->connection->core, "Glint", properties);
    if (!stream->stream) return clive_fail(failure, CLIVE_NOT_FOUND, strerror(errno));
    pw.pw_stream_add_listener(stream->stream, &stream->listener, &streamEvents, stream);
    uint8_t bytes[2048];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *format = wanted(&builder, form);
    int error = pw.pw_stream_connect(
        stream->stream, SPA_DIRECTION_INPUT, PW_ID_ANY, PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, &format,
        1);
    return error >= 0 || clive_fail(failure, CLIVE_NOT_FOUND, spa_strerror(error));
}

CameraStream *camera_stream_open(
    Connection *connection, uint64_t serial, const CLiveForm *form, CLiveFailure *failure) {
    CameraStream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        clive_fail(failure, CLIVE_OTHER, strerror(errno));
        return NULL;
    }
    stream->connection = connection_retain(connection);
    pw.pw_thread_loop_lock(connection->loop);
    bool isConnected = connection->isLost ? clive_fail(failure, CLIVE_NOT_FOUND, "the device is gone")
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
        *frame = (CameraStreamFrame) {stream->takenForm, stream->taken.bytes, stream->taken.byteCount, stream->time};
    }
    pw.pw_thread_loop_unlock(loop);
    return isThere;
}

/// What an error of a stream means. PipeWire has words alone for it.
static CLiveFailureKind kind_of(const char *error) {
    if (strstr(error, "format")) return CLIVE_NO_FORMAT;
    if (strstr(error, "busy")) return CLIVE_BUSY;
    if (strstr(error, "ermission")) return CLIVE_DENIED;
    if (!error[0] || strstr(error, "target not found") || strstr(error, "connection error")) return CLIVE_NOT_FOUND;
    return CLIVE_OTHER;
}

bool camera_stream_check(CameraStream *stream, CLiveFailure *failure) {
    pw.pw_thread_loop_lock(stream->connection->loop);
    bool isFine = true;
    if (stream->connection->isLost) isFine = clive_fail(failure, CLIVE_NOT_FOUND, "the device is gone");
    else if (stream->hasFailed) isFine = clive_fail(failure, kind_of(stream->error), stream->error);
    pw.pw_thread_loop_unlock(stream->connection->loop);
    return isFine;
}
