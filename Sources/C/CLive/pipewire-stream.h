#pragma once

// The frames of a PipeWire camera.

#include <stddef.h>

#include "clive-devices.h"
#include "clive-failure.h"
#include "pipewire-cameras.h"

/// The frames of a camera. Used by one thread.
typedef struct CameraStream CameraStream;

/// Requests the frames of a camera.
///
/// - form: the requested format; NULL for any uncompressed one.
CameraStream *camera_stream_open(
    Connection *connection, uint64_t serial, const CLiveFormat *form, CLiveFailure *failure);
void camera_stream_close(CameraStream *stream);

/// A frame; its memory is valid until the next one is taken.
typedef struct {
    /// GStreamer caps: "video/x-raw,format=YUY2,…".
    const char *form;
    const void *bytes;
    size_t byteCount;
    /// The arrival time, in nanoseconds of the monotonic clock.
    int64_t time;
} CameraStreamFrame;

/// Waits for the newest frame, up to the given nanoseconds; false if none arrives.
bool camera_stream_pull(CameraStream *stream, uint64_t wait, CameraStreamFrame *frame);
/// Checks for errors; true while frames may still arrive.
bool camera_stream_check(CameraStream *stream, CLiveFailure *failure);
