#pragma once

#include "libav.h"

/// A file that is being written by position to a descriptor that belongs to the caller, and can be read too; or a stream.
typedef struct {
    AVIOContext *io;
    int descriptor;
    /// Whether bytes are written one after another, and cannot be read.
    bool isStream;
    int64_t position, size;
    /// The system's error number of the first access that failed, or 0.
    int error;
} Output;

bool output_open(Output *output, int descriptor, bool isStream, CVideoFailure *failure);
void output_close(Output *output);
/// Has a muxer write to it, and read again what it wrote: to move its index to the beginning.
void output_attach(Output *output, AVFormatContext *format);
/// Sets `failure` after a library's error: to the failed access that caused it, else to what kind and message say.
bool output_fail(
    const Output *output, CVideoFailure *failure, int error, CVideoFailureKind kind, const char *message);
