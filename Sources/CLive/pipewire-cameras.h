#pragma once

// The cameras that PipeWire knows, and their frames. A connection can end and be made anew, which GStreamer's watch of
// devices cannot.

#include <stddef.h>

#include "clive-devices.h"
#include "clive-failure.h"

/// A connection to PipeWire that watches cameras; has a thread of its own, and is used by any.
typedef struct Connection Connection;

/// A camera of a connection, as it was when it was listed.
typedef struct {
    char *id, *name;
    uint64_t serial;
    CLiveForm *forms;
    int formCount;
} ConnectionCamera;

/// Loads PipeWire, connects to it, and waits until its cameras are known, for a second at most.
///
/// - remote: a connection that a portal has opened, which is copied; -1 for the system's.
Connection *connection_open(int remote, CLiveFailure *failure);
Connection *connection_retain(Connection *connection);
void connection_release(Connection *connection);
/// Whether PipeWire has ended.
bool connection_is_lost(Connection *connection);
/// Another number once a camera came or went.
uint64_t connection_version(Connection *connection);
/// The cameras, which are the caller's; returns how many there are, with `list` the first `capacity` of them.
int connection_cameras(Connection *connection, ConnectionCamera *list, int capacity);
void connection_camera_clear(ConnectionCamera *camera);

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
