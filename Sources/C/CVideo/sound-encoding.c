#include "sound-encoding.h"

#include <errno.h>
#include <stdlib.h>

/// An effect between the resampler and the encoder.
typedef struct {
    const CVideoSoundEffect *functions;
    /// NULL before the first sample.
    void *track;
    /// The time of sample 0, in ticks.
    int64_t origin;
    /// The index of the next sample that goes in.
    int64_t next;
    /// The index of the next sample that comes out, and that at which the part ends.
    int64_t nextOut, end;
    /// Interleaved samples that go in.
    float *samples;
    /// Converts what comes out to the encoder's format.
    SwrContext *converter;
} Effect;

struct Sound {
    AVCodecContext *decoder, *encoder;
    /// Converts from the format below to the encoder's.
    SwrContext *resampler;
    /// The format of the incoming sound, which may change.
    AVChannelLayout layout;
    enum AVSampleFormat format;
    int rate;
    AVFrame *decoded, *pending;
    AVPacket *packet;
    AVRational tick;
    int64_t from, to;
    /// The number of samples in `pending`.
    int filled;
    /// The time of the next frame for the encoder, in samples; INT64_MIN before the first.
    int64_t next;
    /// Without functions if there is none.
    Effect effect;
};

/// Gaps and overlaps of less than this many milliseconds are treated as timestamp jitter.
enum { JITTER = 60 };

enum { MOST_CHANNELS = 64 };

/// The number of samples that an effect gets at a time.
enum { EFFECT_STEP = 4096 };

static int nearest_rate(const AVCodec *codec, int rate) {
    const int *known = libav_sample_rates(codec);
    if (!known) return rate;
    int found = 0;
    for (; *known; known++) {
        // The same rate, the next higher one, or the highest.
        bool isBetter = found < rate ? *known > found : *known >= rate && *known < found;
        if (!found || isBetter) found = *known;
    }
    return found;
}

static int open_encoder(Sound *sound, const AVCodec *codec, int channels, int rate, bool needsHeader) {
    libav.avcodec_free_context(&sound->encoder);
    AVCodecContext *encoder = sound->encoder = libav.avcodec_alloc_context3(codec);
    if (!encoder) return AVERROR(ENOMEM);
    if (channels) {
        libav.av_channel_layout_default(&encoder->ch_layout, channels);
    } else {
        int error = libav.av_channel_layout_copy(&encoder->ch_layout, &sound->decoder->ch_layout);
        if (error < 0) return error;
    }
    encoder->sample_rate = nearest_rate(codec, sound->decoder->sample_rate);
    enum AVSampleFormat preferred = libav_sample_format(codec);
    encoder->sample_fmt = preferred == AV_SAMPLE_FMT_NONE ? AV_SAMPLE_FMT_FLTP : preferred;
    encoder->bit_rate = (int64_t) rate * encoder->ch_layout.nb_channels;
    encoder->time_base = (AVRational) {1, encoder->sample_rate};
    if (needsHeader) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    return libav.avcodec_open2(encoder, codec, NULL);
}

/// Reconfigures the resampler for another input format.
static int open_resampler(
    Sound *sound, const AVChannelLayout *layout, enum AVSampleFormat format, int rate) {
    int channels = layout->nb_channels;
    if (channels <= 0 || channels > MOST_CHANNELS || rate <= 0) return AVERROR_INVALIDDATA;
    libav.av_channel_layout_uninit(&sound->layout);
    if (layout->order == AV_CHANNEL_ORDER_UNSPEC) {
        libav.av_channel_layout_default(&sound->layout, channels);
    } else {
        int error = libav.av_channel_layout_copy(&sound->layout, layout);
        if (error < 0) return error;
    }
    sound->format = format;
    sound->rate = rate;
    libav.swr_free(&sound->resampler);
    // An effect gets floats, interleaved.
    enum AVSampleFormat result =
        sound->effect.functions ? AV_SAMPLE_FMT_FLT : sound->encoder->sample_fmt;
    int error = libav.swr_alloc_set_opts2(
        &sound->resampler, &sound->encoder->ch_layout, result, sound->encoder->sample_rate, &sound->layout,
        format, rate, 0, NULL);
    return error < 0 ? error : libav.swr_init(sound->resampler);
}

