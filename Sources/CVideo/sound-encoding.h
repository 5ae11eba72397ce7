#pragma once

#include "libav.h"

/// Takes an encoded packet, in the encoder's time base; an error, or 0.
typedef int (*SoundReceiver)(void *context, AVPacket *packet);

/// Decodes sound and encodes it anew.
typedef struct Sound Sound;

/// - rate: bits a second for each channel.
/// - parameters, tick: of the sound that is fed, and of the times of its packets.
/// - from, to: the part that is wanted, in ticks; INT64_MIN and INT64_MAX for the whole.
///   `from` becomes time 0.
/// - needsHeader: whether what the decoder needs to know goes to the container.
Sound *sound_create(
    const AVCodecParameters *parameters, AVRational tick, const char *encoder, int rate, int64_t from, int64_t to,
    bool needsHeader, CVideoFailure *failure);
void sound_destroy(Sound *sound);
const AVCodecContext *sound_encoder(const Sound *sound);
/// Takes the next packet, or NULL at the end.
int sound_feed(Sound *sound, const AVPacket *packet, SoundReceiver receiver, void *context);
