#include "cvideo-reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conversion.h"
#include "input.h"
#include "planes.h"
#include "to-rgba.h"

static const char WRONG_DATA[] = "its data is invalid or ends too early";

struct CVideoReader {
    Input input;
    AVStream *stream;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    /// True once the decoder is draining: no more packets follow.
    bool isDrained;
    /// True while packets are skipped after a seek, up to one that can be decoded independently.
    bool awaitsKey;
    int64_t damagedPackets;
    /// True if data in the file before this packet was damaged.
    bool isAfterDamage;
    /// The end of the last packet in the file; 0 before the first.
    int64_t packetEnd;
    /// For high dynamic range or other primaries: created with the first such frame, together with the
    /// properties it was created for.
    ToneMap *toneMap;
    enum AVColorTransferCharacteristic mappedTransfer;
    enum AVColorPrimaries mappedPrimaries;
};

/// The decoder for a VP8 or VP9 stream with a second stream for alpha, which FFmpeg's native decoders drop;
/// NULL for any other.
static const AVCodec *find_alpha_decoder(const AVStream *stream) {
    const AVDictionaryEntry *alpha = libav.av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
    if (!alpha || strcmp(alpha->value, "1") != 0) return NULL;
    switch (stream->codecpar->codec_id) {
    case AV_CODEC_ID_VP8: return libav.avcodec_find_decoder_by_name("libvpx");
    case AV_CODEC_ID_VP9: return libav.avcodec_find_decoder_by_name("libvpx-vp9");
    default: return NULL;
    }
}

static const AVCodec *find_decoder(const AVStream *stream) {
    const AVCodec *decoder = find_alpha_decoder(stream);
    return decoder ? decoder : libav.avcodec_find_decoder(stream->codecpar->codec_id);
}

/// Names a codec that cannot be decoded; if FFmpeg does not know it, by the file's FourCC.
static bool fail_without_decoder(const AVCodecParameters *parameters, CVideoFailure *failure) {
    uint32_t tag = parameters->codec_tag;
    if (parameters->codec_id != AV_CODEC_ID_NONE) {
        return cvideo_fail(failure, CVIDEO_NO_CODEC, libav.avcodec_get_name(parameters->codec_id));
    }
    if (tag == 0) return cvideo_fail(failure, CVIDEO_NO_CODEC, "its codec");
    char letters[5] = "";
    for (int index = 0; index < 4; index++) {
        char letter = tag >> 8 * index & 0xFF;
        letters[index] = letter >= ' ' && letter <= '~' ? letter : '?';
    }
    return cvideo_fail(failure, CVIDEO_NO_CODEC, letters);
}

static bool open_decoder(CVideoReader *reader, int threads, CVideoFailure *failure) {
    const AVCodecParameters *parameters = reader->stream->codecpar;
    const AVCodec *codec = find_decoder(reader->stream);
    if (!codec) return fail_without_decoder(parameters, failure);
    reader->decoder = libav.avcodec_alloc_context3(codec);
    if (!reader->decoder) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    int error = libav.avcodec_parameters_to_context(reader->decoder, parameters);
    if (error < 0) return input_fail_decoding(&reader->input, failure, error, reader->stream);
    reader->decoder->pkt_timebase = reader->stream->time_base;
    reader->decoder->thread_count = threads;
    reader->decoder->max_pixels = CVIDEO_MOST_PIXELS;
#if LIBAVCODEC_VERSION_MAJOR >= 60
    reader->decoder->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#endif
    error = libav.avcodec_open2(reader->decoder, codec, NULL);
    return error >= 0 || input_fail_decoding(&reader->input, failure, error, reader->stream);
}

/// The orientation stated by the file, one of the eight that keep a picture's edges straight.
static void read_turn(const AVStream *stream, CVideoInfo *info) {
    const int32_t *matrix = libav_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    if (!matrix) return;
    int32_t turned[9];
    memcpy(turned, matrix, sizeof turned);
    info->isMirrored = (int64_t) matrix[0] * matrix[4] - (int64_t) matrix[1] * matrix[3] < 0;
    if (info->isMirrored) {
        // The display orientation mirrors first and then rotates.
        turned[0] = -turned[0];
        turned[1] = -turned[1];
    }
    double angle = -libav.av_display_rotation_get(turned);
    if (angle != angle) return;
    info->quarterTurns = ((int) (angle / 90 + (angle < 0 ? -0.5 : 0.5)) % 4 + 4) % 4;
}

