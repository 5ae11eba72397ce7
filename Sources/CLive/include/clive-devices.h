#pragma once

#include "clive-failure.h"

/// A camera, a microphone or the like, as PipeWire or GStreamer lists it.
typedef struct CLiveDevice CLiveDevice;

/// The texts belong to the device.
const char *clive_device_name(const CLiveDevice *device);
/// What the system calls it; the same one after a restart, as far as the system knows.
const char *clive_device_id(const CLiveDevice *device);

/// A form of frames that a camera offers.
typedef struct {
    /// GStreamer's name of what frames come as: "video/x-raw", "image/jpeg".
    char media[32];
    int width, height;
    /// Frames a second, 0/1 where that is not said.
    int rateNumerator, rateDenominator;
} CLiveForm;

/// The forms that a camera offers, up to `capacity`, in its own order; returns how many there are.
int clive_device_forms(const CLiveDevice *device, CLiveForm *forms, int capacity);

CLiveDevice *clive_device_retain(CLiveDevice *device);
void clive_device_release(CLiveDevice *device);

typedef enum { CLIVE_CAMERAS, CLIVE_MICROPHONES } CLiveDeviceKind;

/// The devices of a kind, and what becomes of them. One thread uses it at a time.
typedef struct CLiveDevices CLiveDevices;

/// Loads GStreamer where that was not done, which may take a second, and looks for devices.
///
/// - remote: a connection to PipeWire that a portal has opened, which is copied; -1 for the system's own services.
CLiveDevices *clive_devices_create(CLiveDeviceKind kind, int remote, CLiveFailure *failure);

/// Only for a list of a connection's: GStreamer's watch of devices has to go on.
void clive_devices_destroy(CLiveDevices *devices);

int clive_devices_count(const CLiveDevices *devices);
/// Belongs to the list until the next call of `clive_devices_update`; who keeps it retains it.
CLiveDevice *clive_devices_at(const CLiveDevices *devices, int index);
/// Takes note of devices that came and went; false if none did.
bool clive_devices_update(CLiveDevices *devices);
/// Whether the PipeWire that was connected to has ended. The system's is found again by `clive_devices_update`, one that a portal
/// has opened is gone for good.
bool clive_devices_is_lost(const CLiveDevices *devices);
