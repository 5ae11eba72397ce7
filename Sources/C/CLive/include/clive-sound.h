#pragma once

#include "clive-failure.h"

/// A segment of audio that is played once, from its start. Used by one thread; its functions wait for nothing
/// but the sound server.
typedef struct CLiveSound CLiveSound;

/// Loads GStreamer if necessary, which may take a second, and creates a segment that is not playing yet.
///
/// - sink: the GStreamer description of the sink element; NULL for the system's default.
/// - start: the position of its first sample in the video, in seconds.
/// - rate: seconds of the video per second; if it is not 1, the pitch is preserved.
CLiveSound *clive_sound_create(const char *sink, double start, double rate, CLiveFailure *failure);
/// Stops at once.
void clive_sound_destroy(CLiveSound *sound);

/// Appends samples, interleaved 32-bit floats of two channels at 48 kHz; the count is per channel.
bool clive_sound_push(CLiveSound *sound, const float *samples, int count);
/// Marks the end of the appended samples.
void clive_sound_end(CLiveSound *sound);
/// The number of samples per channel that the sink has not taken yet.
int clive_sound_queued(const CLiveSound *sound);

/// Starts playing once enough samples were appended.
bool clive_sound_play(CLiveSound *sound);
/// The audible position in the video, in seconds; NaN if it is not known yet.
double clive_sound_position(const CLiveSound *sound);
/// Sets the factor of the samples.
void clive_sound_set_gain(CLiveSound *sound, double gain);

/// The next event that was not reported yet; `failure` describes a warning or failure.
CLiveEvent clive_sound_next_event(const CLiveSound *sound, CLiveFailure *failure);
