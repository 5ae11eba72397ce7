#pragma once

#include <stddef.h>

#include "clive-failure.h"

/// A video source that other programs list among the cameras. Used by one thread.
///
/// It uses PipeWire directly: its sink for GStreamer, in version 0.3, crashes the program if frames come from
/// any element that does not allocate its memory from the sink.
typedef struct CLivePipeWire CLivePipeWire;

/// Loads PipeWire and connects to it.
///
/// - name: the display name of the source.
/// - rate: frames per second.
CLivePipeWire *clive_pipewire_create(
    const char *name, int width, int height, int rate, CLiveFailure *failure);
void clive_pipewire_destroy(CLivePipeWire *source);
/// True if PipeWire is still running and has the source.
bool clive_pipewire_is_connected(CLivePipeWire *source, CLiveFailure *failure);
/// Sends a YUY2 frame, two bytes per pixel without padding, to the readers; false if PipeWire is gone.
///
/// - owner: keeps the bytes until `release` is called with it, on any thread, after the next frame was shown
///   or the source was destroyed. It is called in any case.
bool clive_pipewire_show(
    CLivePipeWire *source, const void *bytes, size_t byteCount, int64_t time, void *owner,
    void (*release)(void *owner), CLiveFailure *failure);
