#pragma once

#include <stddef.h>

#include "clive-failure.h"

/// Opens a device of v4l2loopback for writing frames of YUYV with limited range; -1 where it cannot be used.
///
/// - width: even.
int clive_loopback_open(const char *path, int width, int height, CLiveFailure *failure);
/// Writes a frame: two bytes a pixel, rows without padding. `failure` is of the system where it fails.
bool clive_loopback_write(int descriptor, const void *bytes, size_t byteCount, CLiveFailure *failure);