static bool lacks_times(const AVFormatContext *format) {
    // AVI stores only the decoding order of packets.
    return strcmp(format->iformat->name, "avi") == 0;
}

/// True if a file contains only the frames of one codec, possibly without a frame rate.
static bool is_untimed(const AVFormatContext *format) {
    return libav.av_match_list(format->iformat->name, "h264,hevc,obu,av1,m4v", ',');
}

/// True if a file has no times except those derived from a frame rate, which MPEG-1 and MPEG-2 always state.
static bool takes_rate(const AVFormatContext *format) {
    return is_untimed(format) || strcmp(format->iformat->name, "mpegvideo") == 0;
}

static int64_t known(int64_t time) {
    return time == AV_NOPTS_VALUE || time > CVIDEO_MOST_TICKS || time < -CVIDEO_MOST_TICKS
        ? CVIDEO_NO_TIME
        : time;
}

/// 0 if unknown.
static int64_t known_duration(int64_t duration) {
    return duration > 0 && duration <= CVIDEO_MOST_TICKS ? duration : 0;
}

static AVRational positive(AVRational value, AVRational otherwise) {
    return value.num > 0 && value.den > 0 ? value : otherwise;
}

static bool describe(const CVideoReader *reader, CVideoInfo *info, CVideoFailure *failure) {
    AVFormatContext *format = reader->input.format;
    AVStream *stream = reader->stream;
    const AVCodecParameters *parameters = stream->codecpar;
    memset(info, 0, sizeof *info);
    snprintf(info->format, sizeof info->format, "%s", format->iformat->name);
    snprintf(info->codec, sizeof info->codec, "%s", libav.avcodec_get_name(parameters->codec_id));
    info->width = parameters->width;
    info->height = parameters->height;
    enum AVPixelFormat pixels =
        reader->decoder ? reader->decoder->pix_fmt : (enum AVPixelFormat) parameters->format;
    const AVPixFmtDescriptor *descriptor = libav.av_pix_fmt_desc_get(pixels);
    if (info->width <= 0 || info->height <= 0) {
        return cvideo_fail(failure, CVIDEO_DAMAGED, "its frames have no size");
    }
    if (descriptor) {
        snprintf(info->pixelFormat, sizeof info->pixelFormat, "%s", descriptor->name);
        info->bits = descriptor->comp[0].depth;
        // Any of a palette's colors may be transparent.
        info->hasAlpha = descriptor->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL);
        info->isGray = descriptor->nb_components <= 2;
    }
    // The pixel format shows this only after a frame has been decoded.
    if (find_alpha_decoder(stream)) info->hasAlpha = true;
    AVRational aspect = libav.av_guess_sample_aspect_ratio(format, stream, NULL);
    aspect = positive(aspect, (AVRational) {1, 1});
    info->aspectNumerator = aspect.num;
    info->aspectDenominator = aspect.den;
    read_turn(stream, info);
    AVRational tick = positive(stream->time_base, (AVRational) {1, 1000});
    info->tickNumerator = tick.num;
    info->tickDenominator = tick.den;
    AVRational rate = positive(libav.av_guess_frame_rate(format, stream, NULL), (AVRational) {25, 1});
    info->rateNumerator = rate.num;
    info->rateDenominator = rate.den;
    info->start = known(stream->start_time);
    info->duration = known_duration(stream->duration);
    if (info->duration == 0 && format->duration > 0) {
        info->duration = known_duration(libav.av_rescale_q(format->duration, AV_TIME_BASE_Q, tick));
    }
    if (info->duration == 0) info->duration = CVIDEO_NO_TIME;
    info->frameCount = stream->nb_frames > 0 ? stream->nb_frames : 0;
    info->isInterlaced = parameters->field_order > AV_FIELD_PROGRESSIVE;
    info->isTopFieldFirst = parameters->field_order == AV_FIELD_TT || parameters->field_order == AV_FIELD_TB;
    info->primaries = parameters->color_primaries;
    info->transfer = parameters->color_trc;
    bool isMapped =
        tone_map_is_needed(parameters->color_trc) || primaries_are_converted(parameters->color_primaries);
    info->shownPrimaries = isMapped ? AVCOL_PRI_BT709 : parameters->color_primaries;
    info->matrix = parameters->color_space;
    info->range = stored_range(pixels, parameters->color_range);
    info->lacksTimes = lacks_times(format);
    info->isUntimed = is_untimed(format);
    info->takesRate = takes_rate(format);
    for (unsigned index = 0; index < format->nb_streams; index++) {
        enum AVMediaType type = format->streams[index]->codecpar->codec_type;
        info->soundCount += type == AVMEDIA_TYPE_AUDIO;
        info->subtitleCount += type == AVMEDIA_TYPE_SUBTITLE;
    }
    info->chapterCount = format->nb_chapters;
    return true;
}

