#pragma once

// The cameras of PipeWire. A connection can end and be reopened, which GStreamer's device monitor cannot.

#include <stddef.h>

#include "clive-devices.h"
#include "clive-failure.h"

/// A connection to PipeWire that watches cameras; it has a thread of its own, and may be used by any thread.
typedef struct Connection Connection;

/// A camera of a connection, at the time it was listed.
typedef struct {
    char *id, *name;
    uint64_t serial;
    CLiveFormat *forms;
    int formCount;
} ConnectionCamera;

/// Loads PipeWire, connects to it, and waits up to a second until its cameras are known.
///
/// - remote: a connection that a portal has opened, which is duplicated; -1 for the system's.
Connection *connection_open(int remote, CLiveFailure *failure);
Connection *connection_retain(Connection *connection);
void connection_release(Connection *connection);
/// True if PipeWire has ended.
bool connection_is_lost(Connection *connection);
/// A number that changes when a camera is connected or disconnected.
uint64_t connection_version(Connection *connection);
/// The cameras, which belong to the caller; returns their total number and stores up to `capacity` of them in
/// `list`.
int connection_cameras(Connection *connection, ConnectionCamera *list, int capacity);
void connection_camera_clear(ConnectionCamera *camera);
