#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 12 };

CVideoSource *cvideo_source_create(int descriptor, const char *extension, CVideoFailure *failure) {
    if (!cvideo_load(failure)) return NULL;
    CVideoSource *source = calloc(1, sizeof *source);
    if (!source) {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
        return NULL;
    }
    if (!input_open(&source->input, descriptor, extension, failure)) {
        free(source);
        return NULL;
    }
    source->video = find_video(source->input.format);
    return source;
}

void cvideo_source_destroy(CVideoSource *source) {
    if (!source) return;
    input_close(&source->input);
    free(source);
}

int cvideo_source_stream_count(const CVideoSource *source) { return (int) source->input.format->nb_streams; }

int cvideo_source_read_error(const CVideoSource *source) { return source->input.readError; }

CVideoStreamKind source_kind(const CVideoSource *source, int index) {
    const AVStream *stream = source->input.format->streams[index];
    if (stream == source->video || is_item(source->input.format, stream)) return CVIDEO_MAIN_VIDEO;
    switch (stream->codecpar->codec_type) {
    case AVMEDIA_TYPE_VIDEO:
        return stream->disposition & AV_DISPOSITION_ATTACHED_PIC ? CVIDEO_COVER : CVIDEO_FURTHER_VIDEO;
    case AVMEDIA_TYPE_AUDIO: return CVIDEO_SOUND;
    case AVMEDIA_TYPE_SUBTITLE: return CVIDEO_SUBTITLES;
    case AVMEDIA_TYPE_ATTACHMENT: return CVIDEO_ATTACHMENT;
    default: return CVIDEO_DATA;
    }
}

CVideoStream cvideo_source_stream(const CVideoSource *source, int index) {
    const AVStream *stream = source->input.format->streams[index];
    CVideoStream result = {.kind = source_kind(source, index)};
    snprintf(result.codec, sizeof result.codec, "%s", libav.avcodec_get_name(stream->codecpar->codec_id));
    const AVDictionaryEntry *language = libav.av_dict_get(stream->metadata, "language", NULL, 0);
    if (language) snprintf(result.language, sizeof result.language, "%s", language->value);
    return result;
}

const char *cover_type(const AVStream *stream) {
    switch (stream->codecpar->codec_id) {
    case AV_CODEC_ID_MJPEG: return "image/jpeg";
    case AV_CODEC_ID_PNG: return "image/png";
    default: return NULL;
    }
}

const char *cover_name(const AVStream *stream) {
    return stream->codecpar->codec_id == AV_CODEC_ID_PNG ? "cover.png" : "cover.jpg";
}

bool is_matroska(const AVOutputFormat *format) { return strcmp(format->name, "matroska") == 0; }

#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int discard(void *opaque, const uint8_t *bytes, int count) { return count; }
#else
static int discard(void *opaque, uint8_t *bytes, int count) { return count; }
#endif

int64_t cvideo_source_start(const CVideoSource *source, int tickNumerator, int tickDenominator) {
    const int64_t longestLead = AV_TIME_BASE;
    int64_t start = source->input.format->start_time;
    if (start == AV_NOPTS_VALUE || (start < 0 && start > -longestLead)) return 0;
    return libav.av_rescale_q(start, AV_TIME_BASE_Q, (AVRational) {tickNumerator, tickDenominator});
}

/// Pretends that the output is seekable, like the real one: some muxers complete their headers at the end.
static int64_t move(void *opaque, int64_t offset, int whence) { return whence == SEEK_SET ? offset : -1; }

/// Tests whether the muxer can begin a file with only this stream: no table lists everything that it rejects.
static bool can_begin(const AVStream *stream, const AVOutputFormat *container) {
    AVFormatContext *format = NULL;
    if (libav.avformat_alloc_output_context2(&format, container, NULL, NULL) < 0) return false;
    uint8_t *buffer = libav.av_malloc(BUFFER_SIZE);
    AVIOContext *io =
        buffer ? libav.avio_alloc_context(buffer, BUFFER_SIZE, 1, NULL, NULL, discard, move) : NULL;
    AVStream *copy = libav.avformat_new_stream(format, NULL);
    bool isTaken = false;
    if (io && copy && libav.avcodec_parameters_copy(copy->codecpar, stream->codecpar) >= 0) {
        copy->codecpar->codec_tag = 0;
        copy->time_base = stream->time_base;
        copy->disposition = stream->disposition;
        libav.av_dict_copy(&copy->metadata, stream->metadata, 0);
        format->pb = io;
        format->flags |= AVFMT_FLAG_CUSTOM_IO;
        format->strict_std_compliance = COMPLIANCE;
        // Fragmented files need no index at the end, so the muxer works without a seekable output.
        AVDictionary *options = NULL;
        libav.av_dict_set(&options, "movflags", "frag_keyframe+delay_moov", 0);
        isTaken = libav.avformat_write_header(format, &options) >= 0;
        libav.av_dict_free(&options);
    }
    libav.avformat_free_context(format);
    if (io) {
        libav.av_freep(&io->buffer);
        libav.avio_context_free(&io);
    } else {
        libav.av_free(buffer);
    }
    return isTaken;
}

/// PCM in MP4 or M4V, which FFmpeg writes since version 6 (ISO/IEC 23003-5), but few players support.
static bool is_pcm_in_mp4(const AVStream *stream, const AVOutputFormat *container) {
    enum AVCodecID codec = stream->codecpar->codec_id;
    return codec >= AV_CODEC_ID_FIRST_AUDIO && codec < AV_CODEC_ID_ADPCM_IMA_QT
        && (strcmp(container->name, "mp4") == 0 || strcmp(container->name, "ipod") == 0);
}

bool cvideo_source_fits(const CVideoSource *source, int index, const char *name) {
    const AVStream *stream = source->input.format->streams[index];
    const AVOutputFormat *container = libav.av_guess_format(name, NULL, NULL);
    if (!container) return false;
    switch (source_kind(source, index)) {
    case CVIDEO_COVER:
        if (is_matroska(container)) return cover_type(stream);
        break;
    case CVIDEO_SOUND:
    case CVIDEO_SUBTITLES: break;
    case CVIDEO_ATTACHMENT: return is_matroska(container);
    default: return false;
    }
    return stream->codecpar->codec_id != AV_CODEC_ID_NONE && !is_pcm_in_mp4(stream, container)
        && libav.avformat_query_codec(container, stream->codecpar->codec_id, COMPLIANCE) != 0
        && can_begin(stream, container);
}

bool cvideo_source_can_decode(const CVideoSource *source, int index) {
    return libav.avcodec_find_decoder(source->input.format->streams[index]->codecpar->codec_id);
}

bool cvideo_sampling(const char *pixelFormat, CVideoSampling *sampling) {
    CVideoFailure failure;
    if (!cvideo_load(&failure)) return false;
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(libav.av_get_pix_fmt(pixelFormat));
    if (!format) return false;
    *sampling = (CVideoSampling) {
        .bits = format->comp[0].depth,
        .isGray = format->nb_components <= 2 && !(format->flags & AV_PIX_FMT_FLAG_PAL),
        .isHalvedAcross = format->log2_chroma_w > 0,
        .isHalvedDown = format->log2_chroma_h > 0,
    };
    return true;
}

bool cvideo_has_encoder(const char *name) {
    CVideoFailure failure;
    return cvideo_load(&failure) && libav.avcodec_find_encoder_by_name(name);
}
