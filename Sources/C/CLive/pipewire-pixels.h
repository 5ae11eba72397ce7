#pragma once

// The layout of frames in the memory that PipeWire hands over, and in that of GStreamer.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <spa/buffer/buffer.h>

/// A supported pixel format.
typedef struct {
    /// SPA's id, and GStreamer's name.
    uint32_t format;
    const char *name;
    /// Bytes per pixel of the first plane.
    int bytes;
    /// The number of further, vertically subsampled planes, and their bytes per two pixels of a row.
    int planes, planeBytes;
    /// True if two adjacent pixels share their chroma, so that the width is even.
    bool isPaired;
} PixelFormat;

/// All supported formats, the preferred ones first.
extern const PixelFormat pixelFormats[];
extern const int pixelFormatCount;

/// NULL for an unsupported format.
const PixelFormat *pixel_format(uint32_t format);

/// Memory that grows as needed.
typedef struct {
    uint8_t *bytes;
    size_t byteCount, capacity;
} Memory;

/// Copies a frame into GStreamer's layout of its pixels; false if the buffer is too small.
bool copy_pixels(
    const struct spa_buffer *buffer, const PixelFormat *format, int width, int height, Memory *memory);
/// Copies a compressed frame; false if there is none.
bool copy_compressed(const struct spa_buffer *buffer, Memory *memory);
