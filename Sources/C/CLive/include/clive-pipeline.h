#pragma once

#include <stddef.h>

#include "clive-devices.h"
#include "clive-failure.h"

/// A chain of GStreamer elements from a source to a sink that is read. Used by one thread at a time, never by
/// one of GStreamer's own.
typedef struct CLivePipeline CLivePipeline;

/// Loads GStreamer if necessary, and creates a pipeline that is not running yet.
///
/// - device: the first element; NULL if `description` begins with a source of its own.
/// - form: the requested format of a camera; NULL for any.
/// - isTimed: whether samples have their capture times; otherwise the device is timed by a clock of its own,
///   which only audio devices do well, and samples have their arrival times.
/// - description: in GStreamer's syntax; an `appsink` in it is called "sink".
/// - passed: GStreamer's names, separated by commas, of the pixel formats in which the frames of a PipeWire
///   camera bypass the elements; NULL for none.
CLivePipeline *clive_pipeline_create(
    CLiveDevice *device, const CLiveFormat *form, bool isTimed, const char *description, const char *passed,
    CLiveFailure *failure);
/// Stops it and releases the device.
void clive_pipeline_destroy(CLivePipeline *pipeline);
bool clive_pipeline_play(CLivePipeline *pipeline, CLiveFailure *failure);

/// An output sample of a pipeline.
typedef struct {
    /// The capture time, in nanoseconds of the monotonic clock.
    int64_t time;
    /// Of frames, in pixels; 0 for audio.
    int width, height;
    /// GStreamer's names of the pixel format, the colorimetry and the chroma location; empty if unknown.
    char format[16], colorimetry[32], chromaSite[32];
    bool isInterlaced;
    size_t byteCount;
    /// The bytes of a frame that bypassed the elements, valid until the next one is pulled; NULL for a sample
    /// of GStreamer's.
    const void *bytes;
    void *sample;
} CLiveSample;

/// Waits for a sample, up to the given nanoseconds; false if none arrives.
bool clive_pipeline_pull(CLivePipeline *pipeline, uint64_t wait, CLiveSample *sample);
/// Copies the bytes of a sample; false if it has fewer.
bool clive_sample_copy(const CLiveSample *sample, void *bytes, size_t byteCount);
void clive_sample_release(CLiveSample *sample);

/// The next event that was not reported yet; `failure` describes a warning or failure.
CLiveEvent clive_pipeline_next_event(const CLivePipeline *pipeline, CLiveFailure *failure);

/// The current time, in nanoseconds of the monotonic clock.
int64_t clive_now(void);
