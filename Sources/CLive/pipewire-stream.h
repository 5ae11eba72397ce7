#pragma once

// The frames of a camera of PipeWire's.

#include <stddef.h>

#include "clive-devices.h"
#include "clive-failure.h"
#include "pipewire-cameras.h"

/// The frames of a camera. One thread uses it.
typedef struct CameraStream CameraStream;

/// Asks for the frames of a camera.
///
/// - form: what is wanted of its forms; NULL for any with pixels.
CameraStream *camera_stream_open(Connection *connection, uint64_t serial, const CLiveForm *form, CLiveFailure *failure);
void camera_stream_close(CameraStream *stream);

/// A frame; its memory stays until the next one is taken.
typedef struct {
    /// In GStreamer's words: "video/x-raw,format=YUY2,…".
    const char *form;
    const void *bytes;
    size_t byteCount;
    /// When it came, in nanoseconds of the monotonic clock.
    int64_t time;
} CameraStreamFrame;

/// Waits for the newest frame, for so many nanoseconds at most; false if none came.
bool camera_stream_pull(CameraStream *stream, uint64_t wait, CameraStreamFrame *frame);
/// Why there are no frames any more; true while there may be.
bool camera_stream_check(CameraStream *stream, CLiveFailure *failure);
