#pragma once

#include <stddef.h>

#include "clive-devices.h"
#include "clive-failure.h"

/// Elements of GStreamer in a row: a source that is watched, or a destination that is fed. One thread uses it at a time,
/// and never one of GStreamer's own.
typedef struct CLivePipeline CLivePipeline;

/// Loads GStreamer where that was not done, and makes a pipeline that does not run yet.
///
/// - device: what comes first; NULL where `description` begins with a source of its own.
/// - form: what is wanted of the forms that a camera offers; NULL for any.
/// - isTimed: whether samples have the time at which they were recorded; else a device keeps the time by a clock of its own,
///   as those of sound do well only, and samples have the time at which they came.
/// - description: GStreamer's; an `appsink` in it is called "sink", an `appsrc` "source".
CLivePipeline *clive_pipeline_create(
    CLiveDevice *device, const CLiveForm *form, bool isTimed, const char *description, CLiveFailure *failure);
/// Stops it and lets go of the device.
void clive_pipeline_destroy(CLivePipeline *pipeline);
bool clive_pipeline_play(CLivePipeline *pipeline, CLiveFailure *failure);

/// What came out of a pipeline.
typedef struct {
    /// When it was recorded, in nanoseconds of the monotonic clock.
    int64_t time;
    /// Of frames, in pixels; 0 of sound.
    int width, height;
    size_t byteCount;
    /// The sample itself.
    void *sample;
} CLiveSample;

/// Waits for a sample, for so many nanoseconds at most; false if none came.
bool clive_pipeline_pull(CLivePipeline *pipeline, uint64_t wait, CLiveSample *sample);
/// Copies the bytes of a sample; false if there are not so many.
bool clive_sample_copy(const CLiveSample *sample, void *bytes, size_t byteCount);
void clive_sample_release(CLiveSample *sample);

/// Puts bytes in, recorded at a time of the monotonic clock in nanoseconds, which is not before the last one.
///
/// - form: GStreamer's words for what they are: "video/x-raw,format=RGBA,…".
bool clive_pipeline_push(
    CLivePipeline *pipeline, const char *form, const void *bytes, size_t byteCount, int64_t time);

/// What has happened that was not told yet; `failure` says what of a warning or failure.
CLiveEvent clive_pipeline_next_event(const CLivePipeline *pipeline, CLiveFailure *failure);

/// Now, in nanoseconds of the monotonic clock.
int64_t clive_now(void);
