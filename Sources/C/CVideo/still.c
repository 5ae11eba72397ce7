#include "cvideo-still.h"

#include "libav.h"
#include "tone-map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct CVideoStill {
    AVCodecContext *codec;
    AVFrame *frame;
    const AVPixFmtDescriptor *form;
    CVideoStillInfo info;
    CVideoStillClaim *claim;
    void *context;
    bool wasRefused;
    /// Set if a buffer of an unsupported pixel format was requested.
    bool isUnknown;
    enum AVPixelFormat unknown;
};

static bool describe(CVideoStill *still, int width, int height, int format, CVideoStillInfo *info) {
    const AVPixFmtDescriptor *form = libav.av_pix_fmt_desc_get(format);
    if (!form || width < 1 || height < 1) return false;
    bool isPalette = form->flags & AV_PIX_FMT_FLAG_PAL, isGray = form->nb_components < 3 && !isPalette;
    // Colors other than red, green and blue do not occur in the formats read this way.
    if (!isGray && !(form->flags & AV_PIX_FMT_FLAG_RGB) && !isPalette) return false;
    if (form->flags & AV_PIX_FMT_FLAG_HWACCEL) return false;
    int most = 0;
    for (int i = 0; i < form->nb_components; i++)
        if (form->comp[i].depth > most) most = form->comp[i].depth;
    bool isFloat = form->flags & AV_PIX_FMT_FLAG_FLOAT;
    if (isFloat ? most != 32 : most > 16) return false;
    still->form = form;
    info->width = width;
    info->height = height;
    info->bits = isFloat ? 32 : (most > 8 ? 16 : 8);
    info->isGray = isGray;
    info->hasAlpha = (form->flags & AV_PIX_FMT_FLAG_ALPHA) || isPalette;
    return true;
}

static int take_memory(AVCodecContext *codec, AVFrame *frame, int flags) {
    CVideoStill *still = codec->opaque;
    CVideoStillInfo info;
    if (!describe(still, frame->width, frame->height, frame->format, &info)) {
        still->isUnknown = true;
        still->unknown = frame->format;
        return AVERROR_PATCHWELCOME;
    }
    if (!still->claim(&info, still->context)) {
        still->wasRefused = true;
        return AVERROR(ENOMEM);
    }
    return libav.avcodec_default_get_buffer2(codec, frame, flags);
}

