#pragma once

#include "libav.h"

/// Sound that arrives as samples while a video is written, and is encoded.
typedef struct {
    struct Sound *sound;
    AVStream *stream;
    AVFormatContext *format;
    AVPacket *packet;
    /// Of the input: one tick per sample.
    AVRational tick;
} RecordedSound;

/// Adds a sound stream to a file whose header is not written yet.
///
/// - rate: bits per second for each channel.
bool recorded_sound_open(
    RecordedSound *sound, AVFormatContext *format, const char *encoder, int rate, CVideoFailure *failure);
/// Takes samples like `cvideo_writer_add_sound`; NULL at the end. Returns 0 or a library's error.
int recorded_sound_add(RecordedSound *sound, const float *samples, int count, int64_t time);
void recorded_sound_close(RecordedSound *sound);
