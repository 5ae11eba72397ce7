#pragma once

#include "cvideo-writer.h"
#include "libav.h"

/// Receives an encoded packet, in the encoder's time base. Returns 0 or an error.
typedef int (*SoundReceiver)(void *context, AVPacket *packet);

/// Transcodes sound.
typedef struct Sound Sound;

/// - rate: bits per second for each channel.
/// - parameters, tick: of the source sound, and the time base of its packets.
/// - from, to: the part to encode, in ticks; INT64_MIN and INT64_MAX for the whole. `from` becomes time 0.
/// - needsHeader: whether codec parameters are stored in the container's header.
Sound *sound_create(
    const AVCodecParameters *parameters, AVRational tick, const char *encoder, int rate, int64_t from,
    int64_t to, bool needsHeader, CVideoFailure *failure);
/// Applies an effect, which must stay valid as long as the sound. It gets all packets from the beginning of
/// the file on, so that its samples can be counted: timestamps are too coarse in some containers.
///
/// - origin: the time of its sample 0, in ticks.
///
/// Returns 0 or an error.
int sound_set_effect(Sound *sound, const CVideoSoundEffect *effect, int64_t origin);
void sound_destroy(Sound *sound);
const AVCodecContext *sound_encoder(const Sound *sound);
/// Takes the next packet, or NULL at the end.
int sound_feed(Sound *sound, const AVPacket *packet, SoundReceiver receiver, void *context);
