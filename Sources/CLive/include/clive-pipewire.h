#pragma once

#include <stddef.h>

#include "clive-failure.h"

/// A source of video that other programs find among the cameras. One thread uses it.
///
/// PipeWire is spoken to directly: its sink for GStreamer, in version 0.3, ends the program where frames come from any
/// element but one that takes its memory from the sink.
typedef struct CLivePipeWire CLivePipeWire;

/// Loads PipeWire and connects to it.
///
/// - name: what people choose the source by.
/// - rate: frames a second.
CLivePipeWire *clive_pipewire_create(
    const char *name, int width, int height, int rate, CLiveFailure *failure);
void clive_pipewire_destroy(CLivePipeWire *source);
/// Whether PipeWire still runs and has the source.
bool clive_pipewire_is_connected(CLivePipeWire *source, CLiveFailure *failure);
/// Shows a frame of YUY2, two bytes a pixel without padding, to whoever looks; false if PipeWire is gone.
bool clive_pipewire_show(
    CLivePipeWire *source, const void *bytes, size_t byteCount, int64_t time, CLiveFailure *failure);