static int open_codecs(
    Sound *sound, const AVCodecParameters *parameters, const AVCodec *codec, int rate, bool needsHeader) {
    const AVCodec *decoding = libav.avcodec_find_decoder(parameters->codec_id);
    if (!decoding) return AVERROR_DECODER_NOT_FOUND;
    sound->decoder = libav.avcodec_alloc_context3(decoding);
    sound->decoded = libav.av_frame_alloc();
    sound->pending = libav.av_frame_alloc();
    sound->packet = libav.av_packet_alloc();
    if (!sound->decoder || !sound->decoded || !sound->pending || !sound->packet) return AVERROR(ENOMEM);
    int error = libav.avcodec_parameters_to_context(sound->decoder, parameters);
    if (error < 0) return error;
    sound->decoder->pkt_timebase = sound->tick;
    error = libav.avcodec_open2(sound->decoder, decoding, NULL);
    if (error < 0) return error;
    int channels = sound->decoder->ch_layout.nb_channels;
    if (channels <= 0 || channels > MOST_CHANNELS || sound->decoder->sample_rate <= 0) {
        return AVERROR_INVALIDDATA;
    }
    if (sound->decoder->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
        libav.av_channel_layout_default(&sound->decoder->ch_layout, channels);
    }
    // If an encoder does not support a channel layout, use the default one for that number of channels, or
    // stereo.
    error = open_encoder(sound, codec, 0, rate, needsHeader);
    if (error < 0) error = open_encoder(sound, codec, channels, rate, needsHeader);
    if (error < 0) error = open_encoder(sound, codec, 2, rate, needsHeader);
    if (error < 0) return error;
    return open_resampler(
        sound, &sound->decoder->ch_layout, sound->decoder->sample_fmt, sound->decoder->sample_rate);
}

Sound *sound_create(
    const AVCodecParameters *parameters, AVRational tick, const char *encoder, int rate, int64_t from,
    int64_t to, bool needsHeader, CVideoFailure *failure) {
    Sound *sound = calloc(1, sizeof *sound);
    const AVCodec *codec = libav.avcodec_find_encoder_by_name(encoder);
    if (!sound || !codec) {
        free(sound);
        codec ? cvideo_fail_with(failure, AVERROR(ENOMEM)) : cvideo_fail(failure, CVIDEO_NO_CODEC, encoder);
        return NULL;
    }
    sound->tick = tick;
    sound->from = from;
    sound->to = to;
    sound->next = INT64_MIN;
    int error = open_codecs(sound, parameters, codec, rate, needsHeader);
    if (error >= 0) return sound;
    sound_destroy(sound);
    const char *name = libav.avcodec_get_name(parameters->codec_id);
    error == AVERROR_DECODER_NOT_FOUND
        ? cvideo_fail(failure, CVIDEO_NO_CODEC, name)
        : cvideo_fail_at(failure, error, CVIDEO_SOUND_REFUSED, name);
    return NULL;
}

int sound_set_effect(Sound *sound, const CVideoSoundEffect *functions, int64_t origin) {
    sound->effect = (Effect) {.functions = functions, .origin = origin};
    AVCodecContext *encoder = sound->encoder;
    sound->effect.samples = calloc((size_t) EFFECT_STEP * encoder->ch_layout.nb_channels, sizeof(float));
    if (!sound->effect.samples) return AVERROR(ENOMEM);
    int error = libav.swr_alloc_set_opts2(
        &sound->effect.converter, &encoder->ch_layout, encoder->sample_fmt, encoder->sample_rate,
        &encoder->ch_layout, AV_SAMPLE_FMT_FLT, encoder->sample_rate, 0, NULL);
    if (error >= 0) error = libav.swr_init(sound->effect.converter);
    if (error < 0) return error;
    const AVCodecContext *decoder = sound->decoder;
    return open_resampler(sound, &decoder->ch_layout, decoder->sample_fmt, decoder->sample_rate);
}

