#include "cvideo-writer.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conversion.h"
#include "copy.h"
#include "from-rgba.h"
#include "high-range.h"
#include "output.h"
#include "recorded-sound.h"
#include "source.h"
#include "to-palette.h"

/// The duration of a frame that is still in the encoder.
typedef struct {
    int64_t time, duration;
} Pending;

struct CVideoWriter {
    Output output;
    AVFormatContext *format;
    AVStream *stream;
    AVCodecContext *encoder;
    AVPacket *packet;
    Copy copy;
    RecordedSound sound;
    bool hasCopy, hasSound, byField;
    /// True if writing packets failed.
    bool hasMuxerFailed;
    int width, height, bits;
    bool hasAlpha;
    /// The time of the last written frame, and the end of the last added one.
    int64_t lastTime, end;
    bool isGIF;
    /// True if frames have numbers instead of times, as in Y4M; and the next number.
    bool isNumbered;
    int64_t number;
    /// For a GIF: the frame to be written next, and one that follows it too closely; which of them is kept is
    /// decided with the next frame. NULL if there is none.
    AVFrame *held, *close;
    Pending *pending;
    int pendingCount, pendingCapacity;
    /// True once a packet was encoded; and what is added to the decoding times of all.
    bool hasPacket;
    int64_t decodingOffset;
};

static AVDictionary *parse(const char *options) {
    AVDictionary *result = NULL;
    if (options && *options) libav.av_dict_parse_string(&result, options, "=", ":", 0);
    return result;
}