CVideoReader *cvideo_reader_create(
    int descriptor, const char *extension, bool decodes, int threads, CVideoInfo *info,
    CVideoFailure *failure) {
    if (!cvideo_load(failure)) return NULL;
    CVideoReader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
        return NULL;
    }
    if (!input_open(&reader->input, descriptor, extension, failure)) {
        free(reader);
        return NULL;
    }
    AVFormatContext *format = reader->input.format;
    reader->stream = find_video(format);
    if (!reader->stream) {
        cvideo_fail(failure, CVIDEO_NO_STREAM, "");
        goto failed;
    }
    for (unsigned index = 0; index < format->nb_streams; index++) {
        if (format->streams[index] != reader->stream) format->streams[index]->discard = AVDISCARD_ALL;
    }
    reader->packet = libav.av_packet_alloc();
    reader->frame = libav.av_frame_alloc();
    if (!reader->packet || !reader->frame) {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
        goto failed;
    }
    if (decodes && !open_decoder(reader, threads, failure)) goto failed;
    if (!describe(reader, info, failure)) goto failed;
    return reader;
failed:
    cvideo_reader_destroy(reader);
    return NULL;
}

void cvideo_reader_destroy(CVideoReader *reader) {
    if (!reader) return;
    libav.av_frame_free(&reader->frame);
    libav.av_packet_free(&reader->packet);
    libav.avcodec_free_context(&reader->decoder);
    tone_map_destroy(reader->toneMap);
    input_close(&reader->input);
    free(reader);
}

bool cvideo_reader_sound(const CVideoReader *reader, int index, CVideoSound *sound) {
    AVFormatContext *format = reader->input.format;
    for (unsigned number = 0; number < format->nb_streams; number++) {
        const AVStream *stream = format->streams[number];
        if (stream->codecpar->codec_type != AVMEDIA_TYPE_AUDIO || index-- > 0) continue;
        memset(sound, 0, sizeof *sound);
        snprintf(sound->codec, sizeof sound->codec, "%s", libav.avcodec_get_name(stream->codecpar->codec_id));
        const AVDictionaryEntry *language = libav.av_dict_get(stream->metadata, "language", NULL, 0);
        if (language) snprintf(sound->language, sizeof sound->language, "%s", language->value);
        sound->channels = stream->codecpar->ch_layout.nb_channels;
        sound->rate = stream->codecpar->sample_rate;
        return true;
    }
    return false;
}

/// True if a Y4M has data after its last complete frame, which its demuxer does not report.
static bool ends_within_frame(const CVideoReader *reader) {
    return reader->packetEnd > 0 && reader->packetEnd < reader->input.size
        && strcmp(reader->input.format->iformat->name, "yuv4mpegpipe") == 0;
}

