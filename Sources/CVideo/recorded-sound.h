#pragma once

#include "libav.h"

/// Sound that comes while a video is written, as samples, and is encoded.
typedef struct {
    struct Sound *sound;
    AVStream *stream;
    AVFormatContext *format;
    AVPacket *packet;
    /// Of what comes in: a sample is a tick.
    AVRational tick;
} RecordedSound;

/// Adds a stream for the sound to a file whose header is not written.
///
/// - rate: bits a second for each channel.
bool recorded_sound_open(
    RecordedSound *sound, AVFormatContext *format, const char *encoder, int rate, CVideoFailure *failure);
/// Takes samples as `cvideo_writer_add_sound` does; NULL at the end. Gives a library's error, or 0.
int recorded_sound_add(RecordedSound *sound, const float *samples, int count, int64_t time);
void recorded_sound_close(RecordedSound *sound);