/// - source: the stream whose metadata of high dynamic range is kept; NULL if there is none.
static bool open_encoder(
    CVideoWriter *writer, const CVideoWriting *writing, const AVStream *source, CVideoFailure *failure) {
    const AVCodec *codec = libav.avcodec_find_encoder_by_name(writing->encoder);
    if (!codec) return cvideo_fail(failure, CVIDEO_NO_CODEC, writing->encoder);
    // SVT-AV1 logs to standard error by default, and can only be silenced by this variable.
    if (strcmp(codec->name, "libsvtav1") == 0) setenv("SVT_LOG", "0", 0);
    AVCodecContext *encoder = writer->encoder = libav.avcodec_alloc_context3(codec);
    if (!encoder) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    encoder->width = writing->frameWidth;
    encoder->height = writing->frameHeight;
    encoder->pix_fmt = libav.av_get_pix_fmt(writing->pixelFormat);
    encoder->time_base = (AVRational) {writing->tickNumerator, writing->tickDenominator};
    encoder->framerate = (AVRational) {writing->rateNumerator, writing->rateDenominator};
    encoder->sample_aspect_ratio = (AVRational) {writing->aspectNumerator, writing->aspectDenominator};
    encoder->color_primaries = writing->primaries;
    encoder->color_trc = writing->transfer;
    encoder->colorspace = writing->matrix;
    bool isFullRange = writing->isFullRange || writing->matrix == AVCOL_SPC_RGB;
    encoder->color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
    if (writing->matrix != AVCOL_SPC_RGB) encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
    encoder->thread_count = 0;
    encoder->field_order = AV_FIELD_PROGRESSIVE;
    if (writing->isInterlaced) {
        encoder->flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME;
        encoder->field_order = writing->isTopFieldFirst ? AV_FIELD_TT : AV_FIELD_BB;
    }
    if (writer->format->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    AVDictionary *options = parse(writing->encoderOptions);
    int error = source && codec->id == AV_CODEC_ID_HEVC ? high_range_add_options(source, &options) : 0;
    if (error < 0) {
        libav.av_dict_free(&options);
        return cvideo_fail_with(failure, error);
    }
    // SVT-AV1 gives the calling thread real-time priority if permitted, as for root: this thread, and all
    // programs started from it later, would starve everything else.
    int policy;
    struct sched_param priority;
    bool isKnown = pthread_getschedparam(pthread_self(), &policy, &priority) == 0;
    error = libav.avcodec_open2(encoder, codec, &options);
    if (isKnown) pthread_setschedparam(pthread_self(), policy, &priority);
    libav.av_dict_free(&options);
    return error >= 0 || cvideo_fail_at(failure, error, CVIDEO_CODEC_REFUSES, writing->pixelFormat);
}

static bool add_video(
    CVideoWriter *writer, const CVideoWriting *writing, const AVStream *source, CVideoFailure *failure) {
    AVStream *stream = writer->stream = libav.avformat_new_stream(writer->format, NULL);
    if (!stream) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    int error = libav.avcodec_parameters_from_context(stream->codecpar, writer->encoder);
    if (error >= 0 && source) error = high_range_copy(source, stream);
    if (error < 0) return cvideo_fail_at(failure, error, CVIDEO_CONTAINER_REFUSES, "");
    stream->time_base = writer->encoder->time_base;
    stream->avg_frame_rate = writer->encoder->framerate;
    // Y4M's encoder wraps frames, and its muxer derives the frame rate from the time base.
    writer->isNumbered = writer->encoder->codec_id == AV_CODEC_ID_WRAPPED_AVFRAME;
    if (writer->isNumbered) {
        stream->time_base = (AVRational) {writing->rateDenominator, writing->rateNumerator};
    }
    stream->sample_aspect_ratio = writer->encoder->sample_aspect_ratio;
    if (strlen(writing->tag) == 4) {
        const char *tag = writing->tag;
        stream->codecpar->codec_tag = MKTAG(tag[0], tag[1], tag[2], tag[3]);
    }
    const AVPixFmtDescriptor *pixels = libav.av_pix_fmt_desc_get(writer->encoder->pix_fmt);
    bool hasAlpha = pixels->flags & AV_PIX_FMT_FLAG_ALPHA;
    // VP9's alpha is a separate stream, which decoders look for only if it is announced.
    if (hasAlpha && stream->codecpar->codec_id == AV_CODEC_ID_VP9) {
        libav.av_dict_set(&stream->metadata, "alpha_mode", "1", 0);
    }
    return true;
}

static bool begin(
    CVideoWriter *writer, const CVideoWriting *writing, const CVideoCopying *copying,
    CVideoFailure *failure) {
    int error = libav.avformat_alloc_output_context2(&writer->format, NULL, writing->container, NULL);
    if (error < 0) return cvideo_fail_at(failure, error, CVIDEO_CONTAINER_REFUSES, "");
    AVFormatContext *format = writer->format;
    writer->isGIF = strcmp(format->oformat->name, "gif") == 0;
    output_attach(&writer->output, format);
    format->strict_std_compliance = COMPLIANCE;
    // Negative timestamps, such as those of an audio encoder's preroll, are kept: otherwise the picture would
    // be shifted.
    format->avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED;
    writer->packet = libav.av_packet_alloc();
    if (!writer->packet) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    const AVStream *source = writing->hasHighRange && copying ? copying->source->video : NULL;
    if (!open_encoder(writer, writing, source, failure) || !add_video(writer, writing, source, failure)) {
        return false;
    }
    if (copying) {
        writer->hasCopy = true;
        if (!copy_open(&writer->copy, copying, writer->encoder->time_base, format, failure)) return false;
        copy_video_metadata(&writer->copy, writer->stream);
    }
    if (writing->soundEncoder) {
        writer->hasSound = true;
        if (!recorded_sound_open(
                &writer->sound, format, writing->soundEncoder, writing->soundRate, failure)) {
            return false;
        }
    }
    if (writing->isRecording || writing->isStream) format->flags |= AVFMT_FLAG_FLUSH_PACKETS;
    AVDictionary *options = parse(writing->containerOptions);
    error = libav.avformat_write_header(format, &options);
    libav.av_dict_free(&options);
    return error >= 0 || output_fail(&writer->output, failure, error, CVIDEO_CONTAINER_REFUSES, "");
}

CVideoWriter *cvideo_writer_create(
    int descriptor, const CVideoWriting *writing, const CVideoCopying *copying, CVideoFailure *failure) {
    if (!cvideo_load(failure)) return NULL;
    CVideoWriter *writer = calloc(1, sizeof *writer);
    if (!writer) {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
        return NULL;
    }
    writer->width = writing->width;
    writer->height = writing->height;
    writer->bits = writing->bits;
    writer->hasAlpha = writing->hasAlpha;
    writer->byField = writing->isInterlaced;
    bool isOpen = output_open(&writer->output, descriptor, writing->isStream, failure);
    if (isOpen && begin(writer, writing, copying, failure)) return writer;
    cvideo_writer_destroy(writer);
    return NULL;
}

void cvideo_writer_destroy(CVideoWriter *writer) {
    if (!writer) return;
    if (writer->hasCopy) copy_close(&writer->copy);
    if (writer->hasSound) recorded_sound_close(&writer->sound);
    libav.avcodec_free_context(&writer->encoder);
    libav.av_packet_free(&writer->packet);
    libav.av_frame_free(&writer->held);
    libav.av_frame_free(&writer->close);
    libav.avformat_free_context(writer->format);
    output_close(&writer->output);
    free(writer->pending);
    free(writer);
}

static bool remember(CVideoWriter *writer, int64_t time, int64_t duration) {
    if (writer->pendingCount == writer->pendingCapacity) {
        int capacity = 2 * writer->pendingCapacity + 64;
        Pending *pending = realloc(writer->pending, capacity * sizeof *pending);
        if (!pending) return false;
        writer->pending = pending;
        writer->pendingCapacity = capacity;
    }
    writer->pending[writer->pendingCount++] = (Pending) {time, duration};
    return true;
}

static int64_t take_duration(CVideoWriter *writer, int64_t time) {
    for (int index = 0; index < writer->pendingCount; index++) {
        if (writer->pending[index].time != time) continue;
        int64_t duration = writer->pending[index].duration;
        writer->pending[index] = writer->pending[--writer->pendingCount];
        return duration;
    }
    return 0;
}

/// The sum or the difference of times, of which x265 may have invented one; it wraps around.
static int64_t wrapped(int64_t one, int64_t other, int sign) {
    return (int64_t) ((uint64_t) one + (uint64_t) sign * (uint64_t) other);
}

/// What corrects the decoding times of a clip, from its first packet. x265 delays them by the time of as many
/// frames as it reorders. If a clip has fewer, version 4.1 subtracts memory that was never set; then the
/// length of the clip is the delay.
static int64_t decoding_offset(const CVideoWriter *writer, const AVPacket *packet) {
    if (writer->encoder->codec_id != AV_CODEC_ID_HEVC || packet->dts == AV_NOPTS_VALUE) return 0;
    int64_t length = 0;
    for (int index = 0; index < writer->pendingCount; index++) {
        int64_t time = writer->pending[index].time - packet->pts;
        if (time > length) length = time;
    }
    int64_t delay = wrapped(packet->pts, packet->dts, -1);
    return delay >= 0 && delay <= length ? 0 : wrapped(delay, length, -1);
}

/// Writes the packets that the encoder has finished, and before each the packets of other streams that
/// precede it.
static int drain(CVideoWriter *writer) {
    AVPacket *packet = writer->packet;
    for (;;) {
        int error = libav.avcodec_receive_packet(writer->encoder, packet);
        if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
        if (error < 0) return error;
        int64_t duration = take_duration(writer, packet->pts);
        if (duration > 0) packet->duration = duration;
        if (!writer->hasPacket) writer->decodingOffset = decoding_offset(writer, packet);
        writer->hasPacket = true;
        if (packet->dts != AV_NOPTS_VALUE) packet->dts = wrapped(packet->dts, writer->decodingOffset, 1);
        if (writer->hasCopy) error = copy_until(&writer->copy, packet->dts, writer->encoder->time_base);
        packet->stream_index = writer->stream->index;
        libav.av_packet_rescale_ts(packet, writer->encoder->time_base, writer->stream->time_base);
        if (writer->isNumbered) {
            packet->pts = packet->dts = writer->number++;
            packet->duration = 1;
        }
        if (error >= 0) error = libav.av_write_frame(writer->format, packet);
        libav.av_packet_unref(packet);
        if (error < 0) {
            writer->hasMuxerFailed = true;
            return error;
        }
    }
}

static int encode(CVideoWriter *writer, const AVFrame *frame) {
    for (;;) {
        int error = libav.avcodec_send_frame(writer->encoder, frame);
        if (error < 0 && error != AVERROR(EAGAIN)) return error;
        int drained = drain(writer);
        if (drained < 0) return drained;
        if (error >= 0) return 0;
    }
}

static AVFrame *make_frame(const CVideoWriter *writer) {
    const AVCodecContext *encoder = writer->encoder;
    AVFrame *frame = libav.av_frame_alloc();
    if (!frame) return NULL;
    frame->format = encoder->pix_fmt;
    frame->width = encoder->width;
    frame->height = encoder->height;
    frame->sample_aspect_ratio = encoder->sample_aspect_ratio;
    frame->color_primaries = encoder->color_primaries;
    frame->color_trc = encoder->color_trc;
    frame->colorspace = encoder->colorspace;
    frame->color_range = encoder->color_range;
    frame->chroma_location = encoder->chroma_sample_location;
    set_fields(frame, writer->byField, writer->encoder->field_order == AV_FIELD_TT);
    if (libav.av_frame_get_buffer(frame, 0) < 0) libav.av_frame_free(&frame);
    return frame;
}

/// GIF has a resolution of a hundredth of a second, and programs treat a delay of one hundredth as ten.
enum { SHORTEST_DELAY = 2 };

static int64_t hundredths(const CVideoWriter *writer, int64_t time) {
    return libav.av_rescale_q(time, writer->encoder->time_base, (AVRational) {1, 100});
}

static bool is_shown_long_enough(const CVideoWriter *writer, int64_t time, int64_t end) {
    return hundredths(writer, end) - hundredths(writer, time) >= SHORTEST_DELAY;
}

/// The field for a frame's duration, which depends on the library's version.
static int64_t *duration_of(AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return &frame->duration;
#else
    return &frame->pkt_duration;
#endif
}

/// Sets `failure` after an error of the encoder, or of writing its packets.
static bool fail_encoding(const CVideoWriter *writer, CVideoFailure *failure, int error) {
    CVideoFailureKind kind = writer->hasMuxerFailed ? CVIDEO_CONTAINER_REFUSES : CVIDEO_CODEC_REFUSES;
    return output_fail(
        &writer->output, failure, error, kind, libav.av_get_pix_fmt_name(writer->encoder->pix_fmt));
}

/// Encodes a frame and frees it.
static bool write_frame(CVideoWriter *writer, AVFrame *frame, CVideoFailure *failure) {
    bool isDone =
        remember(writer, frame->pts, *duration_of(frame)) || cvideo_fail_with(failure, AVERROR(ENOMEM));
    if (isDone) {
        writer->lastTime = frame->pts;
        int error = encode(writer, frame);
        if (error < 0) isDone = fail_encoding(writer, failure, error);
    }
    libav.av_frame_free(&frame);
    return isDone;
}

/// Adds a frame to a GIF, which cannot show frames shorter than two hundredths of a second: of two that are
/// closer, the one that is shown longer is kept.
static bool add_to_gif(CVideoWriter *writer, AVFrame *frame, CVideoFailure *failure) {
    AVFrame *held = writer->held, *close = writer->close;
    writer->close = NULL;
    if (close && is_shown_long_enough(writer, close->pts, frame->pts)) {
        libav.av_frame_free(&held);
        held = close;
    } else {
        libav.av_frame_free(&close);
    }
    writer->held = held;
    if (held && !is_shown_long_enough(writer, held->pts, frame->pts)) {
        writer->close = frame;
        return true;
    }
    writer->held = frame;
    return !held || write_frame(writer, held, failure);
}

/// Writes the held frames of a GIF.
static bool write_held(CVideoWriter *writer, CVideoFailure *failure) {
    AVFrame *last = writer->held, *close = writer->close;
    writer->held = writer->close = NULL;
    // If the duration of the last frame is unknown, it is kept.
    if (close && (writer->end <= close->pts || is_shown_long_enough(writer, close->pts, writer->end))) {
        AVFrame *dropped = last;
        last = close;
        close = dropped;
    }
    libav.av_frame_free(&close);
    return !last || write_frame(writer, last, failure);
}

/// A frame to fill; null, with `failure` set, if memory is short.
static AVFrame *begin_frame(CVideoWriter *writer, int64_t time, int64_t duration, CVideoFailure *failure) {
    writer->end = time + duration;
    AVFrame *frame = make_frame(writer);
    if (!frame) {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
        return NULL;
    }
    frame->pts = time;
    *duration_of(frame) = duration;
    return frame;
}

bool cvideo_writer_add(
    CVideoWriter *writer, const void *rgba, size_t byteCount, int64_t time, int64_t duration,
    CVideoFailure *failure) {
    if (byteCount / writer->width / (writer->bits / 2) < (size_t) writer->height) {
        return cvideo_fail(failure, CVIDEO_OTHER, "the buffer is too small");
    }
    AVFrame *frame = begin_frame(writer, time, duration, failure);
    if (!frame) return false;
    Picture picture = {rgba, writer->width, writer->height, writer->bits, writer->hasAlpha};
    bool isDone = frame->format == AV_PIX_FMT_PAL8
        ? to_palette(&picture, frame, failure)
        : from_rgba(&picture, writer->byField, frame, failure);
    if (!isDone) {
        libav.av_frame_free(&frame);
        return false;
    }
    return writer->isGIF ? add_to_gif(writer, frame, failure) : write_frame(writer, frame, failure);
}

bool cvideo_writer_add_planes(
    CVideoWriter *writer, const void *samples, size_t byteCount, int64_t time, int64_t duration,
    CVideoFailure *failure) {
    const AVCodecContext *encoder = writer->encoder;
    uint8_t *planes[4];
    int bytesPerRow[4];
    int size = libav.av_image_fill_arrays(
        planes, bytesPerRow, samples, encoder->pix_fmt, encoder->width, encoder->height, 1);
    if (size < 0 || (size_t) size > byteCount || encoder->pix_fmt == AV_PIX_FMT_PAL8) {
        return cvideo_fail(failure, CVIDEO_OTHER, "the buffer is too small");
    }
    AVFrame *frame = begin_frame(writer, time, duration, failure);
    if (!frame) return false;
    libav.av_image_copy(
        frame->data, frame->linesize, (const uint8_t **) planes, bytesPerRow, encoder->pix_fmt,
        encoder->width, encoder->height);
    return write_frame(writer, frame, failure);
}

bool cvideo_writer_add_sound(
    CVideoWriter *writer, const float *samples, int count, int64_t time, CVideoFailure *failure) {
    if (!writer->hasSound || !samples || count <= 0) return true;
    int error = recorded_sound_add(&writer->sound, samples, count, time);
    return error >= 0 || output_fail(&writer->output, failure, error, CVIDEO_CONTAINER_REFUSES, "");
}

int64_t cvideo_writer_byte_count(const CVideoWriter *writer) { return writer->output.size; }

/// The duration of the last frame of an animation: that of the previous frame, unless the muxer is given one.
static void set_final_delay(CVideoWriter *writer) {
    AVRational tick = writer->encoder->time_base;
    AVFormatContext *format = writer->format;
    if (writer->end <= writer->lastTime) return;
    if (writer->isGIF) {
        int64_t delay = hundredths(writer, writer->end) - hundredths(writer, writer->lastTime);
        if (delay < SHORTEST_DELAY) delay = SHORTEST_DELAY;
        libav.av_opt_set_int(format->priv_data, "final_delay", delay < 65535 ? delay : 65535, 0);
    } else if (strcmp(format->oformat->name, "apng") == 0) {
        int numerator, denominator;
        int64_t duration = writer->end - writer->lastTime;
        libav.av_reduce(&numerator, &denominator, duration * tick.num, tick.den, UINT16_MAX);
        char delay[32];
        snprintf(delay, sizeof delay, "%d/%d", numerator, denominator);
        libav.av_opt_set(format->priv_data, "final_delay", delay, 0);
    }
}

bool cvideo_writer_finish(CVideoWriter *writer, CVideoFailure *failure) {
    if (!write_held(writer, failure)) return false;
    set_final_delay(writer);
    int error = encode(writer, NULL);
    if (error < 0) return fail_encoding(writer, failure, error);
    if (error >= 0 && writer->hasCopy) error = copy_rest(&writer->copy);
    if (error >= 0 && writer->hasSound) error = recorded_sound_add(&writer->sound, NULL, 0, 0);
    if (error >= 0) error = libav.av_write_trailer(writer->format);
    libav.avio_flush(writer->output.io);
    if (error >= 0) error = writer->output.io->error;
    return error >= 0 || output_fail(&writer->output, failure, error, CVIDEO_CONTAINER_REFUSES, "");
}