void sound_destroy(Sound *sound) {
    if (!sound) return;
    if (sound->effect.track) sound->effect.functions->end(sound->effect.track);
    free(sound->effect.samples);
    libav.swr_free(&sound->effect.converter);
    libav.swr_free(&sound->resampler);
    libav.av_channel_layout_uninit(&sound->layout);
    libav.avcodec_free_context(&sound->encoder);
    libav.avcodec_free_context(&sound->decoder);
    libav.av_frame_free(&sound->decoded);
    libav.av_frame_free(&sound->pending);
    libav.av_packet_free(&sound->packet);
    free(sound);
}

const AVCodecContext *sound_encoder(const Sound *sound) { return sound->encoder; }

static int receive(Sound *sound, SoundReceiver receiver, void *context) {
    for (;;) {
        int error = libav.avcodec_receive_packet(sound->encoder, sound->packet);
        if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
        if (error >= 0) error = receiver(context, sound->packet);
        libav.av_packet_unref(sound->packet);
        if (error < 0) return error;
    }
}

static int encode(Sound *sound, SoundReceiver receiver, void *context) {
    sound->pending->nb_samples = sound->filled;
    sound->pending->pts = sound->next;
    sound->next += sound->filled;
    sound->filled = 0;
    int error = libav.avcodec_send_frame(sound->encoder, sound->pending);
    libav.av_frame_unref(sound->pending);
    return error < 0 ? error : receive(sound, receiver, context);
}

static int begin_frame(Sound *sound) {
    AVFrame *frame = sound->pending;
    frame->format = sound->encoder->sample_fmt;
    frame->sample_rate = sound->encoder->sample_rate;
    // An encoder that accepts any number of samples states none.
    frame->nb_samples = sound->encoder->frame_size > 0 ? sound->encoder->frame_size : 1024;
    int error = libav.av_channel_layout_copy(&frame->ch_layout, &sound->encoder->ch_layout);
    return error < 0 ? error : libav.av_frame_get_buffer(frame, 0);
}

/// Pointers to a sample in each channel of a frame, for the resampler.
static void find_samples(const AVFrame *frame, int sample, uint8_t **pointers) {
    int planar = libav.av_sample_fmt_is_planar(frame->format), channels = frame->ch_layout.nb_channels;
    int size = libav.av_get_bytes_per_sample(frame->format) * (planar ? 1 : channels);
    for (int index = 0; index < (planar ? channels : 1); index++) {
        pointers[index] = frame->extended_data[index] + (ptrdiff_t) sample * size;
    }
}

/// Passes the input through a resampler and encodes every complete frame of it.
static int fill_frames(
    Sound *sound, SwrContext *resampler, const uint8_t **samples, int count, SoundReceiver receiver,
    void *context) {
    int capacity = sound->encoder->frame_size > 0 ? sound->encoder->frame_size : 1024;
    for (;;) {
        if (!sound->pending->data[0]) {
            int error = begin_frame(sound);
            if (error < 0) return error;
        }
        uint8_t *pointers[MOST_CHANNELS];
        find_samples(sound->pending, sound->filled, pointers);
        int wanted = capacity - sound->filled;
        int received = libav.swr_convert(resampler, pointers, wanted, samples, count);
        if (received < 0) return received;
        count = 0;
        sound->filled += received;
        if (received < wanted) return 0;
        int error = encode(sound, receiver, context);
        if (error < 0) return error;
    }
}

/// Encodes what an effect makes of its next samples; NULL is the end.
static int affect(
    Sound *sound, const float *samples, int count, SoundReceiver receiver, void *context) {
    Effect *effect = &sound->effect;
    if (!effect->track) return 0;
    const float *result = NULL;
    int done = effect->functions->process(effect->track, samples, count, &result);
    if (done < 0) return AVERROR(ENOMEM);
    int64_t left = effect->end - effect->nextOut;
    effect->nextOut += done;
    if (done > left) done = left > 0 ? (int) left : 0;
    if (done == 0) return 0;
    const uint8_t *pointers[] = {(const uint8_t *) result};
    return fill_frames(sound, effect->converter, pointers, done, receiver, context);
}

