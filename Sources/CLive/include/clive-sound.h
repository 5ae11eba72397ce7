#pragma once

#include "clive-failure.h"

/// A stretch of sound that is played once, from its beginning on. One thread uses it, and none of its functions waits
/// but for the sound server.
typedef struct CLiveSound CLiveSound;

/// Loads GStreamer where that was not done, which may take a second, and makes a stretch that does not play yet.
///
/// - sink: GStreamer's description of the element that plays; NULL for the system's.
/// - start: the seconds in the video of its first sample.
/// - rate: seconds of the video in a second; other than 1 it is played at its own pitch.
CLiveSound *clive_sound_create(const char *sink, double start, double rate, CLiveFailure *failure);
/// Stops at once.
void clive_sound_destroy(CLiveSound *sound);

/// Appends samples, 32-bit floats of two channels in turns at 48 kHz, so many of each.
bool clive_sound_push(CLiveSound *sound, const float *samples, int count);
/// Tells that nothing more is appended.
void clive_sound_end(CLiveSound *sound);
/// How many samples of a channel wait to be taken by the sink.
int clive_sound_queued(const CLiveSound *sound);

/// Plays from when enough was appended.
bool clive_sound_play(CLiveSound *sound);
/// The seconds in the video of what is heard now; NaN where that is not known yet.
double clive_sound_position(const CLiveSound *sound);
/// Sets what samples are multiplied by.
void clive_sound_set_gain(CLiveSound *sound, double gain);

/// What has happened that was not told yet; `failure` says what of a warning or failure.
CLiveEvent clive_sound_next_event(const CLiveSound *sound, CLiveFailure *failure);
