#pragma once

#include <stddef.h>

#include "clive-failure.h"

/// The frame format of a device.
typedef struct {
    int width, height;
    /// Such as YUYV.
    char format[5];
} CLiveLoopbackForm;

/// Opens a v4l2loopback device for writing YUYV frames with limited range; -1 if it cannot be used.
///
/// - form: the requested size, of an even width; becomes that of the device, which may be fixed to another
///   format. Only YUYV can be written.
/// - rate: frames per second, which is reported to readers.
int clive_loopback_open(const char *path, CLiveLoopbackForm *form, double rate, CLiveFailure *failure);
/// Writes a frame: two bytes per pixel, rows without padding. On failure, `failure` is the system error.
bool clive_loopback_write(int descriptor, const void *bytes, size_t byteCount, CLiveFailure *failure);