/// Reads the next packet of the video: 1, 0 at the end, or an error.
static int read_packet(CVideoReader *reader) {
    for (;;) {
        int64_t complaints = cvideo_complaints();
        int error = libav.av_read_frame(reader->input.format, reader->packet);
        if (cvideo_complaints() > complaints) reader->isAfterDamage = true;
        if (error == AVERROR_EOF && !reader->input.readError) {
            if (ends_within_frame(reader)) reader->isAfterDamage = true;
            return 0;
        }
        // A truncated file ends at its last complete packet.
        if (error == AVERROR_INVALIDDATA) {
            reader->isAfterDamage = true;
            return 0;
        }
        if (error < 0) return error;
        if (reader->packet->stream_index == reader->stream->index) {
            if (reader->packet->flags & AV_PKT_FLAG_CORRUPT) reader->isAfterDamage = true;
            if (!input_can_read(&reader->input, reader->packet)) return AVERROR(EPERM);
            reader->packetEnd = reader->packet->pos + reader->packet->size;
            return 1;
        }
        libav.av_packet_unref(reader->packet);
    }
}

/// True if a packet contains a reference frame that is never shown itself.
static bool is_hidden(const CVideoReader *reader) {
    const AVPacket *packet = reader->packet;
    if (packet->flags & AV_PKT_FLAG_DISCARD) return true;
    // RFC 6386, section 9.1: the bit `show_frame`.
    return reader->stream->codecpar->codec_id == AV_CODEC_ID_VP8 && packet->size > 0
        && !(packet->data[0] >> 4 & 1);
}

CVideoResult cvideo_reader_next_packet(CVideoReader *reader, CVideoPacket *packet, CVideoFailure *failure) {
    int result = read_packet(reader);
    if (result < 0) {
        input_fail(&reader->input, failure, result, WRONG_DATA);
        return CVIDEO_FAILED;
    }
    if (result == 0) return CVIDEO_END;
    *packet = (CVideoPacket) {
        .time = known(reader->packet->pts),
        .decodingTime = known(reader->packet->dts),
        .duration = known_duration(reader->packet->duration),
        .isKey = reader->packet->flags & AV_PKT_FLAG_KEY,
        .isHidden = is_hidden(reader),
        .isAfterDamage = reader->isAfterDamage,
    };
    reader->isAfterDamage = false;
    libav.av_packet_unref(reader->packet);
    return CVIDEO_DONE;
}

/// Attaches the packet's decoding time to the frame that is decoded from it.
static void set_tag(CVideoReader *reader) {
#if LIBAVCODEC_VERSION_MAJOR >= 60
    reader->packet->opaque = (void *) (intptr_t) reader->packet->dts;
#else
    reader->decoder->reordered_opaque = reader->packet->dts;
#endif
}

static int64_t tag(const AVFrame *frame) {
#if LIBAVCODEC_VERSION_MAJOR >= 60
    return (intptr_t) frame->opaque;
#else
    return frame->reordered_opaque;
#endif
}

/// Sends the next packet to the decoder. Returns 0 or an error.
static int feed(CVideoReader *reader) {
    for (;;) {
        int result = read_packet(reader);
        if (result < 0) return result;
        if (result == 0) {
            reader->isDrained = true;
            result = libav.avcodec_send_packet(reader->decoder, NULL);
            return result == AVERROR_EOF ? 0 : result;
        }
        if (reader->awaitsKey && !(reader->packet->flags & AV_PKT_FLAG_KEY)) {
            libav.av_packet_unref(reader->packet);
            continue;
        }
        reader->awaitsKey = false;
        set_tag(reader);
        result = libav.avcodec_send_packet(reader->decoder, reader->packet);
        libav.av_packet_unref(reader->packet);
        if (result == AVERROR_INVALIDDATA) {
            reader->damagedPackets++;
            continue;
        }
        return result;
    }
}