static int decode(CVideoStill *still, const void *data, size_t length) {
    if (length > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return AVERROR(EFBIG);
    AVPacket *packet = libav.av_packet_alloc();
    if (!packet) return AVERROR(ENOMEM);
    int status = libav.av_new_packet(packet, (int) length);
    if (status >= 0) {
        memcpy(packet->data, data, length);
        status = libav.avcodec_send_packet(still->codec, packet);
    }
    if (status >= 0) status = libav.avcodec_receive_frame(still->codec, still->frame);
    // Decoders with a delay return their picture at the end.
    if (status == AVERROR(EAGAIN)) {
        libav.avcodec_send_packet(still->codec, NULL);
        status = libav.avcodec_receive_frame(still->codec, still->frame);
    }
    libav.av_packet_free(&packet);
    return status;
}

/// True if a pixel uses a palette color that is not opaque; unused palette entries may have any alpha.
static bool uses_alpha(const AVFrame *frame) {
    const uint32_t *palette = (const uint32_t *) frame->data[1];
    for (int y = 0; y < frame->height; y++) {
        const uint8_t *row = frame->data[0] + (ptrdiff_t) y * frame->linesize[0];
        for (int x = 0; x < frame->width; x++)
            if (palette[row[x]] >> 24 != 255) return true;
    }
    return false;
}

CVideoStill *cvideo_still_create(
    const char *name, const void *data, size_t length, CVideoStillClaim *claim, void *context,
    CVideoStillInfo *info, CVideoFailure *failure) {
    if (!cvideo_load(failure)) return NULL;
    const AVCodec *decoder = libav.avcodec_find_decoder_by_name(name);
    if (!decoder) {
        cvideo_fail(failure, CVIDEO_NO_CODEC, name);
        return NULL;
    }
    CVideoStill *still = calloc(1, sizeof *still);
    if (still) {
        still->claim = claim;
        still->context = context;
        still->codec = libav.avcodec_alloc_context3(decoder);
        still->frame = libav.av_frame_alloc();
    }
    if (!still || !still->codec || !still->frame) {
        cvideo_fail(failure, CVIDEO_NO_MEMORY, "");
        cvideo_still_destroy(still);
        return NULL;
    }
    still->codec->opaque = still;
    still->codec->get_buffer2 = take_memory;
    still->codec->thread_count = 1;
    // A truncated picture is damaged.
    still->codec->err_recognition = AV_EF_EXPLODE;
    int status = libav.avcodec_open2(still->codec, decoder, NULL);
    if (status >= 0) status = decode(still, data, length);
    if (status < 0 && still->isUnknown) {
        const char *format = libav.av_get_pix_fmt_name(still->unknown);
        cvideo_fail(failure, CVIDEO_NO_PIXEL_FORMAT, format ? format : "");
    } else if (status < 0) {
        still->wasRefused ? cvideo_fail(failure, CVIDEO_NO_MEMORY, "") : cvideo_fail_with(failure, status);
    } else if (!describe(
                   still, still->frame->width, still->frame->height, still->frame->format, &still->info)) {
        const char *format = libav.av_get_pix_fmt_name(still->frame->format);
        cvideo_fail(failure, CVIDEO_NO_PIXEL_FORMAT, format ? format : "");
    } else if (still->frame->decode_error_flags || still->frame->flags & AV_FRAME_FLAG_CORRUPT) {
        cvideo_fail(failure, CVIDEO_DAMAGED, "its data is invalid or ends too early");
    } else {
        if (still->form->flags & AV_PIX_FMT_FLAG_PAL) still->info.hasAlpha = uses_alpha(still->frame);
        if (still->info.bits == 16) still->info.usedBits = still->codec->bits_per_raw_sample;
        *info = still->info;
        return still;
    }
    cvideo_still_destroy(still);
    return NULL;
}

/// A row of a component, each value in four bytes.
static void read_line(const CVideoStill *still, int component, int row, uint32_t *line) {
    const AVFrame *frame = still->frame;
    libav.av_read_image_line2(
        line, (const uint8_t **) frame->data, frame->linesize, still->form, 0, row, component, frame->width,
        0, 4);
    // The only format in which 0 is white.
    if (frame->format == AV_PIX_FMT_MONOWHITE)
        for (int x = 0; x < frame->width; x++) line[x] = !line[x];
}

/// The same for the palette colors of a row's indexes: red, green, blue and alpha.
static void read_palette_line(const CVideoStill *still, int component, int row, uint32_t *line) {
    static const int shifts[] = {16, 8, 0, 24};
    const AVFrame *frame = still->frame;
    const uint32_t *palette = (const uint32_t *) frame->data[1];
    const uint8_t *values = frame->data[0] + (ptrdiff_t) row * frame->linesize[0];
    for (int x = 0; x < frame->width; x++) line[x] = palette[values[x]] >> shifts[component] & 255;
}

/// The largest value of a component. For samples with 9 to 15 bits, the decoders of lossless JPEG and of
/// JPEG-LS shift gray to the top of 16 bits, but not colors.
static uint32_t largest(const CVideoStill *still, int depth) {
    bool isShifted = still->info.isGray;
    int bits = still->codec->bits_per_raw_sample;
    bool isJPEG = still->codec->codec_id == AV_CODEC_ID_MJPEG || still->codec->codec_id == AV_CODEC_ID_JPEGLS;
    if (!isJPEG || depth != 16 || bits < 9 || bits > 15) return (uint32_t) ((UINT64_C(1) << depth) - 1);
    return ((UINT32_C(1) << bits) - 1) << (isShifted ? 16 - bits : 0);
}

static void put(const CVideoStillInfo *info, uint32_t value, uint32_t most, size_t index, void *rgba) {
    switch (info->bits) {
    case 8:
        ((uint8_t *) rgba)[index] = (uint8_t) ((value * 255 + most / 2) / most);
        break;
    case 16:
        if (value > most) value = most;
        ((uint16_t *) rgba)[index] = (uint16_t) (((uint64_t) value * 65535 + most / 2) / most);
        break;
    default:
        ((uint32_t *) rgba)[index] = value;
    }
}

bool cvideo_still_read(const CVideoStill *still, void *rgba, size_t byteCount, CVideoFailure *failure) {
    const CVideoStillInfo *info = &still->info;
    size_t width = (size_t) info->width, bytesPerRow = width * 4 * (size_t) info->bits / 8;
    if (byteCount / bytesPerRow < (size_t) info->height) {
        return cvideo_fail(failure, CVIDEO_OTHER, "the buffer is too small");
    }
    uint32_t *line = malloc(width * sizeof *line);
    if (!line) return cvideo_fail(failure, CVIDEO_NO_MEMORY, "");
    bool isPalette = still->form->flags & AV_PIX_FMT_FLAG_PAL;
    const float one = 1;
    uint32_t opaque = 255;
    if (info->bits == 16) opaque = 65535;
    if (info->bits == 32) memcpy(&opaque, &one, sizeof opaque);
    int count = still->form->nb_components, alpha = !info->hasAlpha ? -1 : (isPalette ? 3 : count - 1);
    for (int row = 0; row < info->height; row++) {
        void *target = (char *) rgba + bytesPerRow * (size_t) row;
        for (int channel = 0; channel < 4; channel++) {
            int component = channel == 3 ? alpha : (info->isGray ? 0 : channel);
            if (component < 0) {
                for (size_t x = 0; x < width; x++) put(info, opaque, opaque, 4 * x + 3, target);
                continue;
            }
            uint32_t most = largest(still, isPalette ? 8 : still->form->comp[component].depth);
            isPalette
                ? read_palette_line(still, component, row, line)
                : read_line(still, component, row, line);
            for (size_t x = 0; x < width; x++) put(info, line[x], most, 4 * x + (size_t) channel, target);
        }
    }
    free(line);
    return true;
}

void cvideo_still_destroy(CVideoStill *still) {
    if (!still) return;
    libav.av_frame_free(&still->frame);
    libav.avcodec_free_context(&still->codec);
    free(still);
}

bool cvideo_tone_map(bool isHLG, const float *toSRGB, uint16_t *rgba, size_t pixelCount) {
    enum { BLOCK = 1024 };
    static const double peak = 1000;
    ToneMap *map = tone_map_create(isHLG ? AVCOL_TRC_ARIB_STD_B67 : AVCOL_TRC_SMPTE2084, toSRGB, peak);
    if (!map) return false;
    float rows[3][BLOCK];
    for (size_t first = 0; first < pixelCount; first += BLOCK) {
        size_t count = pixelCount - first < BLOCK ? pixelCount - first : BLOCK;
        uint16_t *pixels = rgba + 4 * first;
        for (size_t i = 0; i < count; i++)
            for (int channel = 0; channel < 3; channel++) {
                rows[channel][i] = (float) pixels[4 * i + channel] / 65535;
            }
        tone_map_apply(map, rows[0], rows[1], rows[2], (int) count);
        for (size_t i = 0; i < count; i++)
            for (int channel = 0; channel < 3; channel++)
                pixels[4 * i + channel] = (uint16_t) (fminf(fmaxf(rows[channel][i], 0), 1) * 65535 + 0.5f);
    }
    tone_map_destroy(map);
    return true;
}

/// The pixels as planes, as the OpenEXR encoder expects them.
static AVFrame *planes(const float *rgba, int width, int height, bool hasAlpha) {
    AVFrame *frame = libav.av_frame_alloc();
    if (!frame) return NULL;
    frame->width = width;
    frame->height = height;
    frame->format = hasAlpha ? AV_PIX_FMT_GBRAPF32 : AV_PIX_FMT_GBRPF32;
    if (libav.av_frame_get_buffer(frame, 0) < 0) {
        libav.av_frame_free(&frame);
        return NULL;
    }
    static const int channels[] = {1, 2, 0, 3};
    for (int plane = 0; plane < (hasAlpha ? 4 : 3); plane++)
        for (int y = 0; y < height; y++) {
            float *row = (float *) (frame->data[plane] + (ptrdiff_t) y * frame->linesize[plane]);
            const float *pixels = rgba + (size_t) y * (size_t) width * 4;
            for (int x = 0; x < width; x++) row[x] = pixels[4 * x + channels[plane]];
        }
    return frame;
}

void *cvideo_encode_exr(
    const float *rgba, int width, int height, bool hasAlpha, size_t *length, CVideoFailure *failure) {
    if (!cvideo_load(failure)) return NULL;
    const AVCodec *encoder = libav.avcodec_find_encoder_by_name("exr");
    if (!encoder) {
        cvideo_fail(failure, CVIDEO_NO_CODEC, "exr");
        return NULL;
    }
    void *bytes = NULL;
    AVCodecContext *codec = libav.avcodec_alloc_context3(encoder);
    AVPacket *packet = libav.av_packet_alloc();
    AVFrame *frame = planes(rgba, width, height, hasAlpha);
    int status = codec && packet && frame ? 0 : AVERROR(ENOMEM);
    if (status == 0) {
        codec->width = width;
        codec->height = height;
        codec->pix_fmt = frame->format;
        codec->time_base = (AVRational) {1, 25};
        libav.av_opt_set(codec->priv_data, "compression", "zip16", 0);
        libav.av_opt_set(codec->priv_data, "format", "float", 0);
        status = libav.avcodec_open2(codec, encoder, NULL);
    }
    if (status >= 0) status = libav.avcodec_send_frame(codec, frame);
    if (status >= 0) status = libav.avcodec_receive_packet(codec, packet);
    if (status >= 0 && !(bytes = malloc((size_t) packet->size))) status = AVERROR(ENOMEM);
    if (status >= 0) {
        *length = (size_t) packet->size;
        memcpy(bytes, packet->data, *length);
    } else {
        cvideo_fail_with(failure, status);
    }
    libav.av_frame_free(&frame);
    libav.av_packet_free(&packet);
    libav.avcodec_free_context(&codec);
    return bytes;
}

void cvideo_still_free(void *bytes) { free(bytes); }
