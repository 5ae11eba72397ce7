#pragma once

// The cameras that PipeWire knows. A connection can end and be made anew, which GStreamer's watch of devices cannot.

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
