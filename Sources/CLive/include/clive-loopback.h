#pragma once

#include <stddef.h>

#include "clive-failure.h"

/// The frames that a device takes.
typedef struct {
    int width, height;
    /// Such as YUYV.
    char format[5];
} CLiveLoopbackForm;

/// Opens a device of v4l2loopback for writing frames of YUYV with limited range; -1 where it cannot be used.
///
/// - form: the size wanted, of an even width; becomes that of the device, which may be fixed to another form. Only YUYV can
///   be written.
/// - rate: frames a second, which readers are told.
int clive_loopback_open(const char *path, CLiveLoopbackForm *form, double rate, CLiveFailure *failure);
/// Writes a frame: two bytes a pixel, rows without padding. `failure` is of the system where it fails.
bool clive_loopback_write(int descriptor, const void *bytes, size_t byteCount, CLiveFailure *failure);