/// Resamples the input and encodes every complete frame of it. If `samples` is NULL, the input is silence, or
/// the end of the sound if `count` is 0.
static int resample(Sound *sound, const uint8_t **samples, int count, SoundReceiver receiver, void *context) {
    Effect *effect = &sound->effect;
    if (!effect->functions) return fill_frames(sound, sound->resampler, samples, count, receiver, context);
    uint8_t *pointers[] = {(uint8_t *) effect->samples};
    for (;;) {
        int received = libav.swr_convert(sound->resampler, pointers, EFFECT_STEP, samples, count);
        if (received < 0) return received;
        count = 0;
        effect->next += received;
        int error = received > 0 ? affect(sound, effect->samples, received, receiver, context) : 0;
        if (error < 0 || received < EFFECT_STEP) return error;
    }
}

static int feed_silence(Sound *sound, int64_t count, SoundReceiver receiver, void *context) {
    AVFrame *frame = libav.av_frame_alloc();
    if (!frame) return AVERROR(ENOMEM);
    frame->format = sound->format;
    frame->nb_samples = 1024;
    int error = libav.av_channel_layout_copy(&frame->ch_layout, &sound->layout);
    if (error >= 0) error = libav.av_frame_get_buffer(frame, 0);
    if (error >= 0) {
        error = libav.av_samples_set_silence(
            frame->extended_data, 0, frame->nb_samples, frame->ch_layout.nb_channels, frame->format);
    }
    while (error >= 0 && count > 0) {
        int part = count < frame->nb_samples ? (int) count : frame->nb_samples;
        error = resample(sound, (const uint8_t **) frame->extended_data, part, receiver, context);
        count -= part;
    }
    libav.av_frame_free(&frame);
    return error;
}

static bool has_form(const Sound *sound, const AVFrame *frame) {
    if (frame->sample_rate != sound->rate || frame->format != sound->format) return false;
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
        return frame->ch_layout.nb_channels == sound->layout.nb_channels;
    }
    return libav.av_channel_layout_compare(&frame->ch_layout, &sound->layout) == 0;
}

/// The number of samples to insert before a frame that is expected at one time, and states another; both in
/// samples. Gaps of hours are wrong timestamps.
static int64_t gap_before(int64_t start, int64_t expected, int rate) {
    int64_t gap = start - expected;
    return gap > (int64_t) rate * JITTER / 1000 && gap < (int64_t) rate * 3600 ? gap : 0;
}

/// Begins an effect with the first sample, whose index is given.
static int begin_effect(Sound *sound, int64_t index) {
    Effect *effect = &sound->effect;
    AVRational out = sound->encoder->time_base;
    effect->next = effect->nextOut = index;
    effect->end = INT64_MAX;
    // The index of time 0 of the new file.
    int64_t zero = -libav.av_rescale_q(effect->origin, sound->tick, out);
    if (sound->from != INT64_MIN) {
        zero = libav.av_rescale_q(sound->from - effect->origin, sound->tick, out);
        if (effect->nextOut < zero) effect->nextOut = zero;
    }
    if (sound->to != INT64_MAX) {
        effect->end = libav.av_rescale_q(sound->to - effect->origin, sound->tick, out);
    }
    sound->next = effect->nextOut - zero;
    effect->track = effect->functions->begin(
        effect->functions->context, out.den, sound->encoder->ch_layout.nb_channels, index, effect->nextOut);
    return effect->track ? 0 : AVERROR(ENOMEM);
}

