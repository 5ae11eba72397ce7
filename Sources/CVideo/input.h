#pragma once

#include "libav.h"

/// An opened container, read by position from a descriptor that belongs to the caller.
typedef struct {
    AVFormatContext *format;
    AVIOContext *io;
    int descriptor;
    int64_t position, size;
    /// The system's error number of the last read that failed, or 0.
    int readError;
} Input;

/// Opens a container and finds its streams. It never opens another file, nor the network.
bool input_open(Input *input, int descriptor, const char *extension, CVideoFailure *failure);
void input_close(Input *input);
/// Sets `failure` from a library's error, or from the read that caused it.
bool input_fail(const Input *input, CVideoFailure *failure, int error);

/// The stream that is the video, as album covers are not; NULL where there is none.
AVStream *find_video(AVFormatContext *format);
