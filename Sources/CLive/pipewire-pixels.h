#pragma once

// How frames lie in the memory that PipeWire hands over, and in that of GStreamer.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <spa/buffer/buffer.h>

/// A format of pixels that is read.
typedef struct {
    /// SPA's number, and GStreamer's name.
    uint32_t format;
    const char *name;
    /// Bytes of a pixel of the first plane.
    int bytes;
    /// Further planes with rows for two rows of pixels, and how many bytes each has for two pixels.
    int planes, planeBytes;
    /// Whether two pixels side by side share their color, so that there is an even number of them.
    bool isPaired;
} PixelFormat;

/// All of them, the preferred ones first.
extern const PixelFormat pixelFormats[];
extern const int pixelFormatCount;

/// NULL for one that is not read.
const PixelFormat *pixel_format(uint32_t format);

/// Memory that grows as needed.
typedef struct {
    uint8_t *bytes;
    size_t byteCount, capacity;
} Memory;

/// Copies a frame into GStreamer's layout of its pixels; false where the buffer has fewer bytes than these need.
bool copy_pixels(
    const struct spa_buffer *buffer, const PixelFormat *format, int width, int height, Memory *memory);
/// Copies a frame that is compressed; false where there is none.
bool copy_compressed(const struct spa_buffer *buffer, Memory *memory);
