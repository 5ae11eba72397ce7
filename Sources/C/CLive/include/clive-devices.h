#pragma once

#include "clive-failure.h"

/// A camera, a microphone or the like, as PipeWire or GStreamer lists it.
typedef struct CLiveDevice CLiveDevice;

/// The strings belong to the device.
const char *clive_device_name(const CLiveDevice *device);
/// The system id; stable across restarts, as far as the system knows.
const char *clive_device_id(const CLiveDevice *device);

/// A frame format of a camera.
typedef struct {
    /// GStreamer's media type of the frames: "video/x-raw", "image/jpeg".
    char media[32];
    int width, height;
    /// Frames per second; 0/1 if unknown.
    int rateNumerator, rateDenominator;
} CLiveFormat;

/// The formats of a camera, up to `capacity`, in its own order; returns their total number.
int clive_device_forms(const CLiveDevice *device, CLiveFormat *forms, int capacity);

CLiveDevice *clive_device_retain(CLiveDevice *device);
void clive_device_release(CLiveDevice *device);

typedef enum {
    CLIVE_CAMERAS,
    CLIVE_MICROPHONES,
} CLiveDeviceKind;

/// The devices of a kind, and their changes. Used by one thread at a time.
typedef struct CLiveDevices CLiveDevices;

/// Loads GStreamer if necessary, which may take a second, and looks for devices.
///
/// - remote: a connection to PipeWire that a portal has opened, which is duplicated; -1 for the system's own
///   services.
CLiveDevices *clive_devices_create(CLiveDeviceKind kind, int remote, CLiveFailure *failure);

/// Only for the list of a portal's connection: GStreamer's device monitor must keep running.
void clive_devices_destroy(CLiveDevices *devices);

int clive_devices_count(const CLiveDevices *devices);
/// Belongs to the list until the next call of `clive_devices_update`; a caller that keeps it has to retain
/// it.
CLiveDevice *clive_devices_at(const CLiveDevices *devices, int index);
/// Updates the list after devices were connected or disconnected; false if nothing changed.
bool clive_devices_update(CLiveDevices *devices);
/// True if the connected PipeWire has ended. `clive_devices_update` reconnects to the system's PipeWire; a
/// portal's connection is lost permanently.
bool clive_devices_is_lost(const CLiveDevices *devices);
