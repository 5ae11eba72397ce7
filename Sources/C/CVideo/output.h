#pragma once

#include "libav.h"

/// A file written with explicit offsets to a descriptor owned by the caller, which can also be read back; or
/// a stream.
typedef struct {
    AVIOContext *io;
    int descriptor;
    /// True if the output is sequential and cannot be read.
    bool isStream;
    int64_t position, size;
    /// The system's error number of the first access that failed, or 0.
    int error;
} Output;

bool output_open(Output *output, int descriptor, bool isStream, CVideoFailure *failure);
void output_close(Output *output);
/// Makes a muxer write to it, and read back what it wrote, so that it can move its index to the beginning.
void output_attach(Output *output, AVFormatContext *format);
/// Sets `failure` after a library's error: to the failed access that caused it, else to kind and message.
bool output_fail(
    const Output *output, CVideoFailure *failure, int error, CVideoFailureKind kind, const char *message);