/// Like `take`, but the effect gets what is before the part too, on which its beginning depends.
static int take_for_effect(Sound *sound, SoundReceiver receiver, void *context) {
    const AVFrame *frame = sound->decoded;
    Effect *effect = &sound->effect;
    AVRational sample = {1, frame->sample_rate}, out = sound->encoder->time_base;
    int64_t time = frame->best_effort_timestamp, index = 0;
    if (time != AV_NOPTS_VALUE) index = libav.av_rescale_q(time - effect->origin, sound->tick, out);
    if (!effect->track) {
        int error = begin_effect(sound, index);
        if (error < 0) return error;
    } else if (time != AV_NOPTS_VALUE) {
        int64_t expected = effect->next + libav.swr_get_delay(sound->resampler, out.den);
        int64_t gap = gap_before(index, expected, out.den);
        int error = gap ? feed_silence(sound, libav.av_rescale_q(gap, out, sample), receiver, context) : 0;
        if (error < 0) return error;
    }
    return resample(
        sound, (const uint8_t **) frame->extended_data, frame->nb_samples, receiver, context);
}

static int take(Sound *sound, SoundReceiver receiver, void *context) {
    AVFrame *frame = sound->decoded;
    if (!has_form(sound, frame)) {
        // Flush the resampler's remaining samples in the old format.
        int error = resample(sound, NULL, 0, receiver, context);
        if (error >= 0) error = open_resampler(sound, &frame->ch_layout, frame->format, frame->sample_rate);
        // Sound in an impossible format is skipped, like damaged packets.
        if (error == AVERROR_INVALIDDATA && sound->resampler) return 0;
        if (error < 0) return error;
    }
    AVRational sample = {1, frame->sample_rate}, out = sound->encoder->time_base;
    int64_t first = 0, end = frame->nb_samples;
    int64_t time = frame->best_effort_timestamp;
    if (sound->effect.functions) return take_for_effect(sound, receiver, context);
    if (time != AV_NOPTS_VALUE && sound->from != INT64_MIN) {
        // Trim samples before and after the part exactly.
        int64_t start = libav.av_rescale_q(time - sound->from, sound->tick, sample);
        if (start < 0) first = -start;
        if (sound->to != INT64_MAX) {
            int64_t rest = libav.av_rescale_q(sound->to - time, sound->tick, sample);
            if (rest < end) end = rest;
        }
        time -= sound->from;
    }
    if (first >= end) return 0;
    int64_t start = INT64_MIN;
    if (time != AV_NOPTS_VALUE) {
        start = libav.av_rescale_q(time, sound->tick, out) + libav.av_rescale_q(first, sample, out);
    }
    if (sound->next == INT64_MIN) {
        sound->next = start == INT64_MIN ? 0 : start;
    } else if (start != INT64_MIN) {
        int64_t expected = sound->next + sound->filled + libav.swr_get_delay(sound->resampler, out.den);
        int64_t gap = gap_before(start, expected, out.den);
        if (gap) {
            int error = feed_silence(sound, libav.av_rescale_q(gap, out, sample), receiver, context);
            if (error < 0) return error;
        }
    }
    uint8_t *pointers[MOST_CHANNELS];
    find_samples(frame, (int) first, pointers);
    return resample(sound, (const uint8_t **) pointers, (int) (end - first), receiver, context);
}

int sound_feed(Sound *sound, const AVPacket *packet, SoundReceiver receiver, void *context) {
    int error = libav.avcodec_send_packet(sound->decoder, packet);
    // Damaged packets are skipped.
    if (error < 0 && error != AVERROR_INVALIDDATA && error != AVERROR_EOF) return error;
    for (;;) {
        error = libav.avcodec_receive_frame(sound->decoder, sound->decoded);
        if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) break;
        if (error == AVERROR_INVALIDDATA) continue;
        if (error >= 0) error = take(sound, receiver, context);
        libav.av_frame_unref(sound->decoded);
        if (error < 0) return error;
    }
    if (packet || sound->next == INT64_MIN) return 0;
    // Flush the resampler, the effect, the last frame, and the encoder.
    error = resample(sound, NULL, 0, receiver, context);
    if (error >= 0 && sound->effect.functions) error = affect(sound, NULL, 0, receiver, context);
    if (error >= 0 && sound->filled > 0) error = encode(sound, receiver, context);
    if (error >= 0) error = libav.avcodec_send_frame(sound->encoder, NULL);
    return error < 0 ? error : receive(sound, receiver, context);
}
