#include "recorded-sound.h"

#include <errno.h>
#include <string.h>

#include "cvideo-sound.h"
#include "sound-encoding.h"

enum { BYTES_PER_SAMPLE = CVIDEO_SOUND_CHANNELS * sizeof(float) };

/// Samples are treated as packets of a PCM codec, since the audio encoding code takes packets.
static AVCodecParameters *make_parameters(void) {
    AVCodecParameters *parameters = libav.avcodec_parameters_alloc();
    if (!parameters) return NULL;
    parameters->codec_type = AVMEDIA_TYPE_AUDIO;
    parameters->codec_id = AV_CODEC_ID_PCM_F32LE;
    parameters->format = AV_SAMPLE_FMT_FLT;
    parameters->sample_rate = CVIDEO_SOUND_RATE;
    libav.av_channel_layout_default(&parameters->ch_layout, CVIDEO_SOUND_CHANNELS);
    return parameters;
}

bool recorded_sound_open(
    RecordedSound *sound, AVFormatContext *format, const char *encoder, int rate, CVideoFailure *failure) {
    *sound = (RecordedSound) {.format = format, .tick = {1, CVIDEO_SOUND_RATE}};
    AVCodecParameters *parameters = make_parameters();
    sound->packet = libav.av_packet_alloc();
    sound->stream = libav.avformat_new_stream(format, NULL);
    if (!parameters || !sound->packet || !sound->stream) {
        libav.avcodec_parameters_free(&parameters);
        return cvideo_fail_with(failure, AVERROR(ENOMEM));
    }
    bool needsHeader = format->oformat->flags & AVFMT_GLOBALHEADER;
    sound->sound =
        sound_create(parameters, sound->tick, encoder, rate, INT64_MIN, INT64_MAX, needsHeader, failure);
    libav.avcodec_parameters_free(&parameters);
    if (!sound->sound) return false;
    int error = libav.avcodec_parameters_from_context(sound->stream->codecpar, sound_encoder(sound->sound));
    sound->stream->time_base = sound_encoder(sound->sound)->time_base;
    return error >= 0 || cvideo_fail_at(failure, error, CVIDEO_SOUND_REFUSED, encoder);
}

static int write(void *context, AVPacket *packet) {
    RecordedSound *sound = context;
    packet->stream_index = sound->stream->index;
    libav.av_packet_rescale_ts(packet, sound_encoder(sound->sound)->time_base, sound->stream->time_base);
    return libav.av_write_frame(sound->format, packet);
}

int recorded_sound_add(RecordedSound *sound, const float *samples, int count, int64_t time) {
    if (!samples) return sound_feed(sound->sound, NULL, write, sound);
    int error = libav.av_new_packet(sound->packet, count * BYTES_PER_SAMPLE);
    if (error < 0) return error;
    memcpy(sound->packet->data, samples, (size_t) count * BYTES_PER_SAMPLE);
    sound->packet->pts = sound->packet->dts = time;
    sound->packet->duration = count;
    error = sound_feed(sound->sound, sound->packet, write, sound);
    libav.av_packet_unref(sound->packet);
    return error;
}

void recorded_sound_close(RecordedSound *sound) {
    sound_destroy(sound->sound);
    libav.av_packet_free(&sound->packet);
}
