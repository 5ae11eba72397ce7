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
    /// Whether its contents are encrypted, as far as is known.
    bool isProtected;
} Input;

/// Opens a container and finds its streams. It never opens another file, nor the network.
bool input_open(Input *input, int descriptor, const char *extension, CVideoFailure *failure);
void input_close(Input *input);
/// Sets `failure` after a library's error: to the failed read that caused it, else to what the message says.
bool input_fail(const Input *input, CVideoFailure *failure, int error, const char *message);
/// The same where a stream cannot be decoded.
bool input_fail_decoding(const Input *input, CVideoFailure *failure, int error, const AVStream *stream);
/// False, which is noted, for a packet that is encrypted.
bool input_can_read(Input *input, const AVPacket *packet);

/// Whether a stream is a picture beside the frames of an animated HEIF or AVIF file, which FFmpeg 7 lists like a video.
bool is_item(const AVFormatContext *format, const AVStream *stream);

/// The stream that is the video, as album covers are not; NULL where there is none.
AVStream *find_video(AVFormatContext *format);
