#pragma once

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
void sound_destroy(Sound *sound);
const AVCodecContext *sound_encoder(const Sound *sound);
/// Takes the next packet, or NULL at the end.
int sound_feed(Sound *sound, const AVPacket *packet, SoundReceiver receiver, void *context);