CVideoResult cvideo_reader_next(CVideoReader *reader, CVideoFrame *frame, CVideoFailure *failure) {
    for (;;) {
        int result = libav.avcodec_receive_frame(reader->decoder, reader->frame);
        if (result == AVERROR_EOF) return CVIDEO_END;
        if (result == AVERROR_INVALIDDATA) {
            reader->damagedPackets++;
            continue;
        }
        if (result == AVERROR(EAGAIN)) {
            // A drained decoder that asks for more packets has no more frames.
            if (reader->isDrained) return CVIDEO_END;
            result = feed(reader);
            if (result >= 0) continue;
        }
        if (result < 0) {
            input_fail_decoding(&reader->input, failure, result, reader->stream);
            return CVIDEO_FAILED;
        }
        break;
    }
    const AVFrame *decoded = reader->frame;
    *frame = (CVideoFrame) {
        .time = known(decoded->best_effort_timestamp),
        .packetTime = known(tag(decoded)),
        .width = decoded->width,
        .height = decoded->height,
        .isInterlaced = is_interlaced(decoded),
        .planes = planes_of(decoded, tone_map_peak(reader->stream)),
        .isDamaged = decoded->decode_error_flags || decoded->flags & AV_FRAME_FLAG_CORRUPT,
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 3, 100)
        .duration = known_duration(decoded->duration),
        .isKey = decoded->flags & AV_FRAME_FLAG_KEY,
        .isTopFieldFirst = decoded->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST,
#else
        .duration = known_duration(decoded->pkt_duration),
        .isKey = decoded->key_frame,
        .isTopFieldFirst = decoded->top_field_first,
#endif
    };
    return CVIDEO_DONE;
}

bool cvideo_reader_is_after_damage(const CVideoReader *reader) { return reader->isAfterDamage; }

int64_t cvideo_reader_damaged_packets(const CVideoReader *reader) { return reader->damagedPackets; }

bool cvideo_reader_seek(CVideoReader *reader, int64_t time, CVideoFailure *failure) {
    AVFormatContext *format = reader->input.format;
    int error = -1;
    if (time != CVIDEO_NO_TIME) {
        error = libav.avformat_seek_file(format, reader->stream->index, INT64_MIN, time, time, 0);
    }
    reader->awaitsKey = error >= 0;
    if (error < 0) {
        // Seek to the first packet, or at least to the first byte.
        int64_t start = reader->stream->start_time == AV_NOPTS_VALUE ? 0 : reader->stream->start_time;
        // Timestamps may restart in concatenated files.
        bool isJoinable = format->iformat->flags & AVFMT_TS_DISCONT;
        if (!isJoinable) {
            error = libav.avformat_seek_file(format, reader->stream->index, INT64_MIN, start, INT64_MAX, 0);
        }
        if (error < 0) error = libav.avformat_seek_file(format, -1, INT64_MIN, 0, 0, AVSEEK_FLAG_BYTE);
    }
    if (reader->decoder) libav.avcodec_flush_buffers(reader->decoder);
    reader->isDrained = false;
    return error >= 0 || input_fail(&reader->input, failure, error, WRONG_DATA);
}

bool cvideo_reader_copy(CVideoReader *reader, void *bytes, size_t byteCount, CVideoFailure *failure) {
    const AVFrame *frame = reader->frame;
    int needed = libav.av_image_get_buffer_size(frame->format, frame->width, frame->height, 1);
    if (needed < 0 || (size_t) needed > byteCount) {
        return cvideo_fail(failure, CVIDEO_DAMAGED, "the size of its frames changes");
    }
    int copied = libav.av_image_copy_to_buffer(
        bytes, needed, (const uint8_t *const *) frame->data, frame->linesize, frame->format, frame->width,
        frame->height, 1);
    return copied >= 0 || cvideo_fail_with(failure, copied);
}

bool cvideo_reader_pixels(
    CVideoReader *reader, const CVideoPixels *form, void *rgba, size_t byteCount, CVideoFailure *failure) {
    const AVFrame *frame = reader->frame;
    bool isMapped =
        tone_map_is_needed(frame->color_trc) || primaries_are_converted(frame->color_primaries);
    bool isKnown =
        reader->mappedTransfer == frame->color_trc && reader->mappedPrimaries == frame->color_primaries;
    if (isMapped && !(reader->toneMap && isKnown)) {
        tone_map_destroy(reader->toneMap);
        reader->mappedTransfer = frame->color_trc;
        reader->mappedPrimaries = frame->color_primaries;
        reader->toneMap = tone_map_of(frame, tone_map_peak(reader->stream));
        if (!reader->toneMap) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    }
    return to_rgba(frame, form, isMapped ? reader->toneMap : NULL, rgba, byteCount, failure);
}
