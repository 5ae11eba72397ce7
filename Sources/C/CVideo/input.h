#pragma once

#include "libav.h"

/// An opened container, read with explicit offsets from a descriptor owned by the caller.
typedef struct {
    AVFormatContext *format;
    AVIOContext *io;
    int descriptor;
    int64_t position, size;
    /// The system's error number of the last failed read, or 0.
    int readError;
    /// True if its contents are known to be encrypted.
    bool isProtected;
} Input;

/// Opens a container and finds its streams. It never opens another file or the network.
bool input_open(Input *input, int descriptor, const char *extension, CVideoFailure *failure);
void input_close(Input *input);
/// Sets `failure` after a library's error: to the failed read that caused it, else with `message`.
bool input_fail(const Input *input, CVideoFailure *failure, int error, const char *message);
/// The same if a stream cannot be decoded.
bool input_fail_decoding(const Input *input, CVideoFailure *failure, int error, const AVStream *stream);
/// Returns false and records it if a packet is encrypted.
bool input_can_read(Input *input, const AVPacket *packet);

/// True if a stream is an additional still picture in an animated HEIF or AVIF file, which FFmpeg 7 lists as
/// a video.
bool is_item(const AVFormatContext *format, const AVStream *stream);

/// The video stream, ignoring album covers; NULL if there is none.
AVStream *find_video(AVFormatContext *format);
