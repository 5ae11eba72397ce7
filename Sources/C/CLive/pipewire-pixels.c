#include "pipewire-pixels.h"

#include <stdlib.h>
#include <string.h>

#include <spa/param/video/raw.h>

const PixelFormat pixelFormats[] = {
    {SPA_VIDEO_FORMAT_YUY2, "YUY2", 2, 0, 0, true},
    {SPA_VIDEO_FORMAT_UYVY, "UYVY", 2, 0, 0, true},
    {SPA_VIDEO_FORMAT_YVYU, "YVYU", 2, 0, 0, true},
    {SPA_VIDEO_FORMAT_NV12, "NV12", 1, 1, 2},
    {SPA_VIDEO_FORMAT_NV21, "NV21", 1, 1, 2},
    {SPA_VIDEO_FORMAT_I420, "I420", 1, 2, 1},
    {SPA_VIDEO_FORMAT_YV12, "YV12", 1, 2, 1},
    {SPA_VIDEO_FORMAT_RGBx, "RGBx", 4, 0, 0},
    {SPA_VIDEO_FORMAT_BGRx, "BGRx", 4, 0, 0},
    {SPA_VIDEO_FORMAT_xRGB, "xRGB", 4, 0, 0},
    {SPA_VIDEO_FORMAT_xBGR, "xBGR", 4, 0, 0},
    {SPA_VIDEO_FORMAT_RGBA, "RGBA", 4, 0, 0},
    {SPA_VIDEO_FORMAT_BGRA, "BGRA", 4, 0, 0},
    {SPA_VIDEO_FORMAT_ARGB, "ARGB", 4, 0, 0},
    {SPA_VIDEO_FORMAT_ABGR, "ABGR", 4, 0, 0},
    {SPA_VIDEO_FORMAT_RGB, "RGB", 3, 0, 0},
    {SPA_VIDEO_FORMAT_BGR, "BGR", 3, 0, 0},
    {SPA_VIDEO_FORMAT_GRAY8, "GRAY8", 1, 0, 0},
};

const int pixelFormatCount = sizeof pixelFormats / sizeof *pixelFormats;

const PixelFormat *pixel_format(uint32_t format) {
    for (int index = 0; index < pixelFormatCount; index++)
        if (pixelFormats[index].format == format) return &pixelFormats[index];
    return NULL;
}

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

/// The row layout of a plane, in the source and in GStreamer's format.
typedef struct {
    size_t offset, sourceOffset;
    int stride, sourceStride, rowBytes, rows;
} Plane;

/// The planes of a frame whose first one has rows of `sourceStride` bytes; returns the size of the frame in
/// GStreamer's layout.
static size_t lay_out(const PixelFormat *format, int width, int height, int sourceStride, Plane planes[3]) {
    int evenWidth = rounded_up(width, 2), evenHeight = rounded_up(height, 2);
    int firstBytes = (format->isPaired ? evenWidth : width) * format->bytes;
    planes[0] = (Plane) {0, 0, rounded_up(firstBytes, 4), sourceStride, firstBytes, height};
    size_t size = (size_t) planes[0].stride * (format->planes ? evenHeight : height);
    size_t sourceSize = (size_t) sourceStride * height;
    for (int index = 1; index <= format->planes; index++) {
        int rowBytes = evenWidth / 2 * format->planeBytes;
        int planeStride = format->planes == 1 ? sourceStride : (sourceStride + 1) / 2;
        planes[index] =
            (Plane) {size, sourceSize, rounded_up(rowBytes, 4), planeStride, rowBytes, evenHeight / 2};
        size += (size_t) planes[index].stride * planes[index].rows;
        sourceSize += (size_t) planes[index].sourceStride * planes[index].rows;
    }
    return size;
}

/// The sender's description of a buffer, read only once: it is in memory that the sender may change at any
/// moment.
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
        data->data, shared->offset, shared->size, data->maxsize,
        stride > 0 && stride <= MOST_STRIDE ? stride : 0};
}

bool copy_pixels(
    const struct spa_buffer *buffer, const PixelFormat *format, int width, int height, Memory *memory) {
    Plane planes[3];
    Chunk first = chunk_of(&buffer->datas[0]);
    int stride = first.stride ? first.stride : rounded_up(width * format->bytes, 4);
    if (first.size == 0 || !reserve(memory, lay_out(format, width, height, stride, planes))) return false;
    for (int index = 0; index <= format->planes; index++) {
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
                memory->bytes + plane.offset + (size_t) row * plane.stride,
                from + (size_t) row * plane.sourceStride, plane.rowBytes);
        }
    }
    return true;
}

bool copy_compressed(const struct spa_buffer *buffer, Memory *memory) {
    Chunk chunk = chunk_of(&buffer->datas[0]);
    if (!chunk.bytes || chunk.size == 0 || chunk.offset > chunk.room
        || chunk.size > chunk.room - chunk.offset)
        return false;
    if (!reserve(memory, chunk.size)) return false;
    memcpy(memory->bytes, chunk.bytes + chunk.offset, chunk.size);
    return true;
}
